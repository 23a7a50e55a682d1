import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { addressOf, NameSpace, nameOf, parseAddress, type Meta } from '../im-protocol/index.js';
import { createBrowserPlatform } from '../platform/browser/index.js';
import type { Platform } from '../platform/types.js';
import { parseAppKey } from '../rest/app-key.js';
import { addressesOf, peerName } from './addresses.js';
import { readCallMessage, writeCallBody } from './call-messages.js';
import { ImConnection } from './connection.js';
import { readConversations } from './conversation-list.js';
import { ImCredentials, TokenWatch } from './credentials.js';
import { badParameter } from './errors.js';
import { metaFrame } from './frames.js';
import { ImGroups, readGroupEvent } from './groups.js';
import { openHistory, type ImHistory, type ImHistoryOptions } from './history.js';
import { Messenger } from './messenger.js';
import { IM_PORT, type ImPort, type IncomingCallMessage } from './port.js';
import { ImPresences, readPresenceNews } from './presence.js';
import { ImRest } from './rest.js';
import type { ImState } from './states.js';
import { Conversations } from './conversations.js';
import { ImThread } from './thread.js';
import type { ImShare, ImSharePorts, ImTransport, SharedConnectionHandlers } from './transport.js';
import type { ImCallOptions, ImChatType, ImClientOptions, ImDraft, ImEvents, ImMessage, ImSnapshot } from './types.js';
import { ImUsers, type ImUserInfo } from './users.js';

/**
 * One user's instant messages (spec: marketplace §3, §4, §7, §8; library §7).
 *
 * @example
 * const client = new ImClient({ appKey: 'org#app', restUrl, identity: { username: 'ann', token } });
 * client.on('message', (message) => show(message));
 * await client.open();
 * await client.send({ to: 'ben', contentsType: 'TEXT', data: 'hello', ext: { name: 'Ann' } });
 */
