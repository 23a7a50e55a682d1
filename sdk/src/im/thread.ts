import { LecternError } from '../core/errors.js';
import type { Snapshots } from '../core/snapshot.js';
import { badParameter, ImErrorCode, imError } from './errors.js';
import type { ImHistory } from './history.js';
import type { ImThreadSnapshot, MessageLog } from './message-log.js';
import type { Messenger } from './messenger.js';
import type { ImCallOptions, ImChatType, ImContent, ImExt, ImMessage } from './types.js';

/** A message to the other side of the conversation. */
export type ImThreadDraft = ImContent & { readonly ext?: ImExt };

/**
 * The conversation with one user or in one group, ready to render: history, received messages and messages being sent,
 * each once (spec, marketplace §2). The client returns the same object each time.
 *
 * @example
 * const thread = client.thread('ben');
 * thread.subscribe(() => show(thread.getSnapshot().messages));
 * await thread.loadOlder();
 */
export class ImThread implements Snapshots<ImThreadSnapshot> {
  readonly type: ImChatType;
  /** Plain user name, or id of the group. */
  readonly peer: string;
  readonly getSnapshot: () => ImThreadSnapshot;
  readonly subscribe: Snapshots<ImThreadSnapshot>['subscribe'];
  readonly #log: MessageLog;
  readonly #history: ImHistory;
  readonly #messenger: Messenger;
  #loading: Promise<void> | undefined;

  /** @internal */
  constructor(type: ImChatType, peer: string, log: MessageLog, history: ImHistory, messenger: Messenger) {
    this.type = type;
    this.peer = peer;
    this.#log = log;
    this.#history = history;
    this.#messenger = messenger;
    this.getSnapshot = log.store.getSnapshot;
    this.subscribe = log.store.subscribe;
  }

  /**
   * Loads older messages: at least one visible message, or all that exist. Resolves at once if there are none;
   * concurrent calls share a request.
   * @throws {LecternError} as {@link ImHistory.older}; the snapshot has the error, too, and the next call tries again.
   */
  loadOlder(): Promise<void> {
    if (this.#history.isComplete) return Promise.resolve();
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /**
   * Sends to the other side of the conversation; the message is shown at once as `sending`. @throws {LecternError} as
   * `client.send`.
   */
  send(draft: ImThreadDraft, options: ImCallOptions = {}): Promise<ImMessage> {
    return this.#messenger.send({ ...draft, to: this.peer, type: this.type }, options);
  }

  /**
   * Sends a `failed` message again. A message that the server had stored without an acknowledgement is not sent twice.
   * @throws {LecternError} as `client.send`; reason `invalid-argument`, when no message of this key has failed.
   */
  retry(key: string, options: ImCallOptions = {}): Promise<ImMessage> {
    return this.#messenger.retry(key, options);
  }

  /** Removes a message that `failed`. @throws {LecternError} reason `invalid-argument`, when none of this key has. */
  discard(key: string): void {
    if (!this.#messenger.discard(key)) throw badParameter('no message of this key has failed');
    this.#log.remove(key);
  }

  /** Marks the messages received so far as read. */
  markRead(): void {
    this.#messenger.markRead(this.type, this.peer);
  }

  async #load(): Promise<void> {
    this.#log.loading();
    try {
      const page = await this.#readShown();
      this.#log.loaded(page, this.#history.isComplete);
    } catch (error) {
      const known =
        error instanceof LecternError ? error : imError(String(error), 'protocol', ImErrorCode.Unknown, error);
      this.#log.failed(known);
      throw known;
    }
  }

  /** Skips pages that hold only commands, which are never shown. */
  async #readShown(): Promise<readonly ImMessage[]> {
    for (;;) {
      const page = await this.#history.older();
      if (this.#history.isComplete || page.some(({ contentsType }) => contentsType !== 'COMMAND')) return page;
    }
  }
}
