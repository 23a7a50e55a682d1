import { deferred, type Deferred } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { CommSyncDL } from '../im-protocol/index.js';
import { LOCAL_ID_EPOCH_MS, SEND_TIMEOUT_MS } from './constants.js';
import { ImErrorCode, imError, sendError } from './errors.js';

/** Server's acknowledgement of a message. */
export interface Acknowledgement {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

interface Pending {
  readonly frame: Uint8Array;
  readonly result: Deferred<Acknowledgement>;
  readonly stopTimer: Dispose;
}

export interface UnacknowledgedHandlers {
  send(frame: Uint8Array): void;
  /** No acknowledgement arrived in time: the socket is unreliable. */
  overdue(): void;
}

/**
 * Messages that the server has not acknowledged, in the order in which they were sent. After a loss of the socket they
 * are sent again under the same ids, by which the server detects duplicates.
 */
export class UnacknowledgedMessages {
  readonly #clock: Clock;
  readonly #handlers: UnacknowledgedHandlers;
  readonly #pending = new Map<string, Pending>();
  #lastId = 0;

  constructor(clock: Clock, handlers: UnacknowledgedHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /** Three digits below the millisecond, so that ids of a burst stay behind the clock. */
  nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, (this.#clock.now() - LOCAL_ID_EPOCH_MS) * 1_000);
    return String(this.#lastId);
  }

  /** @throws {LecternError} 512 without an acknowledgement within 15 s, 510 when the connection ended before. */
  put(frame: Uint8Array, id: string): Promise<Acknowledgement> {
    const result = deferred<Acknowledgement>();
    const stopTimer = this.#clock.after(SEND_TIMEOUT_MS, () => {
      const message = `the message was not acknowledged within ${SEND_TIMEOUT_MS} ms`;
      this.#settle(id)?.result.reject(imError(message, 'timeout', ImErrorCode.SendTimeout));
      this.#handlers.overdue();
    });
    this.#pending.set(id, { frame, result, stopTimer });
    this.#handlers.send(frame);
    return result.promise;
  }

  acknowledged({ metaId = '0', serverId = '0', timestamp = '0', status = {} }: CommSyncDL): void {
    const result = this.#settle(metaId)?.result;
    if (status.errorCode) result?.reject(sendError(status));
    else result?.resolve({ id: serverId, time: Number(timestamp) });
  }

  /** Sends all items again, over a new socket. */
  resend(): void {
    for (const { frame } of this.#pending.values()) this.#handlers.send(frame);
  }

  /** No acknowledgement can arrive any more. */
  fail(cause: LecternError): void {
    for (const id of [...this.#pending.keys()]) {
      const message = `the connection ended before the message was acknowledged: ${cause.message}`;
      this.#settle(id)?.result.reject(imError(message, 'closed', ImErrorCode.SocketLost, cause));
    }
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.stopTimer();
    return pending;
  }
}
