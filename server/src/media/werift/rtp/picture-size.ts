import { descriptorLength } from './vp8-pictures.js';

/** Height of the picture in the first packet of a VP8 keyframe (RFC 6386 9.1); undefined for other codecs. */
export function pictureHeight(codec: string, payload: Buffer): number | undefined {
  const start = codec === 'VP8' ? descriptorLength(payload) : undefined;
  if (start === undefined || payload.length < start + 10) return undefined;
  if (((payload[start] ?? 1) & 1) !== 0 || payload.readUIntBE(start + 3, 3) !== 0x9d012a) return undefined;
  return payload.readUInt16LE(start + 8) & 0x3fff;
}
