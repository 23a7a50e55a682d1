import type { VideoCodec } from './ivf.js';
import { Unwrapper, type MediaPacket } from './rtp.js';

/** Time to wait for a missing packet, which may be retransmitted. */
const REPAIR_MS = 200;
const MAX_WAITING = 1024;
const START_CODE = Buffer.from([0, 0, 0, 1]);
const H264_IDR = 5;
const H264_SPS = 7;
const H264_STAP_A = 24;
const H264_FU_A = 28;

/** A complete encoded frame. */
export interface CodedFrame {
  readonly codec: VideoCodec;
  readonly data: Buffer;
  readonly isKeyframe: boolean;
  readonly timestamp: number;
}

interface Waiting {
  readonly packet: MediaPacket;
  readonly at: number;
}

/**
 * Assembles packets into frames: in order, complete, and only those that a decoder can use. After a loss it waits for a
 * keyframe and reports that it needs one.
 */
export class FrameAssembler {
  #ssrc: number | undefined;
  #unwrapper = new Unwrapper(16);
  #next: number | undefined;
  #needsKeyframe = true;
  readonly #waiting = new Map<number, Waiting>();
  #parts: Buffer[] = [];
  #timestamp: number | undefined;
  #isWhole = false;

  constructor(
    private readonly onFrame: (frame: CodedFrame) => void,
    private readonly onBroken: () => void,
  ) {}

  /** @param now in ms */
  push(packet: MediaPacket, now: number): void {
    if (packet.ssrc !== this.#ssrc) this.#follow(packet.ssrc);
    const sequence = this.#unwrapper.unwrap(packet.sequence);
    this.#next ??= sequence;
    if (sequence < this.#next) return;
    this.#waiting.set(sequence, { packet, at: now });
    this.#drain();
    this.#giveUp(now);
  }

  #follow(ssrc: number): void {
    this.#ssrc = ssrc;
    this.#unwrapper = new Unwrapper(16);
    this.#next = undefined;
    this.#waiting.clear();
    this.#drop();
    this.#needsKeyframe = true;
  }

  #drain(): void {
    for (;;) {
      const waiting = this.#next === undefined ? undefined : this.#waiting.get(this.#next);
      if (waiting === undefined || this.#next === undefined) return;
      this.#waiting.delete(this.#next);
      this.#next++;
      this.#take(waiting.packet);
    }
  }

  #giveUp(now: number): void {
    let oldest: number | undefined;
    let since = now;
    for (const [sequence, { at }] of this.#waiting) {
      oldest = oldest === undefined ? sequence : Math.min(oldest, sequence);
      since = Math.min(since, at);
    }
    if (oldest === undefined) return;
    if (now - since < REPAIR_MS && this.#waiting.size < MAX_WAITING) return;
    this.#next = oldest;
    this.#break();
    this.#drain();
  }

  #take({ codec, payload, timestamp, marker }: MediaPacket): void {
    // Padding, which only advances the sequence numbers.
    if (codec === 'OPUS' || payload.length === 0) return;
    if (timestamp !== this.#timestamp) {
      // The last packet of the previous frame carries the marker; without it that frame is incomplete.
      if (this.#parts.length > 0) this.#break();
      this.#timestamp = timestamp;
      this.#isWhole = codec === 'H264' || startsVp8Frame(payload);
    }
    const parts = codec === 'VP8' ? vp8Parts(payload) : h264Parts(payload);
    if (parts === undefined) return this.#break();
    this.#parts.push(...parts);
    if (marker) this.#finish(codec, timestamp);
  }

  #finish(codec: VideoCodec, timestamp: number): void {
    const data = Buffer.concat(this.#parts);
    const isWhole = this.#isWhole && data.length > 0;
    this.#drop();
    if (!isWhole) return this.#break();
    const isKeyframe = codec === 'VP8' ? ((data[0] ?? 1) & 0x01) === 0 : hasH264Keyframe(data);
    if (isKeyframe) this.#needsKeyframe = false;
    if (this.#needsKeyframe) return this.onBroken();
    this.onFrame({ codec, data, isKeyframe, timestamp });
  }

  #drop(): void {
    this.#parts = [];
    this.#timestamp = undefined;
    this.#isWhole = false;
  }

  #break(): void {
    this.#drop();
    this.#needsKeyframe = true;
    this.onBroken();
  }
}

/** RFC 7741 4.2: length of the descriptor; undefined for a payload that ends within it. */
function vp8DescriptorBytes(payload: Buffer): number | undefined {
  const first = payload[0] ?? 0;
  let offset = 1;
  if ((first & 0x80) !== 0) {
    const extension = payload[offset++] ?? 0;
    if ((extension & 0x80) !== 0) offset += ((payload[offset] ?? 0) & 0x80) !== 0 ? 2 : 1;
    if ((extension & 0x40) !== 0) offset++;
    if ((extension & 0x30) !== 0) offset++;
  }
  return offset < payload.length ? offset : undefined;
}

const startsVp8Frame = (payload: Buffer): boolean => ((payload[0] ?? 0) & 0x17) === 0x10;

function vp8Parts(payload: Buffer): Buffer[] | undefined {
  const offset = vp8DescriptorBytes(payload);
  return offset === undefined ? undefined : [payload.subarray(offset)];
}

/** RFC 6184, as a byte stream (Annex B). */
function h264Parts(payload: Buffer): Buffer[] | undefined {
  const first = payload[0] ?? 0;
  const type = first & 0x1f;
  if (type < H264_STAP_A) return [START_CODE, payload];
  if (type === H264_FU_A) {
    const header = payload[1];
    if (header === undefined) return undefined;
    const rest = payload.subarray(2);
    return (header & 0x80) === 0 ? [rest] : [START_CODE, Buffer.from([(first & 0xe0) | (header & 0x1f)]), rest];
  }
  if (type !== H264_STAP_A) return undefined;
  const parts: Buffer[] = [];
  for (let offset = 1; offset + 2 < payload.length;) {
    const bytes = payload.readUInt16BE(offset);
    parts.push(START_CODE, payload.subarray(offset + 2, offset + 2 + bytes));
    offset += 2 + bytes;
  }
  return parts;
}

function hasH264Keyframe(data: Buffer): boolean {
  for (let at = data.indexOf(START_CODE); at >= 0; at = data.indexOf(START_CODE, at + 4)) {
    const type = (data[at + 4] ?? 0) & 0x1f;
    if (type === H264_IDR || type === H264_SPS) return true;
  }
  return false;
}