export class ImClient implements Snapshots<ImSnapshot> {
  readonly #emitter: Emitter<ImEvents>;
  /** Items of other namespaces than CHAT, by namespace. */
  readonly #calls: Emitter<{ message: (message: IncomingCallMessage) => void }>;
  readonly #snapshot = new SnapshotStore<ImSnapshot>({ state: 'idle', error: undefined, conversations: [], unread: 0 });
  readonly #platform: Platform;
  readonly #credentials: ImCredentials;
  readonly #tokens: TokenWatch;
  readonly #rest: ImRest;
  readonly #connection: ImTransport;
  readonly #conversations = new Conversations((changes) => this.#snapshot.update((now) => ({ ...now, ...changes })));
  readonly #messenger: Messenger;
  readonly #threads = new Map<string, ImThread>();
  readonly #appKey: string;
  readonly #userInfo: ImUserInfo | undefined;
  readonly #report: ((error: unknown) => void) | undefined;
  #wasOnline = false;
  /** Plain name of the user. */
  readonly username: string;
  /** Names the device; the same value continues where this device stopped. */
  readonly resource: string;
  readonly users: ImUsers;
  readonly groups: ImGroups;
  readonly presence: ImPresences;
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  /**
   * @throws {LecternError} reason `invalid-argument`, when app key or address cannot be used; 'enter account password'
   * (spec, marketplace §8) without a user name, or with neither password nor token.
   */
  constructor(options: ImClientOptions) {
    const { platform = createBrowserPlatform(), report, ext, receipts = false } = options;
    const appKey = parseAppKey(options.appKey);
    const addresses = addressesOf(options, platform.origin);
    this.#appKey = appKey.text;
    this.#platform = platform;
    this.#credentials = new ImCredentials(options.identity);
    const { username } = this.#credentials;
    this.username = username;
    this.resource = options.resource ?? `webim_${platform.random.uuid()}`;
    this.#userInfo = options.userInfo;
    this.#report = report;
    this.#emitter = new Emitter(report);
    this.#calls = new Emitter(report);
    this.#rest = new ImRest({
      ...{ platform, appKey, base: addresses.rest, token: () => this.#token() },
      refused: (token) => this.#credentials.discard(token),
    });
    this.#tokens = new TokenWatch(platform.clock, {
      expiring: (expiresAt) => this.#expiring(expiresAt),
      expired: () => this.#connection.expire(),
    });
    const connection = this.#connect(options.share, addresses.socket);
    this.#connection = connection;
    this.#messenger = new Messenger({
      ...{ clock: platform.clock, conversations: this.#conversations, appKey: appKey.text, username, ext },
      sendsReceipts: () => receipts && connection.isOwner,
      nextId: () => connection.nextId(),
      put: (frameOf, id) => connection.put(frameOf, id),
      emit: (event, ...args) => this.#emitter.emit(event, ...args),
    });
    this.users = new ImUsers(this.#rest, username);
    this.groups = new ImGroups(this.#rest, username);
    this.presence = new ImPresences(this.#rest, username, this.resource, platform.clock);
    Object.defineProperty(this, IM_PORT, { value: this.#port() });
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ImEvents>(event: K, listener: ImEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Logs in; resolves once the connection works in both directions, at once if it does or is being restored.
   * @throws {LecternError} the code of a refused login (1, 2, 28, 56, 57, 204, 214), 16 when the server could not be
   * reached (five attempts, 2 s apart; call `open` again later), 206 after a login elsewhere.
   */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /**
   * Sends to one user or one group; resolves with the message as the server stored it. While the connection is being
   * restored, the message is queued. The {@link ImThread} of the conversation shows it at once.
   * @throws {LecternError} −3 for a draft that cannot be sent ('please enter content', 'please enter link'); 512
   * without an answer within 15 s; 39 when not open, 510 when the client closed meanwhile, and as the server refuses:
   * 204 no such user, 605 no such group, 602 not a member of it, 507 muted, 509 too many messages, 511 too long.
   */
  send(draft: ImDraft, options: ImCallOptions = {}): Promise<ImMessage> {
    return this.#messenger.send(draft, options);
  }

  /**
   * Recalls an own message: its content is removed for all recipients.
   * @throws {LecternError} −3 for a message of another user, 504 when it is too late, 505 when the server refuses.
   */
  recall(message: ImMessage, options: ImCallOptions = {}): Promise<void> {
    return this.#messenger.recall(message, options);
  }

  /**
   * Marks a conversation as read. The server and through it the other user are notified as soon as the connection
   * allows.
   */
  markRead(peer: string, type: ImChatType = 'single'): void {
    this.#messenger.markRead(type, peerName(this.#appKey, peer));
  }

  /** The messages with one user, or in one group, from the newest to the first. @throws {LecternError} −3 */
  history(peer: string, options: ImHistoryOptions = {}): ImHistory {
    return openHistory(this.#rest, this.username, peerName(this.#appKey, peer), options);
  }

  /** Returns the conversation with one user or in one group; the same object each time. @throws {LecternError} −3 */
  thread(peer: string, type: ImChatType = 'single'): ImThread {
    const name = peerName(this.#appKey, peer);
    const key = `${type} ${name}`;
    const known = this.#threads.get(key);
    if (known) return known;
    const history = this.history(name, { type });
    const thread = new ImThread(type, name, this.#conversations.log(type, name), history, this.#messenger);
    this.#threads.set(key, thread);
    return thread;
  }

  /**
   * Loads all conversations of the server into the snapshot, with their numbers of unread messages.
   * @throws {LecternError} −1 without an answer within 15 s, 17, 28.
   */
  async loadConversations(options: ImCallOptions = {}): Promise<void> {
    this.#conversations.listed(await readConversations(this.#rest, this.username, options));
  }

  /**
   * Continues with a new token. If the previous one has expired, call `open` again afterwards.
   * @throws {LecternError} 28 for a token that the server does not know, −1 without an answer within 15 s, 17.
   */
  async renewToken(token: string, { signal }: ImCallOptions = {}): Promise<void> {
    if (!token) throw badParameter('name the new token');
    const path = `sdk/users/${encodeURIComponent(this.username)}/token/expires`;
    const { expire_timestamp: expiresAt } = await this.#rest.call('GET', path, { token, signal });
    this.#credentials.token = token;
    this.#watchUntil(Number(expiresAt));
    this.#connection.tokenRenewed(Number(expiresAt));
  }

  /** Logs out and releases everything. Idempotent; final. */
  close(): void {
    this.#connection.close();
  }

  async #token(): Promise<string> {
    return this.#credentials.token ?? (await this.#credentials.logIn(this.#rest)).token;
  }

  #watchUntil(expiresAt: number): void {
    // If the client is not open, the next login watches its token.
    if (expiresAt > 0 && this.#snapshot.getSnapshot().state === 'online') this.#tokens.start(expiresAt);
  }

  #expiring(expiresAt: number): void {
    if (!this.#credentials.canLogIn) return this.#emitter.emit('tokenExpiring', expiresAt);
    // The tab that owns the connection renews the token for all.
    if (!this.#connection.isOwner) return;
    this.#renew().catch(() => this.#emitter.emit('tokenExpiring', expiresAt));
  }

  async #renew(): Promise<void> {
    const { token, lifeMs } = await this.#credentials.logIn(this.#rest);
    // The server knows how long a token is valid that came without its lifetime.
    if (lifeMs === undefined) return this.renewToken(token);
    const expiresAt = this.#platform.clock.now() + lifeMs;
    this.#watchUntil(expiresAt);
    this.#connection.tokenRenewed(expiresAt);
  }

  #connect(share: ImShare | undefined, socketUrl: string): ImTransport {
    const { clock, random } = this.#platform;
    const self = { appKey: this.#appKey, username: this.username, resource: this.resource };
    const connect: ImSharePorts['connect'] = (handlers, loginReason) => {
      const login = loginReason === undefined ? self : { ...self, loginReason };
      return new ImConnection(this.#platform, socketUrl, login, this.#credentials, handlers);
    };
    const handlers: SharedConnectionHandlers = {
      state: (state, previous) => this.#changed(state, previous),
      received: (meta) => this.#received(meta),
      logIn: () => this.#credentials.logIn(this.#rest),
      tokenKnown: (expiresAt) => this.#tokens.start(expiresAt),
      tokenShared: (token, expiresAt) => {
        this.#credentials.token = token;
        if (expiresAt > 0) this.#tokens.start(expiresAt);
      },
    };
    const token = (): string | undefined => this.#credentials.token;
    return share?.({ ...self, clock, random, handlers, token, connect }) ?? connect(handlers);
  }

  #port(): ImPort {
    const connection = this.#connection;
    const appKey = this.#appKey;
    return {
      ...{ platform: this.#platform, appKey, username: this.username },
      get state() {
        return connection.state;
      },
      otherUser: (to) => {
        const name = nameOf(to);
        if (name && name !== this.username && (parseAddress(to)?.appKey ?? appKey) === appKey) {
          return { name, address: addressOf(appKey, name) };
        }
        throw badParameter('name another user of the same app: a plain name, or org#app_name@domain');
      },
      sendCall: (to, body) => {
        const payload = writeCallBody(this.username, body);
        return connection.put((id) => metaFrame(appKey, id, { ns: NameSpace.Conference, to, payload }));
      },
      onCall: (listener) => this.#calls.on('message', listener),
      onState: (listener) => this.#emitter.on('state', listener),
    };
  }

  #received(meta: Meta): void {
    const { ns = 0, payload = new Uint8Array() } = meta;
    if (ns === NameSpace.Chat) return this.#messenger.received(meta);
    if (ns === NameSpace.Conference) {
      const message = readCallMessage(meta);
      if (message) this.#calls.emit('message', message);
    } else if (ns === NameSpace.Muc) {
      const event = readGroupEvent(payload);
      if (event) this.#emitter.emit('group', event);
    } else if (ns === NameSpace.Notify) {
      for (const presence of readPresenceNews(payload)) this.#emitter.emit('presence', presence);
    }
  }

  #changed(state: ImState, previous: ImState): void {
    const { error } = this.#connection;
    this.#snapshot.update((now) => ({ ...now, state, error }));
    this.#emitter.emit('state', state, previous);
    if (state === 'offline') this.#emitter.emit('networkLost');
    const isOver = state === 'failed' || state === 'ended';
    if (isOver) this.#tokens.stop();
    if (isOver && error && error.reason !== 'closed') this.#emitter.emit('ended', error);
    if (state !== 'online') return;
    if (this.#wasOnline) {
      this.#emitter.emit('restored');
      this.presence.restore().then(
        (presences) => presences.forEach((presence) => this.#emitter.emit('presence', presence)),
        (error: unknown) => this.#report?.(error),
      );
    } else this.#introduce();
    this.#wasOnline = true;
  }

  /** Spec, marketplace §7: on open, update own nickname, avatar and sign. */
  #introduce(): void {
    if (!this.#userInfo) return;
    this.users.set(this.#userInfo).catch((error: unknown) => this.#report?.(error));
  }
}
