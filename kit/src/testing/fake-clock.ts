import type { Clock } from '../clock.js';

interface Timer {
  due: number;
  /** Undefined for a timer that fires once. */
  readonly intervalMs: number | undefined;
  readonly callback: () => void;
}

export interface FakeClockOptions {
  /**
   * True if time passes as on a machine that was suspended: the clock shows the later time at once, and a timer that
   * fell due several times meanwhile fires once. For tests that advance by days while a timer fires each second.
   */
  readonly coalesces?: boolean;
}

/** A clock that advances only when the test advances it. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #coalesces: boolean;
  #now: number;

  /** @param now milliseconds since the epoch; by default a day in January 2027 */
  constructor(now = 1_800_000_000_000, { coalesces = false }: FakeClockOptions = {}) {
    this.#now = now;
    this.#coalesces = coalesces;
  }

  now(): number {
    return this.#now;
  }

  /** Number of armed timers. */
  get pending(): number {
    return this.#timers.size;
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#add({ due: this.#now + delayMs, intervalMs: undefined, callback });
  }

  every(intervalMs: number, callback: () => void): () => void {
    return this.#add({ due: this.#now + intervalMs, intervalMs, callback });
  }

  /** Advances time and fires due timers, the earliest first, each at its due time. */
  advance(ms: number): void {
    if (this.#coalesces) return this.#resumeAfter(ms);
    const end = this.#now + ms;
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      this.#now = next.due;
      this.#fire(next);
    }
    this.#now = end;
  }

  #resumeAfter(ms: number): void {
    this.#now += ms;
    const overdue = [...this.#timers].filter(({ due }) => due <= this.#now).sort((a, b) => a.due - b.due);
    for (const timer of overdue) {
      // Another timer may have cancelled it.
      if (!this.#timers.has(timer)) continue;
      timer.due = this.#now;
      this.#fire(timer);
    }
  }

  #nextDue(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  #fire(timer: Timer): void {
    if (timer.intervalMs === undefined) this.#timers.delete(timer);
    else timer.due += timer.intervalMs;
    timer.callback();
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
