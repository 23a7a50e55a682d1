import type { Dispose } from '../core/clock.js';
import type { Capability, EnterResponse, WireMessage, WireResponse, WireTicket } from '../protocol/index.js';

/** State of the signalling connection (spec §4). */
export type SignallingState =
  | 'idle'
  | 'connecting'
  /** The socket is open and op 200 was sent. */
  | 'entering'
  | 'connected'
  /** The socket is lost; attempts continue. */
  | 'reconnecting'
  /** The browser reports that it is offline; waits until it is online. */
  | 'offline'
  | 'closed';

export interface EnterOptions {
  readonly ticket: WireTicket;
  readonly nickName?: string | undefined;
  /** Sent as JSON text. */
  readonly ext?: unknown;
  readonly resource?: string | undefined;
  /** Capabilities requested in addition to the default ones. */
  readonly capabilities?: readonly Capability[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions {
  /** Rejects with −408 after this many milliseconds; default 15 000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Reason why the connection closed permanently; `code` is the result code if there is one (spec §8, "Refusals"). */
export interface SignallingClosed {
  readonly exitReason: number;
  readonly code?: number;
  readonly message?: string;
}

export interface SignallingEvents {
  state: (state: SignallingState, previous: SignallingState) => void;
  /** Emitted after the first enter and every re-enter (`isReentry`), before queued messages are flushed. */
  entered: (response: EnterResponse, isReentry: boolean) => void;
  /** Every push with the right session, and answers (1001) that match no request. */
  message: (message: WireMessage) => void;
  /** A message is about to be sent or queued; messages that a listener sends go first. */
  sending: (message: WireMessage) => void;
  /** Answer to op 1000 whose conference version is newer than any received before: complete `mems` and `streams`. */
  synced: (response: WireResponse) => void;
  /** A push or response that violated the protocol: wrong session (−9527), no JSON. The connection continues. */
  protocolError: (error: Error) => void;
  /** A response with a result other than 0. */
  responseFailed: (request: WireMessage, response: WireResponse) => void;
  /** The connection was refused, or lost and not restored. Not emitted for `close()`. */
  closed: (closed: SignallingClosed) => void;
}

/** The part of the signalling connection that the conference uses. */
export interface SignallingPort {
  readonly state: SignallingState;
  on<K extends keyof SignallingEvents>(event: K, listener: SignallingEvents[K]): Dispose;
  /** Connects and enters; rejects when entering fails or times out (spec §4 joining flow). */
  enter(options: EnterOptions): Promise<EnterResponse>;
  /**
   * Sends a request with a new `tsxId`, or queues it until the session exists; resolves with the response whose result
   * is 0, rejects with the response's code otherwise, with −408 after the timeout.
   *
   * When the socket is lost while the request is pending: ops that may reach the server twice (105, 107, 201, 203, 204,
   * 205, 206, 400, 500, 1000) are sent again after the re-enter; all others (102, 1002, 1003, 1004) reject with reason
   * `network` and −9527, since only the caller can decide to repeat them. Unsent requests stay queued.
   */
  request(message: WireMessage, options?: RequestOptions): Promise<WireResponse>;
  /** Sends a message without an answer (105, 1001); queued like a request. */
  post(message: WireMessage): void;
  /** Closes permanently. Idempotent. `code` is the close code of the socket; pending requests reject with −9527. */
  close(code?: number): void;
}
