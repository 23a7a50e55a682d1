import type { ReceivedRtp } from '../../packet-filter/index.js';
import { LossChaser } from '../feedback/loss.js';
import { ReceptionStatistics } from '../feedback/reception.js';
import { type CachedPacket, PacketCache } from '../rtp/cache.js';
import { keyframeDetector } from '../rtp/keyframe.js';
import { nack, type ReportBlock } from '../rtp/rtcp.js';
import { SequenceUnwrapper } from '../rtp/sequence.js';
import { type AgreedCodec, type CodecIdentity, identityOf } from '../sdp/codecs.js';

export type Kind = 'audio' | 'video';

/** Limit of packets kept for retransmission: about 2 s of 2.5 Mbit/s video, 2.5 s of audio. */
const CACHE_SIZE: Readonly<Record<Kind, number>> = { audio: 128, video: 1024 };
/** Silence of the chosen stream after which another one of the same kind takes its place. */
const STREAM_SWITCH_MS = 1_000;

/** A publisher's own mapping of its media time to a common clock. */
export interface ClockMapping {
  readonly ntp: bigint;
  readonly rtpTimestamp: number;
  /** Arrival, in ms. */
  readonly at: number;
}

/** One kind of media in the form in which subscribers receive it. */
export interface MediaFeed {
  readonly kind: Kind;
  readonly codec: CodecIdentity;
  /** Frequency of the RTP clock, in Hz. */
  readonly clockRate: number;
  /** Identifies one run of sequence numbers. */
  readonly run: object;
  readonly mapping: ClockMapping | undefined;
  /** Rank among the layers of a simulcast picture, from the smallest one, 0, on; undefined for a single stream. */
  readonly layer?: number | undefined;
  isKeyframe(packet: CachedPacket): boolean;
  /** A packet for retransmission, if still cached. */
  cached(run: object, sequence: number): CachedPacket | undefined;
}

/** One kind of media as received from one publisher transport. */
export class Feed implements MediaFeed {
  readonly codec: CodecIdentity;
  readonly clockRate: number;
  readonly #isKeyframe: (payload: Buffer) => boolean;
  #cache: PacketCache;
  readonly #wantsNack: boolean;
  #ssrc: number | undefined;
  #unwrapper = new SequenceUnwrapper();
  #loss = new LossChaser();
  #reception: ReceptionStatistics;
  #heardAt = -Infinity;
  #mapping: ClockMapping | undefined;
  /** Identifies one run of sequence numbers; a new stream of the same publisher starts a new run. */
  #run: object = {};

  constructor(
    readonly kind: Kind,
    private readonly agreed: AgreedCodec,
    expectedSsrc: number | undefined,
    wantsNack: boolean,
    readonly layer?: number,
  ) {
    this.codec = identityOf(agreed.codec);
    this.clockRate = agreed.codec.clockRate;
    this.#isKeyframe = kind === 'video' ? keyframeDetector(this.codec.name) : () => true;
    this.#cache = this.#newCache();
    this.#wantsNack = wantsNack;
    this.#ssrc = expectedSsrc;
    this.#reception = new ReceptionStatistics(this.clockRate);
  }

  get run(): object {
    return this.#run;
  }

  /** The publisher's SSRC, known from its offer or its first packet. */
  get ssrc(): number | undefined {
    return this.#ssrc;
  }

  get mapping(): ClockMapping | undefined {
    return this.#mapping;
  }

  get lost(): number {
    return this.#reception.lost;
  }

  get isChasing(): boolean {
    return this.#loss.isChasing;
  }

  carries(payloadType: number): boolean {
    return payloadType === this.agreed.codec.payloadType || payloadType === this.agreed.rtx?.payloadType;
  }

  /** Handles a packet of one of its payload types; returns a new packet to be forwarded, undefined otherwise. */
  receive({ header, payload }: ReceivedRtp, now: number): CachedPacket | undefined {
    if (header.payloadType === this.agreed.rtx?.payloadType) {
      // RFC 4588: the payload begins with the original sequence number; without one it is padding that probes the
      // network.
      if (payload.length <= 2) return undefined;
      const repaired = this.#admit(payload.readUInt16BE(0), header.timestamp, header.marker, payload.subarray(2));
      // Reports continue to count it as lost, because the network lost it.
      if (repaired !== undefined) this.#loss.received(repaired.sequence, now);
      return repaired;
    }
    if (header.ssrc !== this.#ssrc && !this.#follow(header.ssrc, now)) return undefined;
    this.#heardAt = now;
    const packet = this.#admit(header.sequenceNumber, header.timestamp, header.marker, payload);
    if (packet !== undefined) {
      this.#reception.received(packet.sequence, packet.timestamp, now);
      if (this.#wantsNack) this.#loss.received(packet.sequence, now);
    }
    return packet;
  }

  isKeyframe(packet: CachedPacket): boolean {
    return this.#isKeyframe(packet.payload);
  }

  cached(run: object, sequence: number): CachedPacket | undefined {
    return run === this.#run ? this.#cache.get(sequence) : undefined;
  }

  senderReported(ntp: bigint, rtpTimestamp: number, now: number): void {
    this.#mapping = { ntp, rtpTimestamp, at: now };
    this.#reception.senderReported(ntp, now);
  }

  /** A request for missing packets that are due; `isHopeless` if only a keyframe helps. */
  chase(sender: number, now: number): { readonly request: Buffer | undefined; readonly isHopeless: boolean } {
    const due = this.#loss.due(now);
    const isHopeless = this.#loss.takeGivenUp();
    if (due.length === 0 || this.#ssrc === undefined) return { request: undefined, isHopeless };
    const lost = due.map((sequence) => sequence & 0xffff);
    return { request: nack(sender, this.#ssrc, lost), isHopeless };
  }

  report(now: number): ReportBlock | undefined {
    return this.#ssrc === undefined || this.#heardAt === -Infinity
      ? undefined
      : this.#reception.report(this.#ssrc, now);
  }

  #admit(sequence: number, timestamp: number, marker: boolean, payload: Buffer): CachedPacket | undefined {
    const extended = this.#unwrapper.unwrap(sequence);
    if (this.#cache.get(extended) !== undefined) return undefined;
    const packet = { sequence: extended, timestamp, marker, payload };
    this.#cache.put(packet);
    return packet;
  }

  #newCache(): PacketCache {
    return new PacketCache(CACHE_SIZE[this.kind], this.clockRate);
  }

  /** True if an unexpected stream is to be adopted: the first one, or a successor of one that fell silent. */
  #follow(ssrc: number, now: number): boolean {
    const isFirst = this.#ssrc === undefined;
    if (!isFirst && now - this.#heardAt < STREAM_SWITCH_MS) return false;
    this.#ssrc = ssrc;
    if (isFirst) return true;
    this.#run = {};
    // Its packets would be taken for duplicates of earlier ones with the same numbers.
    this.#cache = this.#newCache();
    this.#unwrapper = new SequenceUnwrapper();
    this.#loss = new LossChaser();
    this.#reception = new ReceptionStatistics(this.clockRate);
    this.#mapping = undefined;
    return true;
  }
}
