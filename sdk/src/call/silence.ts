import type { Clock, Dispose } from '../core/clock.js';
import { SILENCE_AFTER_RESET_MS, SILENCE_MS, STATS_INTERVAL_MS } from './constants.js';

export type Side = 'local' | 'remote';

interface Traffic {
  bytes: number;
  /** When bytes were seen to grow last. */
  at: number;
  limitMs: number;
  isTold: boolean;
}

export interface SilenceSource {
  /** Media bytes so far, of each side. */
  traffic(): Promise<Readonly<Record<Side, number>>>;
  /** Whether the side sends anything at all. */
  isExpected(side: Side): boolean;
}

/** Notices when no media of a side come through any more (spec §9). */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #source: SilenceSource;
  readonly #onSilence: (side: Side) => void;
  readonly #sides: Readonly<Record<Side, Traffic>>;
  #stopTimer: Dispose = () => undefined;
  #isOver = false;

  constructor(clock: Clock, source: SilenceSource, onSilence: (side: Side) => void) {
    this.#clock = clock;
    this.#source = source;
    this.#onSilence = onSilence;
    const begin = (): Traffic => ({ bytes: 0, at: clock.now(), limitMs: SILENCE_MS, isTold: false });
    this.#sides = { local: begin(), remote: begin() };
    this.#wait();
  }

  /** Idempotent. */
  stop(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  /** Until the next look is due, or a side is at its limit. */
  #wait(): void {
    const now = this.#clock.now();
    const due = Object.values(this.#sides).map(({ at, limitMs, isTold }) => (isTold ? Infinity : at + limitMs - now));
    const delayMs = Math.max(1, Math.min(STATS_INTERVAL_MS, ...due));
    this.#stopTimer = this.#clock.after(delayMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const traffic = await this.#source.traffic().catch(() => undefined);
    if (this.#isOver) return;
    for (const side of ['local', 'remote'] as const) if (traffic) this.#compare(side, traffic[side]);
    if (!this.#isOver) this.#wait();
  }

  #compare(side: Side, bytes: number): void {
    const state = this.#sides[side];
    const now = this.#clock.now();
    if (bytes !== state.bytes || !this.#source.isExpected(side)) {
      if (state.isTold) Object.assign(state, { isTold: false, limitMs: SILENCE_AFTER_RESET_MS });
      Object.assign(state, { bytes, at: now });
    } else if (!state.isTold && now - state.at >= state.limitMs) {
      state.isTold = true;
      this.#onSilence(side);
    }
  }
}
