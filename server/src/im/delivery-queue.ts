/**
 * - `idle`: the device knows that there is nothing, or nobody told it
 * - `noticed`: it was told, and has not asked yet
 * - `reading`: it asked, and the messages are being read
 * - `sent`: it has a batch, and has not acknowledged it
 */
export type DeliveryState = 'idle' | 'noticed' | 'reading' | 'sent';

/** What is to be done next. */
export type DeliveryStep =
  | { readonly kind: 'notice' }
  /** Read what comes after this, then say so by `read`. */
  | { readonly kind: 'read'; readonly after: bigint }
  /** Send what was read. */
  | { readonly kind: 'batch'; readonly nextKey: bigint }
  | { readonly kind: 'last' };

/**
 * How far one device has what one peer wrote: a notice, then a batch for each pull, each acknowledged by the next, until
 * nothing is left (wire-im 4.2). A device ignores notices while it pulls, so the end is told only when there is nothing new.
 */
export class DeliveryQueue {
  #state: DeliveryState = 'idle';
  /** Acknowledged. */
  #after: bigint;
  /** Newest that was sent. */
  #sent: bigint;
  /** Newest that is known to be there, or at least one more than what was sent. */
  #newest: bigint;
  /** What was known to be there when reading began; all of it is read, as only what is kept is told. */
  #newestAtRead = 0n;

  constructor(after: bigint, newest = after) {
    this.#after = after;
    this.#sent = after;
    this.#newest = newest;
  }

  get state(): DeliveryState {
    return this.#state;
  }

  /** Up to here the device has everything. */
  get after(): bigint {
    return this.#after;
  }

  get isPending(): boolean {
    return this.#newest > this.#after;
  }

  /** The device was told by a list of what is unread. */
  listed(): void {
    if (this.#state === 'idle') this.#state = 'noticed';
  }

  /** What waited before the device came: the database tells later than the first news. */
  found(after: bigint): void {
    if (this.#state === 'idle' || this.#state === 'noticed') {
      this.#after = after < this.#after ? after : this.#after;
      this.#sent = this.#after;
    }
  }

  /** A message is there. */
  news(id: bigint): DeliveryStep | undefined {
    if (id > this.#newest) this.#newest = id;
    if (this.#state !== 'idle') return undefined;
    this.#state = 'noticed';
    return { kind: 'notice' };
  }

  /** The device asks, once more if need be: what was not acknowledged is sent again. */
  pull(): DeliveryStep | undefined {
    if (this.#state === 'reading') return undefined;
    if (!this.isPending) {
      this.#state = 'idle';
      return { kind: 'last' };
    }
    this.#state = 'reading';
    return this.#read();
  }

  /** The device has everything up to `key`; what was never sent can not be acknowledged. False where it says nothing new. */
  acknowledge(key: bigint): boolean {
    if (key <= this.#after || key > this.#sent) return false;
    this.#after = key;
    return true;
  }

  /** These were read, oldest first; `isAll` tells that there were no more. */
  read(ids: readonly bigint[], isAll: boolean): DeliveryStep {
    const last = ids.at(-1);
    if (last !== undefined) {
      this.#state = 'sent';
      if (last > this.#sent) this.#sent = last;
      const known = isAll ? last : last + 1n;
      if (known > this.#newest) this.#newest = known;
      return { kind: 'batch', nextKey: last };
    }
    // It came while the answer was on its way.
    if (this.#newest > this.#newestAtRead) return this.#read();
    this.#state = 'idle';
    this.#newest = this.#after;
    return { kind: 'last' };
  }

  /** Reading failed for good: the device is told of the end, and asks again after the next notice or list. */
  failed(): void {
    this.#state = 'idle';
  }

  #read(): DeliveryStep {
    this.#newestAtRead = this.#newest;
    return { kind: 'read', after: this.#after };
  }
}
