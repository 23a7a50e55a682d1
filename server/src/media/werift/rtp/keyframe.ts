/** Returns true if a payload is the first packet of a keyframe. */
export type KeyframeDetector = (payload: Buffer) => boolean;

const H264_IDR = 5;
const H264_SPS = 7;
const H264_STAP_A = 24;
const H264_FU_A = 28;

/** The detector of a codec by its upper case rtpmap name; for unknown codecs every packet counts as a keyframe. */
export function keyframeDetector(codec: string): KeyframeDetector {
  if (codec === 'VP8') return isVp8Keyframe;
  if (codec === 'H264') return isH264Keyframe;
  return () => true;
}

/** RFC 7741 4.2 and 4.3. */
function isVp8Keyframe(payload: Buffer): boolean {
  const descriptor = payload[0];
  if (descriptor === undefined) return false;
  const startsPartition = (descriptor & 0x10) !== 0;
  const partition = descriptor & 0x07;
  if (!startsPartition || partition !== 0) return false;
  let offset = 1;
  if ((descriptor & 0x80) !== 0) {
    const extension = payload[offset++] ?? 0;
    if ((extension & 0x80) !== 0) offset += ((payload[offset] ?? 0) & 0x80) !== 0 ? 2 : 1;
    if ((extension & 0x40) !== 0) offset++;
    if ((extension & 0x30) !== 0) offset++;
  }
  const header = payload[offset];
  return header !== undefined && (header & 0x01) === 0;
}

/** RFC 6184: a parameter set or the start of an IDR slice, alone, aggregated or fragmented. */
function isH264Keyframe(payload: Buffer): boolean {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === H264_SPS || type === H264_IDR) return true;
  if (type === H264_FU_A) {
    const header = payload[1] ?? 0;
    return (header & 0x80) !== 0 && ((header & 0x1f) === H264_IDR || (header & 0x1f) === H264_SPS);
  }
  if (type !== H264_STAP_A) return false;
  for (let offset = 1; offset + 2 < payload.length;) {
    const unit = (payload[offset + 2] ?? 0) & 0x1f;
    if (unit === H264_SPS || unit === H264_IDR) return true;
    offset += 2 + payload.readUInt16BE(offset);
  }
  return false;
}
