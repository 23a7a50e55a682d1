/** Compound RTCP packets (RFC 3550 6, RFC 4585), as far as a forwarder needs them. */

const HEADER_BYTES = 4;
/** Header and sender of the first packet, which are never encrypted (RFC 3711 3.4). */
const CLEAR_BYTES = 8;
const SRTCP_INDEX_BYTES = 4;

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const GENERIC_NACK = 1;
const TRANSPORT_WIDE = 15;
const PICTURE_LOSS = 1;
const FULL_INTRA_REQUEST = 4;
const SENDER_INFO_BYTES = 24;
const REPORT_BLOCK_BYTES = 24;
const FEEDBACK_HEADER_BYTES = 8;
/** Sequence numbers taken from one NACK; after a larger loss a keyframe is needed. */
export const MAX_NACKED = 512;

/** REMB, extended reports, SDES and BYE are skipped. */
export type RtcpMessage =
  | {
      readonly kind: 'sender-report';
      readonly ssrc: number;
      /** 32.32 fixed point seconds since 1900. */
      readonly ntp: bigint;
      readonly rtpTimestamp: number;
    }
  | { readonly kind: 'nack'; readonly mediaSsrc: number; readonly lost: readonly number[] }
  | { readonly kind: 'keyframe-request'; readonly mediaSsrc: number }
  /** Arrival of packets by their transport-wide numbers; `body` begins behind the SSRCs. */
  | { readonly kind: 'transport-feedback'; readonly mediaSsrc: number; readonly body: Buffer };

/**
 * True if an encrypted compound packet is well-formed: version, and a first packet that ends within it.
 *
 * @param tagBytes length of the authentication tag
 */
export function isSrtcp(data: Buffer, tagBytes: number): boolean {
  const plainBytes = data.length - tagBytes - SRTCP_INDEX_BYTES;
  if (plainBytes < CLEAR_BYTES || plainBytes % 4 !== 0 || (data[0] ?? 0) >> 6 !== 2) return false;
  return packetLength(data, 0) <= plainBytes;
}

/** Parses a decrypted compound packet; undefined where the lengths or counts of its packets do not fit. */
export function readRtcp(data: Buffer): RtcpMessage[] | undefined {
  const messages: RtcpMessage[] = [];
  for (let offset = 0; offset < data.length;) {
    if (offset + HEADER_BYTES > data.length || data.readUInt8(offset) >> 6 !== 2) return undefined;
    const end = offset + packetLength(data, offset);
    if (end > data.length) return undefined;
    const packet = withoutPadding(data.subarray(offset, end));
    if (packet === undefined || !hasItsBlocks(packet)) return undefined;
    const message = readMessage(packet);
    if (message !== undefined) messages.push(message);
    offset = end;
  }
  return messages;
}

function packetLength(data: Buffer, offset: number): number {
  return HEADER_BYTES + 4 * data.readUInt16BE(offset + 2);
}

function countOf(packet: Buffer): number {
  return (packet[0] ?? 0) & 0x1f;
}

function withoutPadding(packet: Buffer): Buffer | undefined {
  if (((packet[0] ?? 0) & 0x20) === 0) return packet;
  const padding = packet.at(-1) ?? 0;
  return padding === 0 || padding > packet.length - HEADER_BYTES ? undefined : packet.subarray(0, -padding);
}

/** True if the packet is at least as long as its type and its count require. */
function hasItsBlocks(packet: Buffer): boolean {
  return packet.length >= HEADER_BYTES + leastBody(packet[1] ?? 0, countOf(packet));
}

function leastBody(type: number, count: number): number {
  switch (type) {
    case SENDER_REPORT:
      return SENDER_INFO_BYTES + REPORT_BLOCK_BYTES * count;
    case RECEIVER_REPORT:
      return 4 + REPORT_BLOCK_BYTES * count;
    case TRANSPORT_FEEDBACK:
    case PAYLOAD_FEEDBACK:
      return FEEDBACK_HEADER_BYTES;
    default:
      return 0;
  }
}

function readMessage(packet: Buffer): RtcpMessage | undefined {
  const type = packet[1];
  const format = countOf(packet);
  if (type === SENDER_REPORT) {
    const [ssrc, rtpTimestamp] = [packet.readUInt32BE(4), packet.readUInt32BE(16)];
    return { kind: 'sender-report', ssrc, ntp: packet.readBigUInt64BE(8), rtpTimestamp };
  }
  if (type === TRANSPORT_FEEDBACK && format === GENERIC_NACK) {
    return { kind: 'nack', mediaSsrc: packet.readUInt32BE(8), lost: readLost(packet) };
  }
  if (type === TRANSPORT_FEEDBACK && format === TRANSPORT_WIDE) {
    const body = packet.subarray(HEADER_BYTES + FEEDBACK_HEADER_BYTES);
    return { kind: 'transport-feedback', mediaSsrc: packet.readUInt32BE(8), body };
  }
  if (type !== PAYLOAD_FEEDBACK) return undefined;
  if (format === PICTURE_LOSS) return { kind: 'keyframe-request', mediaSsrc: packet.readUInt32BE(8) };
  // A full intra request names the stream in its first entry, not in the header (RFC 5104 4.3.1.1).
  if (format !== FULL_INTRA_REQUEST || packet.length < HEADER_BYTES + FEEDBACK_HEADER_BYTES + 8) return undefined;
  return { kind: 'keyframe-request', mediaSsrc: packet.readUInt32BE(12) };
}

/** Each number once, the first {@link MAX_NACKED} of them. */
function readLost(packet: Buffer): number[] {
  const lost = new Set<number>();
  for (let offset = HEADER_BYTES + FEEDBACK_HEADER_BYTES; offset + 4 <= packet.length; offset += 4) {
    const first = packet.readUInt16BE(offset);
    const mask = packet.readUInt16BE(offset + 2);
    lost.add(first);
    for (let bit = 0; bit < 16; bit++) if (((mask >> bit) & 1) !== 0) lost.add((first + bit + 1) & 0xffff);
    if (lost.size >= MAX_NACKED) break;
  }
  return [...lost].slice(0, MAX_NACKED);
}
