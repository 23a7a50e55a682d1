/** A writer of IVF, the simplest container that carries single frames with their times to a decoder. */

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 12;

export type VideoCodec = 'VP8' | 'H264';

const FOURCC: Readonly<Record<VideoCodec, string>> = { VP8: 'VP80', H264: 'H264' };

/** The head of the file; times of frames are in ms, and the size is only a hint. */
export function ivfHeader(codec: VideoCodec, width: number, height: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('DKIF', 0);
  header.writeUInt16LE(HEADER_BYTES, 6);
  header.write(FOURCC[codec], 8);
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(1000, 16);
  header.writeUInt32LE(1, 20);
  return header;
}

export function ivfFrameHeader(bytes: number, atMs: number): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(bytes, 0);
  header.writeBigUInt64LE(BigInt(Math.max(0, Math.round(atMs))), 4);
  return header;
}
