import type { Clock, Dispose } from '../core/clock.js';
import { SILENCE_AFTER_RESET_MS, SILENCE_MS, STATS_INTERVAL_MS } from './constants.js';
import type { Side } from './types.js';

interface Traffic {
  readonly side: Side;
  readonly bytes: number;
  /** Time of the last increase of the byte count. */
  readonly at: number;
  readonly limitMs: number;
  readonly isTold: boolean;
}

/** Detects that no media of a side arrives any more (spec §9). */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #count: () => Promise<Readonly<Record<Side, number>>>;
  readonly #onSilence: (side: Side) => void;
  #sides: readonly Traffic[];
  #stopTimer: Dispose = () => undefined;
  #isOver = false;

  /** @param count returns the number of media bytes received so far */
  constructor(
    clock: Clock,
    sides: readonly Side[],
    count: () => Promise<Readonly<Record<Side, number>>>,
    onSilence: (side: Side) => void,
  ) {
    this.#clock = clock;
    this.#count = count;
    this.#onSilence = onSilence;
    this.#sides = sides.map((side) => ({ side, bytes: 0, at: clock.now(), limitMs: SILENCE_MS, isTold: false }));
    this.#wait();
  }

  /** Idempotent. */
  stop(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  /** Waits until the next measurement, or until a side reaches its limit. */
  #wait(): void {
    const now = this.#clock.now();
    const due = this.#sides.map(({ at, limitMs, isTold }) => (isTold ? STATS_INTERVAL_MS : at + limitMs - now));
    this.#stopTimer = this.#clock.after(Math.max(1, Math.min(STATS_INTERVAL_MS, ...due)), () => void this.#look());
  }

  async #look(): Promise<void> {
    const bytes = await this.#count().catch(() => undefined);
    if (bytes && !this.#isOver) this.#sides = this.#sides.map((traffic) => this.#compare(traffic, bytes[traffic.side]));
    if (!this.#isOver) this.#wait();
  }

  #compare(before: Traffic, bytes: number): Traffic {
    const { side, at, limitMs, isTold } = before;
    const now = this.#clock.now();
    if (bytes !== before.bytes) {
      return { side, bytes, at: now, limitMs: isTold ? SILENCE_AFTER_RESET_MS : limitMs, isTold: false };
    }
    if (isTold || now - at < limitMs) return before;
    this.#onSilence(side);
    return { ...before, isTold: true };
  }
}
