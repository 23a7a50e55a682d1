import { RtpHeader } from 'werift';
import type { CachedPacket } from '../rtp/cache.js';
import { StreamRewriter } from '../rtp/rewrite.js';
import { PictureNumbers, shiftPictures } from '../rtp/vp8-pictures.js';
import { senderReport, sourceDescription } from '../rtp/rtcp.js';
import { add16, add32 } from '../rtp/sequence.js';
import type { SentTrack } from '../sdp/answer.js';
import type { AgreedCodec } from '../sdp/codecs.js';
import type { Kind, MediaFeed } from './feed.js';

/**
 * - `off`: not wanted, muted, or in a codec the subscriber did not agree to
 * - `waiting`: on from the next keyframe
 * - `flowing`: forwarded
 * - `paused`: on, but the network does not carry it
 */
type Flow = 'off' | 'waiting' | 'flowing' | 'paused';

const NTP_PER_MS = 2 ** 32 / 1000;
/** A packet that consists of padding; its last byte is the length of the padding (RFC 3550 5.1). */
const PADDING_ONLY = Buffer.from([1]);

/** The packet to probe the network with, as it was sent; changed in place, since every packet may become it. */
interface Spare {
  sequence: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer | undefined;
}

/** Destination of packets; must not retain the buffers. */
export interface PacketSender {
  sendRtp(header: RtpHeader, payload: Buffer): void;
}

/** One kind of a source as sent to one subscriber. */
export class ForwardedTrack {
  #flow: Flow = 'off';
  #packets = 0;
  #octets = 0;
  #reportedPackets = 0;
  readonly #spare: Spare = { sequence: 0, timestamp: 0, marker: false, payload: undefined };
  #rtxSequence = randomBelow(0x8000);
  readonly #rewriter: StreamRewriter;
  /** VP8 decoders take a picture out of order for a lost one. */
  readonly #pictures: PictureNumbers | undefined;
  readonly #header: RtpHeader;
  readonly #rtxHeader: RtpHeader | undefined;

  constructor(
    readonly kind: Kind,
    readonly agreed: AgreedCodec,
    readonly sent: SentTrack,
    private readonly peer: () => PacketSender | undefined,
    /** The id of the audio level's header extension, where it was negotiated. */
    private readonly levelExtension?: number | undefined,
  ) {
    this.#rewriter = new StreamRewriter(agreed.codec.clockRate, randomBelow(0x8000), randomBelow(2 ** 32));
    this.#pictures = agreed.codec.name.toUpperCase() === 'VP8' ? new PictureNumbers() : undefined;
    this.#header = new RtpHeader({ ssrc: sent.ssrc, payloadType: agreed.codec.payloadType });
    this.#rtxHeader =
      agreed.rtx === undefined || sent.rtxSsrc === undefined
        ? undefined
        : new RtpHeader({ ssrc: sent.rtxSsrc, payloadType: agreed.rtx.payloadType });
  }

  /** True if it needs a keyframe to continue. */
  get isWaiting(): boolean {
    return this.#flow === 'waiting';
  }

  get isPaused(): boolean {
    return this.#flow === 'paused';
  }

  get isOff(): boolean {
    return this.#flow === 'off';
  }

