import type { LecternError } from '../core/errors.js';
import { SnapshotStore } from '../core/snapshot.js';
import { StateMachine, type TransitionTable } from '../core/state-machine.js';
import { isOlder, withChanged, withMessages } from './merge.js';
import type { ImMessage } from './types.js';

/**
 * - `unknown`: no page of the history was read yet
 * - `loading`: a page is being read
 * - `more`: older messages may exist
 * - `none`: the first message is among them
 * - `failed`: reading the last page failed; can be retried
 */
export type ImOlderState = 'unknown' | 'loading' | 'more' | 'none' | 'failed';

type OlderTransition = 'load' | 'loaded' | 'finish' | 'fail';

const OLDER_TRANSITIONS: TransitionTable<ImOlderState, OlderTransition> = {
  unknown: { load: 'loading' },
  loading: { loaded: 'more', finish: 'none', fail: 'failed' },
  more: { load: 'loading' },
  failed: { load: 'loading' },
  none: {},
};

/** State of one conversation. */
export interface ImThreadSnapshot {
  /** The oldest first; unacknowledged and failed messages last. No commands. */
  readonly messages: readonly ImMessage[];
  /** True if older messages exist. */
  readonly older: ImOlderState;
  /** Error of the failed page. */
  readonly error: LecternError | undefined;
}

/** Known messages of one conversation: from the history, received, and being sent. */
export class MessageLog {
  readonly store = new SnapshotStore<ImThreadSnapshot>({ messages: [], older: 'unknown', error: undefined });
  readonly #older = new StateMachine<ImOlderState, OlderTransition>({
    name: 'history of a talk',
    initial: 'unknown',
    transitions: OLDER_TRANSITIONS,
  });

  add(more: readonly ImMessage[]): void {
    this.#write(
      withMessages(
        this.#messages,
        more.filter(({ contentsType }) => contentsType !== 'COMMAND'),
      ),
    );
  }

  find(key: string): ImMessage | undefined {
    return this.#messages.find((message) => message.key === key);
  }

  change(key: string, next: ImMessage): void {
    this.#write(withChanged(this.#messages, key, next));
  }

  remove(key: string): void {
    this.#write(this.#messages.filter((message) => message.key !== key));
  }

  /** Removes the content of a message. `by` must be its sender. */
  recall(id: string, by: string): void {
    const message = this.#messages.find((known) => known.id === id && known.from === by);
    if (message) this.change(message.key, recalled(message));
  }

  /** Receipt of the other user's client for one own message, or, if they were read, for all up to it. */
  receipt(status: 'delivered' | 'read', id: string | undefined): void {
    const isMeant = (message: ImMessage): boolean => {
      if (message.id === '' || !message.isOwn || message.status === 'read') return false;
      if (id === undefined || message.id === id) return true;
      return status === 'read' && isOlder(message.id, id);
    };
    const messages = this.#messages;
    if (messages.some((message) => isMeant(message) && message.status !== status)) {
      this.#write(messages.map((message) => (isMeant(message) ? { ...message, status } : message)));
    }
  }

  /** Older messages are being read. */
  loading(): void {
    this.#page('load', undefined);
  }

  loaded(page: readonly ImMessage[], isComplete: boolean): void {
    this.add(page);
    this.#page(isComplete ? 'finish' : 'loaded', undefined);
  }

  failed(error: LecternError): void {
    this.#page('fail', error);
  }

  get #messages(): readonly ImMessage[] {
    return this.store.getSnapshot().messages;
  }

  #page(transition: OlderTransition, error: LecternError | undefined): void {
    const older = this.#older.send(transition);
    this.store.update((now) => ({ ...now, older, error }));
  }

  #write(messages: readonly ImMessage[]): void {
    this.store.update((now) => (now.messages === messages ? now : { ...now, messages }));
  }
}

/** Placeholder of a recalled message. */
export const recalled = (message: ImMessage): ImMessage => {
  const { key, id, type, from, to, time, isOwn, status, error, errorCode, errorText, onlineState } = message;
  return {
    ...{ key, id, type, from, to, time, isOwn, status, error, errorCode, errorText, onlineState },
    ext: {},
    contentsType: 'RECALLED',
  };
};
