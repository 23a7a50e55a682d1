/** RTP packets (RFC 3550 5.1) and their header extensions (RFC 8285). */

const FIXED_HEADER_BYTES = 12;
const ONE_BYTE_PROFILE = 0xbede;
const TWO_BYTE_PROFILE = 0x1000;
/** The four lowest bits of the two-byte profile are the application's. */
const TWO_BYTE_MASK = 0xfff0;
/** Ends the list of one-byte extensions. */
const RESERVED_ID = 15;

/** The part of an RTP header that is needed to authenticate the packet. */
export interface SrtpHeader {
  readonly ssrc: number;
  readonly sequenceNumber: number;
  /** Offset of the encrypted payload, in bytes. */
  readonly payloadOffset: number;
  readonly padding: boolean;
}

export interface RtpExtension {
  readonly id: number;
  readonly payload: Buffer;
}

/** A packet as it was received; `payload` is without padding. */
export interface ReceivedRtp {
  readonly header: {
    readonly payloadType: number;
    readonly marker: boolean;
    readonly sequenceNumber: number;
    readonly timestamp: number;
    readonly ssrc: number;
    readonly extensions: readonly RtpExtension[];
  };
  readonly payload: Buffer;
}

/**
 * Parses only the header length of an encrypted packet; undefined where it exceeds the packet.
 *
 * @param tagBytes length of the authentication tag at the end
 */
export function readSrtpHeader(data: Buffer, tagBytes: number): SrtpHeader | undefined {
  const payloadOffset = headerLength(data, data.length - tagBytes);
  if (payloadOffset === undefined) return undefined;
  return {
    ssrc: data.readUInt32BE(8),
    sequenceNumber: data.readUInt16BE(2),
    payloadOffset,
    padding: hasPadding(data),
  };
}

/** Parses a decrypted packet; undefined where its header, extensions or padding do not fit into it. */
export function readRtp(data: Buffer): ReceivedRtp | undefined {
  const payloadAt = headerLength(data, data.length);
  if (payloadAt === undefined) return undefined;
  const padding = hasPadding(data) ? (data.at(-1) ?? 0) : 0;
  const payloadEnd = data.length - padding;
  if (payloadEnd < payloadAt || (padding === 0 && hasPadding(data))) return undefined;
  const extensions = hasExtension(data) ? readExtensions(data, payloadAt) : [];
  if (extensions === undefined) return undefined;
  const second = data.readUInt8(1);
  return {
    header: {
      payloadType: second & 0x7f,
      marker: (second & 0x80) !== 0,
      sequenceNumber: data.readUInt16BE(2),
      timestamp: data.readUInt32BE(4),
      ssrc: data.readUInt32BE(8),
      extensions,
    },
    payload: data.subarray(payloadAt, payloadEnd),
  };
}

function hasPadding(data: Buffer): boolean {
  return ((data[0] ?? 0) & 0x20) !== 0;
}

function hasExtension(data: Buffer): boolean {
  return ((data[0] ?? 0) & 0x10) !== 0;
}

function extensionAt(data: Buffer): number {
  return FIXED_HEADER_BYTES + 4 * ((data[0] ?? 0) & 0x0f);
}

/** Offset of the payload; undefined where that is behind `end`. */
function headerLength(data: Buffer, end: number): number | undefined {
  if (end < FIXED_HEADER_BYTES || (data[0] ?? 0) >> 6 !== 2) return undefined;
  let length = extensionAt(data);
  if (hasExtension(data)) {
    if (length + 4 > end) return undefined;
    length += 4 + 4 * data.readUInt16BE(length + 2);
  }
  return length <= end ? length : undefined;
}

/** The extensions of a header that ends at `end`; undefined where one of them reaches beyond it. */
function readExtensions(data: Buffer, end: number): RtpExtension[] | undefined {
  const start = extensionAt(data);
  const profile = data.readUInt16BE(start);
  const isOneByte = profile === ONE_BYTE_PROFILE;
  // Another profile means an unknown format.
  if (!isOneByte && (profile & TWO_BYTE_MASK) !== TWO_BYTE_PROFILE) return [];
  const extensions: RtpExtension[] = [];
  for (let offset = start + 4; offset < end;) {
    const first = data.readUInt8(offset);
    if (first === 0) {
      offset += 1;
      continue;
    }
    if (isOneByte && first >> 4 === RESERVED_ID) break;
    if (!isOneByte && offset + 2 > end) return undefined;
    const payloadAt = offset + (isOneByte ? 1 : 2);
    const next = payloadAt + (isOneByte ? (first & 0x0f) + 1 : data.readUInt8(offset + 1));
    if (next > end) return undefined;
    extensions.push({ id: isOneByte ? first >> 4 : first, payload: data.subarray(payloadAt, next) });
    offset = next;
  }
  return extensions;
}
