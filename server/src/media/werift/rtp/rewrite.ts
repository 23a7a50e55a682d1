import { add16, add32 } from './sequence.js';
import type { PictureOffsets } from './vp8-pictures.js';

/** A contiguous segment of a forwarded feed: `out = in - base + outBase`. */
interface Segment {
  /** Identifies the feed of these numbers. */
  readonly feed: object;
  /** First extended sequence number of the segment in the feed. */
  readonly base: number;
  /** The outgoing number of `base`, counted on without wrapping. */
  readonly outBase: number;
  /** Added to the feed's timestamps. */
  readonly timestampOffset: number;
  /** Added to the picture numbers of VP8. */
  readonly pictures: PictureOffsets | undefined;
  /** Highest extended number used in it. */
  highest: number;
}

/** Retransmission reaches back over this many breaks (mutes, republications). */
const MAX_SEGMENTS = 4;

export interface Rewritten {
  readonly sequence: number;
  readonly timestamp: number;
}

/**
 * The numbering of one forwarded stream: across all changes of the feeds behind it, the subscriber receives sequence
 * numbers without additional gaps, and timestamps that never jump back.
 */
export class StreamRewriter {
  readonly #segments: Segment[] = [];
  #lastTimestamp = 0;
  #lastAt = 0;

  /**
   * @param clockRate Hz of the RTP clock
   * @param firstSequence first number, 0 to 32767 so that the SRTP rollover counter cannot be misjudged at the start
   * (RFC 3711 3.3.1)
   * @param firstTimestamp first timestamp
   */
  constructor(
    private readonly clockRate: number,
    private readonly firstSequence: number,
    private readonly firstTimestamp: number,
  ) {}

  /** Starts a new segment with this packet of `feed`; `now` in ms. */
  begin(feed: object, sequence: number, timestamp: number, now: number, pictures?: PictureOffsets): void {
    const last = this.#segments.at(-1);
    const outBase = last === undefined ? this.firstSequence : last.outBase + (last.highest - last.base) + 1;
    let timestampOffset: number;
    if (last === undefined) timestampOffset = this.firstTimestamp - timestamp;
    // The clock of the same feed kept running while it was not forwarded.
    else if (last.feed === feed) timestampOffset = last.timestampOffset;
    else {
      const elapsed = Math.max(1, Math.round(((now - this.#lastAt) * this.clockRate) / 1000));
      timestampOffset = add32(this.#lastTimestamp, elapsed) - timestamp;
    }
    this.#segments.push({ feed, base: sequence, outBase, timestampOffset, pictures, highest: sequence });
    if (this.#segments.length > MAX_SEGMENTS) this.#segments.shift();
  }

  /** The numbers for a packet of the current segment; undefined where it is older than the segment. */
  rewrite(feed: object, sequence: number, timestamp: number, now: number): Rewritten | undefined {
    const segment = this.#segments.at(-1);
    if (segment === undefined || segment.feed !== feed || sequence < segment.base) return undefined;
    const out = add32(timestamp, segment.timestampOffset);
    if (sequence >= segment.highest) {
      segment.highest = sequence;
      this.#lastTimestamp = out;
      this.#lastAt = now;
    }
    return { sequence: add16(segment.outBase, sequence - segment.base), timestamp: out };
  }

  /** The subscriber's timestamp for one of the current feed. */
  timestamp(feed: object, timestamp: number): number | undefined {
    const segment = this.#segments.at(-1);
    return segment === undefined || segment.feed !== feed ? undefined : add32(timestamp, segment.timestampOffset);
  }

  /** Finds the feed and the packet behind an outgoing number, if it is still known. */
  locate(
    outSequence: number,
  ): (Pick<Segment, 'feed' | 'timestampOffset' | 'pictures'> & { readonly sequence: number }) | undefined {
    for (const segment of this.#segments.toReversed()) {
      const span = segment.highest - segment.base;
      const offset = (outSequence - segment.outBase) & 0xffff;
      if (offset <= Math.min(span, 0xffff)) {
        // The last match within the segment, as the number may have wrapped several times.
        const sequence = segment.base + offset + Math.floor((span - offset) / 0x1_0000) * 0x1_0000;
        const { feed, timestampOffset, pictures } = segment;
        return { feed, sequence, timestampOffset, pictures };
      }
    }
    return undefined;
  }
}
