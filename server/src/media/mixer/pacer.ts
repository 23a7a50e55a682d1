import { FRAME_MS } from './format.js';

/** Monotonic time, for tasks that must keep a rhythm. */
export interface SteadyClock {
  /** Milliseconds since some beginning, with fractions; unmoved by changes of the wall clock. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it and is idempotent. */
  after(delayMs: number, callback: () => void): () => void;
}

/** While late, frames follow one another at most twice as fast, so that listeners never get a burst. */
const SHORTEST_WAIT_MS = FRAME_MS / 2;
/** Beyond this delay, frames are skipped. */
const MAX_BEHIND = 10;

/** Calls back for each frame at its time; the times do not drift however late the calls are. */
export class Pacer {
  readonly #startMs: number;
  #index = 0;
  #cancel: (() => void) | undefined;

  /** @param onFrame receives the frame's number, which has gaps after a standstill, and its nominal time */
  constructor(
    private readonly clock: SteadyClock,
    private readonly onFrame: (index: number, nominalMs: number) => void,
  ) {
    this.#startMs = clock.now();
    this.#schedule(0);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(shortestMs: number): void {
    const wait = this.#nominal(this.#index) - this.clock.now();
    this.#cancel = this.clock.after(Math.max(wait, shortestMs), () => this.#wake());
  }

  #wake(): void {
    const behind = Math.floor((this.clock.now() - this.#nominal(this.#index)) / FRAME_MS);
    if (behind > MAX_BEHIND) this.#index += behind;
    const index = this.#index++;
    this.#schedule(SHORTEST_WAIT_MS);
    this.onFrame(index, this.#nominal(index));
  }

  #nominal(index: number): number {
    return this.#startMs + index * FRAME_MS;
  }
}
