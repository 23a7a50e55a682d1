import { race, throwIfAborted } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { IM_SOCKET_PATH, NameSpace, USER_DOMAIN, type Meta } from '../im-protocol/index.js';
import { createBrowserPlatform } from '../platform/browser/index.js';
import type { Platform } from '../platform/types.js';
import { parseAppKey } from '../rest/app-key.js';
import { ImConnection } from './connection.js';
import { readMessage, writeBody } from './content.js';
import { unreadOf, withMessage, withRead } from './conversations.js';
import { ImErrorCode, imError } from './errors.js';
import { chatFrame, metaFrame } from './frames.js';
import { IM_PORT, type ImPort, type IncomingMeta } from './port.js';
import type { ImState } from './states.js';
import type {
  ImClientOptions,
  ImConversation,
  ImDraft,
  ImEvents,
  ImMessage,
  ImSnapshot,
  SendOptions,
} from './types.js';

function socketUrlOf({ socketUrl, restUrl }: ImClientOptions, origin: string | undefined): string {
  try {
    const url = new URL(socketUrl ?? restUrl ?? '', origin);
    const path = socketUrl === undefined ? url.pathname.replace(/\/$/, '') + IM_SOCKET_PATH : url.pathname;
    if (/^(http|ws)s?:$/.test(url.protocol)) return `${url.protocol.replace('http', 'ws')}//${url.host}${path}`;
  } catch {
    // Told below.
  }
  const message = 'name the server: restUrl (http, https) or socketUrl (ws, wss) must be a URL';
  throw imError(message, 'invalid-argument', ImErrorCode.BadParameter);
}

/**
 * One user's instant messages (spec: marketplace §3, §4; library §7).
 *
 * @example
 * const client = new ImClient({ appKey: 'org#app', restUrl, identity: { username: 'ann', token } });
 * client.on('message', (message) => show(message));
 * await client.open();
 * await client.send({ to: 'ben', contentsType: 'TEXT', data: 'hello', ext: { name: 'Ann' } });
 */
export class ImClient implements Snapshots<ImSnapshot> {
  readonly #emitter: Emitter<ImEvents>;
  readonly #snapshot = new SnapshotStore<ImSnapshot>({ state: 'idle', error: undefined, conversations: [], unread: 0 });
  readonly #connection: ImConnection;
  readonly #appKey: string;
  readonly #username: string;
  readonly #items = new Emitter<Record<string, (item: IncomingMeta) => void>>();
  #wasOnline = false;
  /** Names the device; the same again continues where this one was. */
  readonly resource: string;
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  /** @throws {LecternError} reason `invalid-argument`, when app key, identity or address cannot be used. */
  constructor(options: ImClientOptions) {
    const { identity, platform = createBrowserPlatform(), report } = options;
    const { username, token } = identity;
    this.#appKey = parseAppKey(options.appKey).text;
    if (!username || !token) {
      throw imError('identity must have a username and a token', 'invalid-argument', ImErrorCode.BadParameter);
    }
    this.#username = username;
    this.resource = options.resource ?? `webim_${platform.random.uuid()}`;
    this.#emitter = new Emitter(report);
    const self = { appKey: this.#appKey, username, token, resource: this.resource };
    this.#connection = new ImConnection(platform, socketUrlOf(options, platform.origin), self, {
      state: (state, previous) => this.#changed(state, previous),
      received: (meta) => (meta.ns === NameSpace.Chat ? this.#received(meta) : this.#receivedItem(meta)),
    });
    Object.defineProperty(this, IM_PORT, { value: this.#port(platform) });
  }

  /** Calls back with each event until the result is called. */
  on<K extends keyof ImEvents>(event: K, listener: ImEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Logs in; resolves once messages go both ways, at once while they do or are about to again.
   * @throws {LecternError} the code of a refused login (2, 28, 56, 204), 16 when the server could not be reached (five
   * attempts, 2 s apart; open again later), 206 after a login elsewhere.
   */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /**
   * Sends to one user; resolves with the message as the server keeps it. While the connection is being restored, it waits.
   * @throws {LecternError} 512 without an answer within 15 s; 39 when not open, 510 when the client ended meanwhile, and
   * as the server refuses: 204 there is no such user, 509 too many messages, 511 too long.
   */
  async send(draft: ImDraft, { signal }: SendOptions = {}): Promise<ImMessage> {
    throwIfAborted(signal);
    if (!draft.to) throw imError('name the user to send to', 'invalid-argument', ImErrorCode.BadParameter);
    if (draft.contentsType === 'TEXT' && draft.data === '') {
      throw imError('please enter content', 'invalid-argument', ImErrorCode.BadParameter);
    }
    const payload = writeBody(draft, this.#username);
    const put = this.#connection.put((id) => chatFrame(this.#appKey, id, draft.to, payload));
    const { id, time } = await race(put, { signal });
    const message: ImMessage = {
      ...draft,
      ...{ id, type: 'single', time, isOwn: true },
      from: this.#username,
      ext: draft.ext ?? {},
    };
    this.#converse(withMessage(this.#snapshot.getSnapshot().conversations, message));
    return message;
  }

  /** The user has seen what `peer` wrote. */
  markRead(peer: string): void {
    this.#converse(withRead(this.#snapshot.getSnapshot().conversations, peer));
  }

  /** Logs out and lets go of everything. Idempotent; final. */
  close(): void {
    this.#connection.close();
  }

  #port(platform: Platform): ImPort {
    const connection = this.#connection;
    const appKey = this.#appKey;
    return {
      ...{ platform, appKey, username: this.#username, domain: USER_DOMAIN },
      get state() {
        return connection.state;
      },
      sendMeta: ({ ns, to, payload }) => connection.put((id) => metaFrame(appKey, id, { ns, to, payload })),
      onMeta: (ns, listener) => this.#items.on(String(ns), listener),
      onState: (listener) => this.#emitter.on('state', listener),
    };
  }

  #receivedItem({ id = '0', ns = 0, from, to, timestamp = '0', payload = new Uint8Array() }: Meta): void {
    const item = { id, from: from?.name ?? '', to: to?.name ?? '', time: Number(timestamp), payload };
    this.#items.emit(String(ns), item);
  }

  #received(meta: Meta): void {
    const message = readMessage(meta, this.#username);
    if (!message) return;
    this.#converse(withMessage(this.#snapshot.getSnapshot().conversations, message));
    this.#emitter.emit('message', message);
  }

  #converse(conversations: readonly ImConversation[]): void {
    this.#snapshot.update((now) =>
      now.conversations === conversations ? now : { ...now, conversations, unread: unreadOf(conversations) },
    );
  }

  #changed(state: ImState, previous: ImState): void {
    const { error } = this.#connection;
    this.#snapshot.update((now) => ({ ...now, state, error }));
    this.#emitter.emit('state', state, previous);
    if (state === 'offline') this.#emitter.emit('networkLost');
    const isOver = state === 'failed' || state === 'ended';
    if (isOver && error && error.reason !== 'closed') this.#emitter.emit('ended', error);
    if (state === 'online' && this.#wasOnline) this.#emitter.emit('restored');
    this.#wasOnline ||= state === 'online';
  }
}
