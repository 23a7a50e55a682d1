import { deferred, type Deferred } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { StateMachine } from '../core/state-machine.js';
import {
  Command,
  CommNotice,
  CommSyncDL,
  CommUnreadDL,
  decode,
  MSync,
  MsyncFormatError,
  NameSpace,
  Provision,
  StatisticsBody,
  type Meta,
} from '../im-protocol/index.js';
import type { Platform } from '../platform/types.js';
import { Attempt } from '../signalling/attempt.js';
import {
  IM_CONNECT_TIMEOUT_MS,
  IM_HEARTBEAT_MS,
  IM_HEARTBEAT_TIMEOUT_MS,
  IM_RECONNECT_ATTEMPTS,
  IM_RECONNECT_DELAY_MS,
} from './constants.js';
import type { ImCredentials } from './credentials.js';
import { ImErrorCode, imError, loginError } from './errors.js';
import { loginFrame, logoutFrame, unreadFrame, type ImSelf } from './frames.js';
import { Inbox } from './inbox.js';
import { kickOf } from './kicks.js';
import { UnacknowledgedMessages, type Acknowledgement } from './unacknowledged-messages.js';
import { asObject } from './rest.js';
import { IM_TRANSITIONS, type ImState, type ImTransition } from './states.js';
import type { ConnectionHandlers, ImTransport } from './transport.js';

const ignore = (): void => undefined;

/**
 * One user's connection, over any number of successive sockets: login, heartbeat, reconnection (spec, marketplace §4,
 * §9).
 */
export class ImConnection implements ImTransport {
  readonly isOwner = true;
  readonly #platform: Pick<Platform, 'clock' | 'network' | 'createSocket'>;
  readonly #url: string;
  readonly #self: ImSelf;
  readonly #credentials: ImCredentials;
  readonly #handlers: ConnectionHandlers;
  readonly #machine: StateMachine<ImState, ImTransition>;
  readonly #inbox: Inbox;
  readonly #unacknowledged: UnacknowledgedMessages;
  #attempt: Attempt | undefined;
  #opening: Deferred<void> | undefined;
  #retries = 0;
  #stopTimer: Dispose = ignore;
  #stopListening: Dispose = ignore;
  #error: LecternError | undefined;
  /** Expiry of this login's token by the server's clock, until the clock offset is known. */
  #expiresAt: number | undefined;

