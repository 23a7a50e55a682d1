import type { Clock } from '../clock.js';

interface Timer {
  due: number;
  readonly intervalMs: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to advance. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(now = 1_800_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  every(intervalMs: number, callback: () => void): () => void {
    const timer: Timer = { due: this.#now + intervalMs, intervalMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves time on; a timer that fell due several times meanwhile is called once. */
  advance(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.due > this.#now) continue;
      timer.due = this.#now + timer.intervalMs;
      timer.callback();
    }
  }
}
