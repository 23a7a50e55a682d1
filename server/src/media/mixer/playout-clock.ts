import { FRAME, FRAME_MS, SAMPLES_PER_MS } from './format.js';

/** Segments of the search for the minimum transit: a publisher's clock may drift by 2 ms within one. */
const STRETCH_MS = 2_000;
const STRETCHES = 5;
/** A packet with a larger deviation belongs to another timeline. */
const DISCONTINUITY_MS = 2_000;
const BIN_MS = 5;
const BINS = 100;
/** Assumed delay of a publisher without measurements. */
const FIRST_GUESS_MS = 40;
/** Factor by which the weight of a packet decreases with each later one. */
const FORGETTING = 0.99;
/** Share of the weight that arrives within the delay. */
const QUANTILE = 0.96;

interface Stretch {
  readonly startMs: number;
  transit: number;
}

/**
 * Computes which of a publisher's samples is due at a time of our clock, from the arrival times of its packets.
 *
 * The fastest packet of the last seconds ties the two clocks together, which follows a publisher whose clock is fast or
 * slow; the delay added to it is as long as nearly all packets need.
 */
export class PlayoutClock {
  /** Minimum transit (our time less the publisher's, in samples) by segment, oldest first. */
  #stretches: Stretch[] = [];
  readonly #weights = new Float64Array(BINS);
  #delay = 0;

  constructor() {
    this.#guess();
  }

  /** Delay for packets that are slower than the fastest, in samples. */
  get delay(): number {
    return this.#delay;
  }

  /** Records the arrival of a packet; returns false where it begins another timeline. */
  arrived(timestamp: number, nowMs: number): boolean {
    const transit = nowMs * SAMPLES_PER_MS - timestamp;
    const isContinuous =
      this.#stretches.length === 0 || Math.abs(transit - this.#base()) <= DISCONTINUITY_MS * SAMPLES_PER_MS;
    if (!isContinuous) {
      this.#stretches = [];
      this.#guess();
    }
    const current = this.#stretches.at(-1);
    if (current === undefined || nowMs - current.startMs >= STRETCH_MS) {
      this.#stretches.push({ startMs: nowMs, transit });
      if (this.#stretches.length > STRETCHES) this.#stretches.shift();
    } else {
      current.transit = Math.min(current.transit, transit);
    }
    this.#weigh((transit - this.#base()) / SAMPLES_PER_MS);
    return isContinuous;
  }

  /** The timestamp that is due; undefined before the first packet. */
  due(nowMs: number): number | undefined {
    if (this.#stretches.length === 0) return undefined;
    return nowMs * SAMPLES_PER_MS - this.#base() - this.#delay;
  }

  #base(): number {
    return Math.min(...this.#stretches.map(({ transit }) => transit));
  }

  #guess(): void {
    this.#weights.fill(0);
    this.#weights[FIRST_GUESS_MS / BIN_MS - 1] = 1;
    this.#delay = (FIRST_GUESS_MS + FRAME_MS) * SAMPLES_PER_MS;
  }

  #weigh(lateMs: number): void {
    const bin = Math.min(BINS - 1, Math.floor(lateMs / BIN_MS));
    let slower = 1 - QUANTILE;
    let quantile = BINS - 1;
    for (let index = BINS - 1; index >= 0; index--) {
      const weight = (this.#weights[index] ?? 0) * FORGETTING + (index === bin ? 1 - FORGETTING : 0);
      this.#weights[index] = weight;
      if (slower >= 0) {
        slower -= weight;
        quantile = index;
      }
    }
    // One frame more, because a packet may be needed that long before its last sample is due.
    this.#delay = (quantile + 1) * BIN_MS * SAMPLES_PER_MS + FRAME;
  }
}
