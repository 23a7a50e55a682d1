import { SOUND_METER_DECAY, TALKING_HOLD_MS, TALKING_THRESHOLD } from './constants.js';
import type { MeterWindow } from './meter-worklet.js';

/** Audio level. */
export interface SoundLevel {
  /** Root mean square of the last 2048 samples (about 43 ms), 0 to 1. */
  readonly instant: number;
  /** The same value, decaying over about a second. */
  readonly slow: number;
  /** Fraction of clipped samples, 0 to 1. */
  readonly clip: number;
}

export const SILENCE: SoundLevel = { instant: 0, slow: 0, clip: 0 };

/** Updates the level by one window. */
export const nextLevel = ({ slow }: SoundLevel, [meanSquare, clip]: MeterWindow): SoundLevel => {
  const instant = Math.sqrt(meanSquare);
  return { instant, slow: SOUND_METER_DECAY * slow + (1 - SOUND_METER_DECAY) * instant, clip };
};

/** Thresholds of talking detection. */
export interface TalkingOptions {
  /** Minimum level of talking, 0 to 1 (default 0.05). */
  readonly threshold?: number;
  /** Longest pause between two words, in ms (default 400). */
  readonly holdMs?: number;
}

/** Detects talking (spec §9, talking threshold): starts at once when loud, ends after a pause. */
export class TalkingDetector {
  readonly #threshold: number;
  readonly #holdMs: number;
  #loudAt = -Infinity;

  constructor({ threshold = TALKING_THRESHOLD, holdMs = TALKING_HOLD_MS }: TalkingOptions = {}) {
    this.#threshold = threshold;
    this.#holdMs = holdMs;
  }

  /** Returns true while talking, given the current level and time (in ms, of any monotonic clock). */
  isTalking({ instant }: SoundLevel, now: number): boolean {
    if (instant >= this.#threshold) this.#loudAt = now;
    return now - this.#loudAt < this.#holdMs;
  }
}