  /** Turns the track on or off; it resumes with the next packet that can be decoded independently. */
  setOn(isOn: boolean): void {
    if (!isOn) this.#flow = 'off';
    else if (this.#flow === 'off') this.#flow = 'waiting';
  }

  /** Pauses a track that is on, or continues it from its next keyframe. */
  setPaused(isPaused: boolean): void {
    if (isPaused && this.#flow !== 'off') this.#flow = 'paused';
    else if (!isPaused && this.#flow === 'paused') this.#flow = 'waiting';
  }

  forward(feed: MediaFeed, packet: CachedPacket, isKeyframe: boolean, now: number): void {
    if (this.#flow === 'off' || this.#flow === 'paused') return;
    const { run } = feed;
    let numbers =
      this.#flow === 'flowing' ? this.#rewriter.rewrite(run, packet.sequence, packet.timestamp, now) : undefined;
    if (numbers === undefined) {
      // Late packets of an earlier segment are dropped; a new run or a restart begins a new one.
      if (this.#flow === 'flowing' && this.#rewriter.timestamp(run, 0) !== undefined) return;
      this.#flow = 'waiting';
      if (!isKeyframe) return;
      this.#rewriter.begin(run, packet.sequence, packet.timestamp, now, this.#pictures?.begin(packet.payload));
      this.#flow = 'flowing';
      numbers = this.#rewriter.rewrite(run, packet.sequence, packet.timestamp, now);
      if (numbers === undefined) return;
    }
    this.#header.sequenceNumber = numbers.sequence;
    this.#header.timestamp = numbers.timestamp;
    this.#header.marker = packet.marker;
    this.#mark(this.#header, packet);
    const payload = this.#pictures?.rewrite(packet.payload) ?? packet.payload;
    if (this.#rtxHeader !== undefined) this.#keep(this.#header, payload);
    this.#send(this.#header, payload);
  }

  /** Keeps a packet for probes; the last one of a picture is short, and so would be a probe of such packets. */
  #keep({ sequenceNumber, timestamp, marker }: RtpHeader, payload: Buffer): void {
    const spare = this.#spare;
    if (payload.length < (spare.payload?.length ?? 0) / 2) return;
    spare.sequence = sequenceNumber;
    spare.timestamp = timestamp;
    spare.marker = marker;
    spare.payload = payload;
  }

  /** Payload bytes sent so far. */
  get octets(): number {
    return this.#octets;
  }

  /** Sends packets again, as retransmissions, which receivers drop; returns false where it cannot. */
  repeat(count: number): boolean {
    const { sequence, timestamp, marker, payload } = this.#spare;
    if (this.#rtxHeader === undefined || payload === undefined || this.#flow === 'off') return false;
    for (let sent = 0; sent < count; sent++) {
      this.#rtxHeader.timestamp = timestamp;
      this.#rtxHeader.marker = marker;
      this.#retransmit(this.#rtxHeader, sequence, payload);
    }
    return true;
  }

  /** Retransmits packets that the subscriber reports as lost. */
  resend(lost: readonly number[], feeds: readonly MediaFeed[]): void {
    for (const sequence of lost) {
      const found = this.#rewriter.locate(sequence);
      if (found === undefined) continue;
      const packet = feeds.map((feed) => feed.cached(found.feed, found.sequence)).find((entry) => entry !== undefined);
      if (packet === undefined) continue;
      const header = this.#rtxHeader ?? this.#header;
      const payload = found.pictures === undefined ? packet.payload : shiftPictures(packet.payload, found.pictures);
      header.timestamp = add32(packet.timestamp, found.timestampOffset);
      header.marker = packet.marker;
      this.#mark(header, packet);
      if (this.#rtxHeader === undefined) {
        header.sequenceNumber = sequence;
        this.#send(header, payload);
      } else this.#retransmit(header, sequence, payload);
    }
  }

  /** RFC 4588: the payload begins with the original sequence number. */
  #retransmit(header: RtpHeader, sequence: number, payload: Buffer): void {
    this.#rtxSequence = add16(this.#rtxSequence, 1);
    header.sequenceNumber = this.#rtxSequence;
    const original = Buffer.alloc(2);
    original.writeUInt16BE(sequence, 0);
    this.peer()?.sendRtp(header, Buffer.concat([original, payload]));
  }

  /**
   * A sender report with the publisher's clock in the subscriber's numbers; undefined if no packet was sent since the
   * last one.
   */
  report(feed: MediaFeed, now: number): Buffer | undefined {
    const { mapping } = feed;
    if (mapping === undefined || this.#flow !== 'flowing' || this.#packets === this.#reportedPackets) return undefined;
    const timestamp = this.#rewriter.timestamp(feed.run, mapping.rtpTimestamp);
    if (timestamp === undefined) return undefined;
    this.#reportedPackets = this.#packets;
    const elapsed = now - mapping.at;
    return Buffer.concat([
      senderReport({
        ssrc: this.sent.ssrc,
        // Both sides of the mapping advance by the same time, so that it remains the publisher's own.
        ntp: mapping.ntp + BigInt(Math.round(elapsed * NTP_PER_MS)),
        rtpTimestamp: add32(timestamp, Math.round((elapsed * feed.clockRate) / 1000)),
        packets: this.#packets,
        octets: this.#octets,
      }),
      sourceDescription(this.sent.ssrc, this.sent.cname),
    ]);
  }

  #mark(header: RtpHeader, { mixed }: CachedPacket): void {
    if (mixed === undefined) return;
    header.csrc = [...mixed.csrcs];
    if (this.levelExtension === undefined) return;
    const isVoice = mixed.csrcs.length > 0;
    header.extensions = [{ id: this.levelExtension, payload: Buffer.of((isVoice ? 0x80 : 0) | mixed.level) }];
  }

  #send(header: RtpHeader, payload: Buffer): void {
    this.#packets++;
    this.#octets += payload.length;
    header.padding = payload.length === 0;
    this.peer()?.sendRtp(header, payload.length === 0 ? PADDING_ONLY : payload);
  }
}

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