  constructor(
    platform: Pick<Platform, 'clock' | 'network' | 'createSocket'>,
    url: string,
    self: ImSelf,
    credentials: ImCredentials,
    handlers: ConnectionHandlers,
  ) {
    this.#platform = platform;
    this.#url = url;
    this.#self = self;
    this.#credentials = credentials;
    this.#handlers = handlers;
    const send = (frame: Uint8Array): void => this.#send(frame);
    this.#inbox = new Inbox({ send, received: (meta) => this.#received(meta) });
    this.#unacknowledged = new UnacknowledgedMessages(platform.clock, { send, overdue: () => this.#lose() });
    this.#machine = new StateMachine<ImState, ImTransition>({
      name: 'instant messaging',
      initial: 'idle',
      transitions: IM_TRANSITIONS,
      onChange: (state, previous) => this.#handlers.state(state, previous),
    });
  }

  get state(): ImState {
    return this.#machine.state;
  }

  /** Error that failed or ended the connection. */
  get error(): LecternError | undefined {
    return this.#error;
  }

  /** Resolves once logged in. @throws {LecternError} the code of the refusal, or 16 when no attempt succeeded. */
  open(): Promise<void> {
    if (this.#opening) return this.#opening.promise;
    if (this.#machine.is('online', 'waiting', 'offline')) return Promise.resolve();
    if (this.#machine.is('ended')) return Promise.reject(this.#error ?? imError('the client is closed', 'closed'));
    const opening = deferred<void>();
    // Callers that only listen for events need not await it.
    opening.promise.catch(ignore);
    this.#opening = opening;
    this.#error = undefined;
    this.#retries = 0;
    this.#stopListening();
    this.#stopListening = this.#platform.network.onChange((online) => (online ? this.#cameBack() : this.#wentOff()));
    this.#machine.send('open');
    this.#connect();
    return opening.promise;
  }

  /** @throws {LecternError} 39 when not logged in, and as the server refuses. */
  put(frameOf: (id: string) => Uint8Array, id: string = this.nextId()): Promise<Acknowledgement> {
    if (this.#machine.is('idle', 'failed', 'ended')) {
      return Promise.reject(imError('open the client before sending', 'invalid-state', ImErrorCode.NotLoggedIn));
    }
    return this.#unacknowledged.put(frameOf(id), id);
  }

  /** Returns a new id for an outgoing item. The server stores an item that is resent under its id only once. */
  nextId(): string {
    return this.#unacknowledged.nextId();
  }

  /** The next login takes the token from the credentials. */
  tokenRenewed(): void {}

  /** The token has expired: ends the session. */
  expire(): void {
    const message = 'the token has expired: renew it, and open again';
    this.#fail(imError(message, 'refused', ImErrorCode.TokenExpired));
  }

  /** Logs out. Idempotent. */
  close(): void {
    this.#send(logoutFrame());
    this.#end(imError('the client was closed', 'closed'));
  }

  #connect(): void {
    const { clock, createSocket } = this.#platform;
    const open = (url: string): ReturnType<Platform['createSocket']> => {
      const socket = createSocket(url);
      socket.binaryType = 'arraybuffer';
      return socket;
    };
    this.#attempt = new Attempt({ clock, createSocket: open }, this.#url, {
      opened: () => this.#opened(),
      received: (data) => this.#onFrame(data),
      gone: () => this.#lose(),
    });
    this.#attempt.open();
  }

  #opened(): void {
    this.#machine.send('socketOpen');
    this.#after(IM_CONNECT_TIMEOUT_MS, () => this.#lose());
    const attempt = this.#attempt;
    if (this.#credentials.token !== undefined) return this.#logIn(attempt);
    this.#handlers.logIn().then(
      () => this.#logIn(attempt),
      (error: unknown) => {
        if (attempt !== this.#attempt) return;
        if (error instanceof LecternError && error.reason === 'refused') this.#end(error);
        else this.#lose();
      },
    );
  }

  #logIn(attempt: Attempt | undefined): void {
    const { token = '' } = this.#credentials;
    if (attempt === this.#attempt) attempt?.send(loginFrame(this.#self, token));
  }

  #refused(error: LecternError): void {
    const isOfToken = error.code === ImErrorCode.TokenExpired || error.code === ImErrorCode.TokenInvalid;
    if (isOfToken && this.#credentials.canLogIn) {
      this.#credentials.token = undefined;
      this.#lose();
    } else if (error.code === ImErrorCode.TokenExpired) this.#fail(error);
    else this.#end(error);
  }

  #accepted(): void {
    this.#retries = 0;
    this.#machine.send('accept');
    this.#unacknowledged.resend();
    this.#send(unreadFrame());
    this.#opening?.resolve();
    this.#opening = undefined;
  }

  /** The socket is lost or unreliable. */
  #lose(): void {
    this.#drop();
    if (!this.#machine.trySend('lose')) return;
    if (this.#retries >= IM_RECONNECT_ATTEMPTS) {
      const message = `${this.#url} could not be reached, ${IM_RECONNECT_ATTEMPTS} times in a row: open again later`;
      return this.#giveUp(imError(message, 'network', ImErrorCode.Disconnected));
    }
    this.#retries += 1;
    this.#after(IM_RECONNECT_DELAY_MS, () => {
      this.#machine.send('retry');
      this.#connect();
    });
  }

  #giveUp(error: LecternError): void {
    this.#error = error;
    this.#stopListening();
    this.#machine.send('giveUp');
    this.#settle(error);
  }

  #fail(error: LecternError): void {
    if (!this.#machine.can('expire')) return;
    this.#error = error;
    this.#drop(1000);
    this.#stopListening();
    this.#machine.send('expire');
    this.#settle(error);
  }

  #wentOff(): void {
    this.#drop();
    this.#machine.trySend('networkLost');
  }

  #cameBack(): void {
    if (!this.#machine.trySend('networkBack')) return;
    this.#retries = 0;
    this.#connect();
  }

  #end(error: LecternError): void {
    if (!this.#machine.can('end')) return;
    this.#error = error;
    this.#drop(1000);
    this.#stopListening();
    this.#machine.send('end');
    this.#settle(error);
  }

  #settle(error: LecternError): void {
    this.#unacknowledged.fail(error);
    this.#opening?.reject(error);
    this.#opening = undefined;
  }

  #drop(code?: number): void {
    this.#stopTimer();
    this.#attempt?.close(code);
    this.#attempt = undefined;
    this.#inbox.reset();
  }

  /** One timer at a time: login, then heartbeat, then reconnection. */
  #after(delayMs: number, callback: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#platform.clock.after(delayMs, callback);
  }

  #send(frame: Uint8Array): void {
    if (this.#machine.is('online')) this.#attempt?.send(frame);
  }

  #onFrame(data: unknown): void {
    try {
      if (data instanceof ArrayBuffer) this.#read(decode(MSync, new Uint8Array(data)));
    } catch (error) {
      if (!(error instanceof MsyncFormatError)) throw error;
      // A server that violates the protocol is treated as lost.
      return this.#lose();
    }
    if (this.#machine.is('online')) this.#after(IM_HEARTBEAT_MS, () => this.#ask());
  }

  #ask(): void {
    this.#send(unreadFrame());
    this.#after(IM_HEARTBEAT_TIMEOUT_MS, () => this.#lose());
  }

  #read({ command = Command.Sync, payload = new Uint8Array() }: MSync): void {
    if (this.#machine.is('loggingIn')) {
      if (command !== Command.Provision) return;
      const { status = {}, authToken } = decode(Provision, payload);
      if (status.errorCode) return this.#refused(loginError(status));
      this.#expiresAt = readExpiry(authToken);
      this.#accepted();
      return;
    }
    if (command === Command.Notice) {
      const { queue } = decode(CommNotice, payload);
      if (queue) this.#inbox.notice(queue);
    } else if (command === Command.Unread) {
      const { unread = [], timestamp = '0' } = decode(CommUnreadDL, payload);
      this.#onServerTime(Number(timestamp));
      for (const { queue } of unread) if (queue) this.#inbox.notice(queue);
    } else if (command === Command.Sync) {
      const sync = decode(CommSyncDL, payload);
      if (sync.metaId !== undefined && sync.metaId !== '0') this.#unacknowledged.acknowledged(sync);
      else this.#inbox.sync(sync);
    }
  }

  #onServerTime(serverTime: number): void {
    if (this.#expiresAt === undefined || serverTime === 0) return;
    const { clock } = this.#platform;
    this.#handlers.tokenKnown(clock.now() + this.#expiresAt - serverTime);
    this.#expiresAt = undefined;
  }

  #received(meta: Meta): void {
    if ((meta.ns ?? NameSpace.Statistic) !== NameSpace.Statistic) return this.#handlers.received(meta);
    const error = kickOf(decode(StatisticsBody, meta.payload ?? new Uint8Array()));
    if (error) this.#end(error);
  }
}

/** `{"expires_in": …}` is, in spite of its name, a time: milliseconds since the epoch. */
function readExpiry(authToken: string | undefined): number | undefined {
  try {
    const expiresAt = asObject(JSON.parse(authToken ?? '')).expires_in;
    return typeof expiresAt === 'number' && expiresAt > 0 ? expiresAt : undefined;
  } catch {
    return undefined;
  }
}
