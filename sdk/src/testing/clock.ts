import type { Clock, Dispose, Random } from '../core/clock.js';

interface Timer {
  readonly id: number;
  readonly callback: () => void;
  readonly periodMs: number | undefined;
  dueAt: number;
}

/** Runs all pending promise callbacks. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    // `setImmediate` if available: it runs after all microtasks and without a timer's millisecond.
    const later = (globalThis as { setImmediate?: (callback: () => void) => unknown }).setImmediate ?? setTimeout;
    later(() => resolve());
  });

/** A clock that advances only when the test advances it. */
export class FakeClock implements Clock {
  readonly #timers = new Map<number, Timer>();
  #now: number;
  #lastId = 0;

  constructor(startsAt = 1_795_000_000_000) {
    this.#now = startsAt;
  }

  /** Number of timers that have neither fired nor been cancelled. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Milliseconds until each pending timer, soonest first. */
  get pendingDelays(): readonly number[] {
    return [...this.#timers.values()].map((timer) => timer.dueAt - this.#now).sort((a, b) => a - b);
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): Dispose {
    return this.#add(delayMs, callback, undefined);
  }

  every(intervalMs: number, callback: () => void): Dispose {
    return this.#add(intervalMs, callback, intervalMs);
  }

  /** Advances time; timers fire in order, and promises settle before, between and after them. */
  async advance(byMs: number): Promise<void> {
    const until = this.#now + byMs;
    await settle();
    for (let timer = this.#nextDue(until); timer; timer = this.#nextDue(until)) {
      this.#fire(timer);
      await settle();
    }
    this.#now = until;
  }

  /** Advances time synchronously, without settling promises. */
  advanceSync(byMs: number): void {
    const until = this.#now + byMs;
    for (let timer = this.#nextDue(until); timer; timer = this.#nextDue(until)) this.#fire(timer);
    this.#now = until;
  }

  /**
   * Advances time as on a machine that sleeps: nothing fires in between, and on waking every overdue timer fires once,
   * in order.
   */
  async sleep(forMs: number): Promise<void> {
    await settle();
    this.#now += forMs;
    const overdue = [...this.#timers.values()].filter(({ dueAt }) => dueAt <= this.#now);
    for (const timer of overdue.sort((a, b) => a.dueAt - b.dueAt)) {
      if (!this.#timers.has(timer.id)) continue;
      timer.dueAt = this.#now;
      this.#fire(timer);
      await settle();
    }
  }

  #add(delayMs: number, callback: () => void, periodMs: number | undefined): Dispose {
    const id = ++this.#lastId;
    this.#timers.set(id, { id, callback, periodMs, dueAt: this.#now + Math.max(0, delayMs) });
    return () => void this.#timers.delete(id);
  }

  #nextDue(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers.values()) {
      if (timer.dueAt <= until && (!next || timer.dueAt < next.dueAt)) next = timer;
    }
    return next;
  }

  #fire(timer: Timer): void {
    this.#now = timer.dueAt;
    if (timer.periodMs === undefined) this.#timers.delete(timer.id);
    else timer.dueAt += Math.max(1, timer.periodMs);
    timer.callback();
  }
}

/** Random numbers determined by the seed. */
export class FakeRandom implements Random {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  uuid(): string {
    return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (letter) => {
      const digit = Math.floor(this.number() * 16);
      return (letter === 'x' ? digit : (digit & 3) | 8).toString(16);
    });
  }
}
