import { ForwardPayloadType } from '../../media/forward.js';
import type { VideoCodec } from './ivf.js';

/** Readers of RTP and RTCP packets of plain forwards (RFC 3550); anything else is ignored. */

const HEADER_BYTES = 12;
const SENDER_REPORT = 200;
const SENDER_REPORT_BYTES = 28;
const RTCP_TYPES = { first: 192, last: 223 };
const NTP_PER_MS = 2 ** 32 / 1000;

export type Codec = 'OPUS' | VideoCodec;

const CODECS: ReadonlyMap<number, Codec> = new Map<number, Codec>([
  [ForwardPayloadType.Opus, 'OPUS'],
  [ForwardPayloadType.Vp8, 'VP8'],
  [ForwardPayloadType.H264, 'H264'],
]);

export interface MediaPacket {
  readonly kind: 'media';
  readonly codec: Codec;
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

/** A publisher's own mapping of its media time to its clock. */
export interface ReportPacket {
  readonly kind: 'report';
  readonly ssrc: number;
  /** Time by the publisher's clock. */
  readonly ntpMs: number;
  readonly timestamp: number;
}

export function readPacket(bytes: Buffer): MediaPacket | ReportPacket | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt8(0) >> 6 !== 2) return undefined;
  const type = bytes.readUInt8(1);
  if (type >= RTCP_TYPES.first && type <= RTCP_TYPES.last) return readReport(bytes, type);
  const codec = CODECS.get(type & 0x7f);
  // The server's own forwards have neither extensions nor padding nor contributing sources.
  if (codec === undefined || bytes.readUInt8(0) !== 0x80) return undefined;
  return {
    kind: 'media',
    codec,
    ssrc: bytes.readUInt32BE(8),
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    marker: (type & 0x80) !== 0,
    payload: bytes.subarray(HEADER_BYTES),
  };
}

function readReport(bytes: Buffer, type: number): ReportPacket | undefined {
  if (type !== SENDER_REPORT || bytes.length < SENDER_REPORT_BYTES) return undefined;
  const ntp = bytes.readUInt32BE(8) * 2 ** 32 + bytes.readUInt32BE(12);
  return { kind: 'report', ssrc: bytes.readUInt32BE(4), ntpMs: ntp / NTP_PER_MS, timestamp: bytes.readUInt32BE(16) };
}

/** Extends a wrapping number of `bits` beyond its range. */
export class Unwrapper {
  #last: number | undefined;

  constructor(private readonly bits: 16 | 32) {}

  unwrap(value: number): number {
    const modulus = 2 ** this.bits;
    if (this.#last === undefined) {
      // Leaves space below for packets that arrive late.
      this.#last = value + modulus;
      return this.#last;
    }
    let difference = (value - (this.#last % modulus) + modulus) % modulus;
    if (difference >= modulus / 2) difference -= modulus;
    const unwrapped = this.#last + difference;
    this.#last = Math.max(this.#last, unwrapped);
    return unwrapped;
  }
}
