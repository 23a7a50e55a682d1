import type { Clock } from '@lectern/kit/clock';

/**
 * Longest time for which messages wait for the database; a class must not stand still because facts cannot be written.
 */
export const MAX_HOLD_MS = 10_000;

interface Held {
  readonly after: number;
  readonly deliver: () => void;
}

/**
 * Outgoing messages of a conference, in order. A message that depends on a fact waits until that fact is written, and
 * so do all messages behind it.
 */
export class DurableDelivery {
  readonly #queue: Held[] = [];
  #barrier = 0;
  #written = 0;
  #stopTimer: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onGivenUp: () => void,
  ) {}

  /** Holds all further messages until the change of this number is written. */
  holdUntil(change: number): void {
    this.#barrier = change;
  }

  put(deliver: () => void): void {
    if (this.#queue.length === 0 && this.#barrier <= this.#written) return deliver();
    this.#queue.push({ after: this.#barrier, deliver });
    if (this.#stopTimer === undefined) this.#startTimer();
  }

  /** Releases messages up to this change, which is written. */
  release(written: number): void {
    this.#written = Math.max(this.#written, written);
    while (this.#queue[0] !== undefined && this.#queue[0].after <= this.#written) this.#queue.shift()?.deliver();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#queue.length > 0) this.#startTimer();
  }

  #startTimer(): void {
    this.#stopTimer = this.clock.after(MAX_HOLD_MS, () => {
      this.onGivenUp();
      this.release(this.#barrier);
    });
  }

  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#queue.length = 0;
  }
}
