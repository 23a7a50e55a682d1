/**
 * - `idle`: the device has no unread messages, or was not notified
 * - `noticed`: it was notified, and has not pulled yet
 * - `reading`: it pulled, and the messages are being read
 * - `sent`: it has a batch, and has not acknowledged it
 */
export type DeliveryState = 'idle' | 'noticed' | 'reading' | 'sent';

/** The next action. */
export type DeliveryStep =
  | { readonly kind: 'notice' }
  /** Read the messages after this key, then call `read`. */
  | { readonly kind: 'read'; readonly after: bigint }
  /** Send the messages that were read. */
  | { readonly kind: 'batch'; readonly nextKey: bigint }
  | { readonly kind: 'last' };

/**
 * Delivery state of the messages of one peer to one device: a notice, then a batch for each pull, each acknowledged by
 * the next, until nothing is left (wire-im 4.2). A device ignores notices while it pulls, so the end is sent only when
 * there is nothing new.
 */
export class DeliveryQueue {
  #state: DeliveryState = 'idle';
  /** Last acknowledged id. */
  #after: bigint;
  /** Last sent id. */
  #sent: bigint;
  /** Newest message known to exist, or at least one more than was sent. */
  #newest: bigint;
  /** Newest message known when reading began; all up to it are read, because only stored messages are signalled. */
  #newestAtRead = 0n;

  constructor(after: bigint, newest = after) {
    this.#after = after;
    this.#sent = after;
    this.#newest = newest;
  }

  get state(): DeliveryState {
    return this.#state;
  }

  /** The device has everything up to this id. */
  get after(): bigint {
    return this.#after;
  }

  get isPending(): boolean {
    return this.#newest > this.#after;
  }

  /** The device received a list of its unread messages. */
  listed(): void {
    if (this.#state === 'idle') this.#state = 'noticed';
  }

  /** Messages stored before the device connected: the database answers after the first notification. */
  found(after: bigint): void {
    if (this.#state === 'idle' || this.#state === 'noticed') {
      this.#after = after < this.#after ? after : this.#after;
      this.#sent = this.#after;
    }
  }

  /** A message was stored. */
  news(id: bigint): DeliveryStep | undefined {
    if (id > this.#newest) this.#newest = id;
    if (this.#state !== 'idle') return undefined;
    this.#state = 'noticed';
    return { kind: 'notice' };
  }

  /** Handles a pull of the device, repeated or not: unacknowledged messages are sent again. */
  pull(): DeliveryStep | undefined {
    if (this.#state === 'reading') return undefined;
    if (!this.isPending) {
      this.#state = 'idle';
      return { kind: 'last' };
    }
    this.#state = 'reading';
    return this.#read();
  }

  /**
   * The device has everything up to `key`; a message that was never sent cannot be acknowledged. False if nothing new
   * is acknowledged.
   */
  acknowledge(key: bigint): boolean {
    if (key <= this.#after || key > this.#sent) return false;
    this.#after = key;
    return true;
  }

  /** These messages were read, oldest first; `isAll` if there were no more. */
  read(ids: readonly bigint[], isAll: boolean): DeliveryStep {
    const last = ids.at(-1);
    if (last !== undefined) {
      this.#state = 'sent';
      if (last > this.#sent) this.#sent = last;
      const known = isAll ? last : last + 1n;
      if (known > this.#newest) this.#newest = known;
      return { kind: 'batch', nextKey: last };
    }
    // It arrived during the read.
    if (this.#newest > this.#newestAtRead) return this.#read();
    this.#state = 'idle';
    this.#newest = this.#after;
    return { kind: 'last' };
  }

  /** Reading failed permanently: the device receives the end, and pulls again after the next notice or list. */
  failed(): void {
    this.#state = 'idle';
  }

  #read(): DeliveryStep {
    this.#newestAtRead = this.#newest;
    return { kind: 'read', after: this.#after };
  }
}
