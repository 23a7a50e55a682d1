import { deferred, onAbort, throwIfAborted, type Deferred } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import {
  OP_CANDIDATES,
  OP_CHANGE_SUBSCRIPTION,
  OP_CLOSE_CONFERENCE,
  OP_GET_MEMBERS,
  OP_LEAVE,
  OP_RECORD,
  OP_STREAM_CONTROL,
  OP_SYNC,
  OP_TERMINATE,
  OP_UNSUBSCRIBE,
  REQUEST_TIMEOUT_CODE,
  REQUEST_TIMEOUT_MS,
  type WireMessage,
  type WireResponse,
} from '../protocol/index.js';
import { clientFailure } from './refusals.js';
import type { RequestOptions } from './types.js';

/** A message with its transaction id. */
export type RequestMessage = WireMessage & { readonly tsxId: string };

/** A pending request. */
export interface PendingRequest {
  readonly message: RequestMessage;
  readonly result: Deferred<WireResponse>;
}

interface Entry extends PendingRequest {
  release: Dispose;
  isSent: boolean;
}

/**
 * Idempotent ops, which may reach the server twice: they set a state, or end something. All others have an effect each
 * time (102 opens a channel, 1002–1004 act on another member), so that only the caller can decide to repeat them.
 */
const REPEATABLE_OPS: readonly number[] = [
  OP_CANDIDATES,
  OP_TERMINATE,
  OP_LEAVE,
  OP_GET_MEMBERS,
  OP_CLOSE_CONFERENCE,
  OP_CHANGE_SUBSCRIPTION,
  OP_UNSUBSCRIBE,
  OP_STREAM_CONTROL,
  OP_RECORD,
  OP_SYNC,
];

/** Pending requests by `tsxId` (wire-conference 1.4). Each settles: by its answer, timeout, abort, loss or close. */
export class RequestTable {
  readonly #clock: Clock;
  /** In the order of the requests. */
  readonly #entries = new Map<string, Entry>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns a transaction id that is unused on this connection. */
  newTsxId(): string {
    return `MSG${this.#clock.now()}-${this.#count++}`;
  }

  /** Adds a request, under its own `tsxId` if it has one. @throws {LecternError} reason `aborted`. */
  add(message: WireMessage, options: RequestOptions = {}): PendingRequest {
    const { timeoutMs = REQUEST_TIMEOUT_MS, signal } = options;
    throwIfAborted(signal);
    const tsxId = message.tsxId ?? this.newTsxId();
    const result = deferred<WireResponse>();
    const stopTimer = this.#clock.after(timeoutMs, () =>
      this.reject(
        tsxId,
        new LecternError(`op ${message.op} was not answered within ${timeoutMs} ms`, {
          reason: 'timeout',
          code: REQUEST_TIMEOUT_CODE,
        }),
      ),
    );
    const stopListening = onAbort(signal, (error) => this.reject(tsxId, error));
    const release = (): void => {
      stopTimer();
      stopListening();
    };
    this.#entries.get(tsxId)?.release();
    const entry: Entry = { message: { ...message, tsxId }, result, release, isSent: false };
    this.#entries.set(tsxId, entry);
    return entry;
  }

  /** True if the request is pending. */
  has(tsxId: string | undefined): boolean {
    return tsxId !== undefined && this.#entries.has(tsxId);
  }

  markSent(tsxId: string | undefined): void {
    const entry = this.#entries.get(tsxId ?? '');
    if (entry) entry.isSent = true;
  }

  /** Removes and returns the answered request. */
  take(tsxId: string | undefined): PendingRequest | undefined {
    const entry = this.#entries.get(tsxId ?? '');
    if (!entry) return undefined;
    this.#entries.delete(entry.message.tsxId);
    entry.release();
    return entry;
  }

  /** Removes a request and rejects it. */
  reject(tsxId: string | undefined, error: LecternError): void {
    this.take(tsxId)?.result.reject(error);
  }

  /**
   * Handles the loss of the socket: returns the sent requests that are to be repeated, in order, and rejects those that
   * must not be with reason `network`. Unsent requests stay queued.
   */
  interrupt(): RequestMessage[] {
    const repeated: RequestMessage[] = [];
    for (const entry of [...this.#entries.values()].filter(({ isSent }) => isSent)) {
      const { message } = entry;
      if (REPEATABLE_OPS.includes(message.op)) {
        entry.isSent = false;
        repeated.push(message);
      } else {
        const text = `the connection was lost before op ${message.op} was answered`;
        this.reject(message.tsxId, clientFailure(text, 'network'));
      }
    }
    return repeated;
  }

  /** Rejects all requests. */
  close(error: LecternError): void {
    for (const tsxId of [...this.#entries.keys()]) this.reject(tsxId, error);
  }
}
