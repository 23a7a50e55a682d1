import { LecternError } from '../core/errors.js';
import { decodeFrame, encodeFrame, MAX_FRAME_BYTES, WireFormatError, type WireMessage } from '../protocol/index.js';

const isTooLong = (frame: string): boolean =>
  // A UTF-16 unit takes one to three bytes.
  frame.length * 3 > MAX_FRAME_BYTES && new TextEncoder().encode(frame).length > MAX_FRAME_BYTES;

/** Parses a received frame. @throws {WireFormatError} */
export function readFrame(data: unknown): WireMessage {
  if (typeof data !== 'string') throw new WireFormatError('a frame must be text');
  if (isTooLong(data)) throw new WireFormatError(`a frame must not exceed ${MAX_FRAME_BYTES} bytes`);
  return decodeFrame(data);
}

/** Encodes a frame. @throws {LecternError} reason `invalid-argument`, when it cannot be JSON or is too long. */
export function writeFrame(message: WireMessage): string {
  let frame: string;
  try {
    frame = encodeFrame(message);
  } catch (cause) {
    throw new LecternError(`op ${message.op} can not be written as JSON`, { reason: 'invalid-argument', cause });
  }
  if (isTooLong(frame)) {
    throw new LecternError(`op ${message.op} exceeds ${MAX_FRAME_BYTES} bytes`, { reason: 'invalid-argument' });
  }
  return frame;
}
