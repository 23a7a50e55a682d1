import type { Clock } from '../clock.js';

interface Entry {
  due: number;
  readonly intervalMs: number | undefined;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to advance. */
export class FakeClock implements Clock {
  readonly #entries = new Set<Entry>();
  #now: number;

  constructor(now = 1_800_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Timers that are still armed. */
  get pending(): number {
    return this.#entries.size;
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#add({ due: this.#now + delayMs, intervalMs: undefined, callback });
  }

  every(intervalMs: number, callback: () => void): () => void {
    return this.#add({ due: this.#now + intervalMs, intervalMs, callback });
  }

  /** Moves time on and runs what falls due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#entries].filter((entry) => entry.due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.#now = next.due;
      if (next.intervalMs === undefined) this.#entries.delete(next);
      else next.due += next.intervalMs;
      next.callback();
    }
    this.#now = end;
  }

  #add(entry: Entry): () => void {
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }
}
