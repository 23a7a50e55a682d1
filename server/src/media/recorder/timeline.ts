/** A publisher's own mapping of its media time to a common clock, taken from its sender reports. */
export interface ClockMapping {
  /** 32.32 fixed point seconds since 1900. */
  readonly ntp: bigint;
  readonly rtpTimestamp: number;
  /** Arrival, in epoch ms. */
  readonly at: number;
}

/** Mappings jitter; small differences are corrected in inaudible steps. */
const SLEW_MS = 2;
/** A larger difference is no jitter: the machine slept, or its clock was set. */
const JUMP_MS = 500;
/** A first report that deviates more from the arrival times belongs to another clock than the last one. */
const OTHER_CLOCK_MS = 1_500;
const ADVANCE_MS = 60_000;
/** A capture time further from the arrival is wrong: the timestamps were reset, or are forged. */
export const MAX_SKEW_MS = 10_000;

/** State shared by all feeds of a publisher: the offset of its clock from ours. */
export class PublisherClock {
  #offsetMs: number | undefined;

  /** A mapping's time in our clock. */
  timeOf({ ntp, at }: ClockMapping, arrivalBased: number, elapsedMs: number): number {
    const ntpMs = (Number(ntp >> 32n) + Number(ntp & 0xffff_ffffn) / 2 ** 32) * 1000;
    this.#offsetMs ??= at - ntpMs;
    const time = ntpMs + this.#offsetMs;
    if (Math.abs(time + elapsedMs - arrivalBased) <= OTHER_CLOCK_MS) return time;
    this.#offsetMs = at - ntpMs;
    return at;
  }
}

/** Maps the timestamps of one run of packets to our clock: by their arrival first, by sender reports once available. */
export class FeedTimeline {
  #anchor: { readonly timestamp: number; timeMs: number };
  #mapping: ClockMapping | undefined;
  #isReported = false;

  constructor(
    private readonly clock: PublisherClock,
    private readonly rate: number,
    first: { readonly timestamp: number; readonly at: number },
  ) {
    this.#anchor = { timestamp: first.timestamp, timeMs: first.at };
  }

  /** Capture time of a timestamp by our clock, in epoch ms. */
  timeOf(timestamp: number): number {
    return this.#anchor.timeMs + this.#elapsed(this.#anchor.timestamp, timestamp);
  }

  /** The timeline for a packet that arrives now and those after it: a new one where this one cannot be true. */
  following(timestamp: number, now: number): FeedTimeline {
    if (Math.abs(this.timeOf(timestamp) - now) <= MAX_SKEW_MS) {
      this.#advance(timestamp);
      return this;
    }
    const next = new FeedTimeline(this.clock, this.rate, { timestamp, at: now });
    // The latest report belongs to the previous timeline, so that the new one ignores it.
    next.#mapping = this.#mapping;
    return next;
  }

  /** Advances the anchor regularly, so that differences to it stay within half the range of timestamps. */
  #advance(timestamp: number): void {
    if (this.#elapsed(this.#anchor.timestamp, timestamp) < ADVANCE_MS) return;
    this.#anchor = { timestamp, timeMs: this.timeOf(timestamp) };
  }

  /** @param behindMs amount by which the machine's clock is behind the recording's clock */
  report(mapping: ClockMapping | undefined, behindMs = 0): void {
    if (mapping === undefined || mapping === this.#mapping) return;
    const isFirst = !this.#isReported;
    this.#isReported = true;
    this.#mapping = mapping;
    const elapsed = this.#elapsed(mapping.rtpTimestamp, this.#anchor.timestamp);
    const reported = { ...mapping, at: mapping.at + behindMs };
    const target = this.clock.timeOf(reported, this.#anchor.timeMs, elapsed) + elapsed;
    const difference = target - this.#anchor.timeMs;
    const isStep = isFirst || Math.abs(difference) > JUMP_MS;
    this.#anchor.timeMs += isStep ? difference : Math.max(-SLEW_MS, Math.min(SLEW_MS, difference));
  }

  #elapsed(from: number, to: number): number {
    return (((to - from) | 0) * 1000) / this.rate;
  }
}
