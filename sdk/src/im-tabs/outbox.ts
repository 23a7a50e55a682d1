import { deferred, type Deferred } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { SEND_TIMEOUT_MS } from '../im/constants.js';
import { ImErrorCode, imError } from '../im/errors.js';
import type { Acknowledgement } from '../im/unacknowledged-messages.js';
import { deserializeError, isError, serializeError, type SerializedError } from './tab-messages.js';

/** An item that the server has neither acknowledged nor refused. */
export interface OutboxItem {
  /** Names the tab that sends it. */
  readonly from: string;
  readonly id: string;
  readonly frame: Uint8Array;
}

interface Entry {
  readonly item: OutboxItem;
  /** Undefined for an item of another tab. */
  readonly result: Deferred<Acknowledgement> | undefined;
  readonly stopTimer: Dispose;
}

/**
 * The items that all tabs of a browser are sending, in their order. Every tab keeps them, so that whichever leads next
 * sends also what the tab before it was sending when it closed.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #overdue: (item: OutboxItem, error: SerializedError) => void;
  readonly #entries = new Map<string, Entry>();

  /** `overdue` is called for own items without a result within 15 s; they have failed. */
  constructor(clock: Clock, overdue: (item: OutboxItem, error: SerializedError) => void) {
    this.#clock = clock;
    this.#overdue = overdue;
  }

  get items(): readonly OutboxItem[] {
    return [...this.#entries.values()].map(({ item }) => item);
  }

  /** Adds an item of this tab; resolves with its acknowledgement. @throws {LecternError} */
  add(item: OutboxItem): Promise<Acknowledgement> {
    const result = deferred<Acknowledgement>();
    this.#put(item, result);
    return result.promise;
  }

  /** Adds an item of another tab. */
  copy({ from, id, frame }: OutboxItem): void {
    if (!this.#entries.has(id)) this.#put({ from, id, frame }, undefined);
  }

  /** Removes an item, and settles its promise in the tab that sent it. */
  settle(id: string, result: Acknowledgement | SerializedError): void {
    const entry = this.#remove(id);
    if (isError(result)) entry?.result?.reject(deserializeError(result));
    else entry?.result?.resolve(result);
  }

  /** Settles all items of this tab and forgets those of others. Returns the own ones. */
  fail(error: SerializedError): readonly OutboxItem[] {
    const entries = [...this.#entries.values()];
    for (const { item } of entries) this.settle(item.id, error);
    return entries.filter(({ result }) => result !== undefined).map(({ item }) => item);
  }

  #put(item: OutboxItem, result: Deferred<Acknowledgement> | undefined): void {
    this.#remove(item.id);
    const stopTimer = this.#clock.after(SEND_TIMEOUT_MS, () => this.#expire(item, result !== undefined));
    this.#entries.set(item.id, { item, result, stopTimer });
  }

  #expire(item: OutboxItem, isOwn: boolean): void {
    const message = `the message was not acknowledged within ${SEND_TIMEOUT_MS} ms`;
    const error = serializeError(imError(message, 'timeout', ImErrorCode.SendTimeout));
    this.settle(item.id, error);
    if (isOwn) this.#overdue(item, error);
  }

  #remove(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.stopTimer();
    return entry;
  }
}
