import { readPictureSize } from '../../recorder/h264-sps.js';
import { descriptorLength } from './vp8-pictures.js';

const H264_SPS = 7;
const H264_STAP_A = 24;

/** Height of the picture in the first packet of a keyframe; undefined where the packet does not tell it. */
export function pictureHeight(codec: string, payload: Buffer): number | undefined {
  if (codec === 'VP8') return vp8Height(payload);
  const sps = codec === 'H264' ? findSps(payload) : undefined;
  return sps && readPictureSize(sps)?.height;
}

/** RFC 6386 9.1. */
function vp8Height(payload: Buffer): number | undefined {
  const start = descriptorLength(payload);
  if (start === undefined || payload.length < start + 10) return undefined;
  if (((payload[start] ?? 1) & 1) !== 0 || payload.readUIntBE(start + 3, 3) !== 0x9d012a) return undefined;
  return payload.readUInt16LE(start + 8) & 0x3fff;
}

/** The sequence parameter set in a packet of its own or an aggregate (RFC 6184 5.7.1). */
function findSps(payload: Buffer): Buffer | undefined {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === H264_SPS) return payload;
  if (type !== H264_STAP_A) return undefined;
  for (let offset = 1; offset + 2 < payload.length;) {
    const end = offset + 2 + payload.readUInt16BE(offset);
    if (((payload[offset + 2] ?? 0) & 0x1f) === H264_SPS) return payload.subarray(offset + 2, end);
    offset = end;
  }
  return undefined;
}
