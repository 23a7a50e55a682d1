import type { Clock, Random } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { Meta } from '../im-protocol/index.js';
import type { ImState } from './states.js';
import type { Acknowledgement } from './unacknowledged-messages.js';

/** Receives what happens on a connection. */
export interface ConnectionHandlers {
  state(state: ImState, previous: ImState): void;
  /** An item of any namespace but STATISTIC; duplicates are not delivered. */
  received(meta: Meta): void;
  /** Obtains a new token for name and password. @throws {LecternError} */
  logIn(): Promise<unknown>;
  /** Expiry of the token: milliseconds since the epoch, by the machine's clock. */
  tokenKnown(expiresAt: number): void;
}

/** A connection of one user, as the client uses it: its own, or one that is shared. */
export interface ImTransport {
  readonly state: ImState;
  /** Error that failed or ended the connection. */
  readonly error: LecternError | undefined;
  /** False where another tab owns the connection; the owner sends delivery receipts and renews the token. */
  readonly isOwner: boolean;
  /** Resolves once logged in. @throws {LecternError} the code of the refusal, or 16 when no attempt succeeded. */
  open(): Promise<void>;
  /** @throws {LecternError} 39 when not logged in, and as the server refuses. */
  put(frameOf: (id: string) => Uint8Array, id?: string): Promise<Acknowledgement>;
  /** Returns a new id for an outgoing item. The server stores an item that is resent under its id only once. */
  nextId(): string;
  /** The client has a new token with this expiry: milliseconds since the epoch. */
  tokenRenewed(expiresAt: number): void;
  /** The token has expired: ends the session. */
  expire(): void;
  /** Logs out. Idempotent. */
  close(): void;
}

/** Handlers of a connection that several tabs share. */
export interface SharedConnectionHandlers extends ConnectionHandlers {
  /** Another tab has this token. `expiresAt` is in milliseconds since the epoch. */
  tokenShared(token: string, expiresAt: number): void;
}

/** Everything that a shared connection is made of. */
export interface ImSharePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly appKey: string;
  readonly username: string;
  /** Names the device, the same in all tabs. */
  readonly resource: string;
  readonly handlers: SharedConnectionHandlers;
  /** Returns the current token of this page's client, if it has one. */
  token(): string | undefined;
  /** Makes a connection of this page's own. The device that its login replaces receives `loginReason`. */
  connect(handlers: ConnectionHandlers, loginReason?: string): ImTransport;
}

/** Makes the connection of a client; see `@lectern/rtc/im-tabs`. */
export type ImShare = (ports: ImSharePorts) => ImTransport;
