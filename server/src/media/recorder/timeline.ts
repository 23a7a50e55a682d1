/** A publisher's own mapping of its media time to a common clock, taken from its sender reports. */
export interface ClockMapping {
  /** 32.32 fixed point seconds since 1900. */
  readonly ntp: bigint;
  readonly rtpTimestamp: number;
  /** When it reached us, in epoch ms. */
  readonly at: number;
}

/** Mappings jitter; small differences are corrected in inaudible steps. */
const SLEW_MS = 2;
/** Beyond this a difference is no jitter: the machine slept, or its clock was set. */
const JUMP_MS = 500;
/** A first report that deviates more from the arrival times belongs to another clock than the last one. */
const OTHER_CLOCK_MS = 1_500;
const ADVANCE_MS = 60_000;
/** A capture time further from the arrival is wrong: the timestamps were reset, or are forged. */
export const MAX_SKEW_MS = 10_000;

/** State shared by all feeds of a publisher: the offset of its clock from ours. */
export class PublisherClock {
  #offsetMs: number | undefined;

  /** Our time of a mapping. */
  timeOf({ ntp, at }: ClockMapping, arrivalBased: number, elapsedMs: number): number {
    const ntpMs = (Number(ntp >> 32n) + Number(ntp & 0xffff_ffffn) / 2 ** 32) * 1000;
    this.#offsetMs ??= at - ntpMs;
    const time = ntpMs + this.#offsetMs;
    if (Math.abs(time + elapsedMs - arrivalBased) <= OTHER_CLOCK_MS) return time;
    this.#offsetMs = at - ntpMs;
    return at;
  }
}

/** Ties the timestamps of one run of packets to our clock: by their arrival first, by sender reports as soon as there are. */
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

  /** Our time, in epoch ms, at which a timestamp was captured. */
  timeOf(timestamp: number): number {
    return this.#anchor.timeMs + this.#elapsed(this.#anchor.timestamp, timestamp);
  }

  /** The timeline of a packet that arrives now and of those after it: a new one where this one cannot be true. */
  following(timestamp: number, now: number): FeedTimeline {
    if (Math.abs(this.timeOf(timestamp) - now) <= MAX_SKEW_MS) {
      this.#advance(timestamp);
      return this;
    }
    const next = new FeedTimeline(this.clock, this.rate, { timestamp, at: now });
    // The report that this one followed is of the time before.
    next.#mapping = this.#mapping;
    return next;
  }

  /** Moves the anchor on now and then, so that differences to it stay within half the circle of timestamps. */
  #advance(timestamp: number): void {
    if (this.#elapsed(this.#anchor.timestamp, timestamp) < ADVANCE_MS) return;
    this.#anchor = { timestamp, timeMs: this.timeOf(timestamp) };
  }

  /** @param behindMs how much less the machine's clock shows than the one that the recording goes by */
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
