/** Writers of the RTCP packets that the forwarder sends (RFC 3550, RFC 4585, RFC 5104). */

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const GENERIC_NACK = 1;
/** Formats of payload-specific feedback. */
const PICTURE_LOSS = 1;
const FULL_INTRA_REQUEST = 4;
const CNAME = 1;

export interface SenderInfo {
  readonly ssrc: number;
  /** 32.32 fixed point seconds since 1900. */
  readonly ntp: bigint;
  readonly rtpTimestamp: number;
  readonly packets: number;
  readonly octets: number;
}

export interface ReportBlock {
  readonly ssrc: number;
  /** 0 to 255: 256ths. */
  readonly fractionLost: number;
  readonly totalLost: number;
  readonly highestSequence: number;
  /** In units of the RTP clock. */
  readonly jitter: number;
  /** The middle 32 bits of the last sender report's time, 0 without any. */
  readonly lastReport: number;
  /** Time since then, in 65536ths of a second. */
  readonly sinceLastReport: number;
}

function withHeader(count: number, type: number, body: Buffer): Buffer {
  const padded = (body.length + 3) & ~3;
  const packet = Buffer.alloc(4 + padded);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(padded / 4, 2);
  body.copy(packet, 4);
  return packet;
}

export function senderReport({ ssrc, ntp, rtpTimestamp, packets, octets }: SenderInfo): Buffer {
  const body = Buffer.alloc(24);
  body.writeUInt32BE(ssrc, 0);
  body.writeBigUInt64BE(BigInt.asUintN(64, ntp), 4);
  body.writeUInt32BE(rtpTimestamp, 12);
  body.writeUInt32BE(packets >>> 0, 16);
  body.writeUInt32BE(octets >>> 0, 20);
  return withHeader(0, SENDER_REPORT, body);
}

export function receiverReport(ssrc: number, blocks: readonly ReportBlock[]): Buffer {
  const body = Buffer.alloc(4 + 24 * blocks.length);
  body.writeUInt32BE(ssrc, 0);
  blocks.forEach((block, index) => {
    const offset = 4 + 24 * index;
    body.writeUInt32BE(block.ssrc, offset);
    body.writeUInt8(block.fractionLost, offset + 4);
    body.writeIntBE(Math.max(-0x80_0000, Math.min(0x7f_ffff, block.totalLost)), offset + 5, 3);
    body.writeUInt32BE(block.highestSequence >>> 0, offset + 8);
    body.writeUInt32BE(block.jitter >>> 0, offset + 12);
    body.writeUInt32BE(block.lastReport >>> 0, offset + 16);
    body.writeUInt32BE(block.sinceLastReport >>> 0, offset + 20);
  });
  return withHeader(blocks.length, RECEIVER_REPORT, body);
}

export function sourceDescription(ssrc: number, cname: string): Buffer {
  const text = Buffer.from(cname).subarray(0, 255);
  // The item list ends with at least one zero, which the padding to 32 bits may provide.
  const body = Buffer.alloc(4 + 2 + text.length + 1);
  body.writeUInt32BE(ssrc, 0);
  body[4] = CNAME;
  body[5] = text.length;
  text.copy(body, 6);
  return withHeader(1, SOURCE_DESCRIPTION, body);
}

/** A transport-layer feedback message; the body is padded and the padding declared. */
export function transportFeedbackPacket(format: number, sender: number, media: number, body: Buffer): Buffer {
  return feedback(TRANSPORT_FEEDBACK, format, sender, media, body);
}

export function nack(sender: number, media: number, lost: readonly number[]): Buffer {
  const entries: [pid: number, mask: number][] = [];
  for (const sequence of lost) {
    const last = entries.at(-1);
    const offset = last === undefined ? 0 : (sequence - last[0]) & 0xffff;
    if (last !== undefined && offset >= 1 && offset <= 16) last[1] |= 1 << (offset - 1);
    else entries.push([sequence, 0]);
  }
  const body = Buffer.alloc(4 * entries.length);
  entries.forEach(([pid, mask], index) => {
    body.writeUInt16BE(pid, 4 * index);
    body.writeUInt16BE(mask, 4 * index + 2);
  });
  return feedback(TRANSPORT_FEEDBACK, GENERIC_NACK, sender, media, body);
}

export function pictureLoss(sender: number, media: number): Buffer {
  return feedback(PAYLOAD_FEEDBACK, PICTURE_LOSS, sender, media, Buffer.alloc(0));
}

export function fullIntraRequest(sender: number, media: number, sequence: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeUInt32BE(media, 0);
  body.writeUInt8(sequence & 0xff, 4);
  return feedback(PAYLOAD_FEEDBACK, FULL_INTRA_REQUEST, sender, 0, body);
}

function feedback(type: number, format: number, sender: number, media: number, body: Buffer): Buffer {
  const padding = (4 - (body.length % 4)) % 4;
  const full = Buffer.alloc(8 + body.length + padding);
  full.writeUInt32BE(sender, 0);
  full.writeUInt32BE(media, 4);
  body.copy(full, 8);
  if (padding > 0) full[full.length - 1] = padding;
  const packet = withHeader(format, type, full);
  if (padding > 0) packet[0] = 0xa0 | format;
  return packet;
}
