import { type Depacketizer, PictureBudget, type VideoFrame } from './frames.js';

/** Assembles VP8 frames (RFC 7741). */
export class Vp8Depacketizer implements Depacketizer {
  #parts: Buffer[] = [];
  #timestamp: number | undefined;
  readonly #budget = new PictureBudget();

  push(
    { timestamp, marker, payload }: { timestamp: number; marker: boolean; payload: Buffer },
    isAfterLoss: boolean,
  ): VideoFrame | undefined {
    if (payload.length === 0) return undefined;
    const descriptor = readDescriptor(payload);
    if (isAfterLoss || (this.#timestamp !== undefined && timestamp !== this.#timestamp)) this.#drop();
    if (descriptor === undefined) return undefined;
    if (descriptor.isStart) {
      this.#drop();
      this.#timestamp = timestamp;
    } else if (this.#timestamp === undefined) return undefined;
    if (!this.#budget.take(payload.length)) {
      this.#drop();
      return undefined;
    }
    this.#parts.push(payload.subarray(descriptor.length));
    if (!marker) return undefined;
    const data = Buffer.concat(this.#parts);
    this.#drop();
    return toFrame(timestamp, data);
  }

  #drop(): void {
    this.#parts = [];
    this.#timestamp = undefined;
    this.#budget.reset();
  }
}

/** RFC 7741 4.2; undefined where the packet ends before its descriptor does. */
function readDescriptor(payload: Buffer): { readonly length: number; readonly isStart: boolean } | undefined {
  const first = payload[0] ?? 0;
  let length = 1;
  if ((first & 0x80) !== 0) {
    const extension = payload[length++] ?? 0;
    if ((extension & 0x80) !== 0) length += ((payload[length] ?? 0) & 0x80) !== 0 ? 2 : 1;
    if ((extension & 0x40) !== 0) length++;
    if ((extension & 0x30) !== 0) length++;
  }
  if (length >= payload.length) return undefined;
  return { length, isStart: (first & 0x10) !== 0 && (first & 0x07) === 0 };
}

/** Parses the header of the frame itself (RFC 6386 9.1). */
function toFrame(timestamp: number, data: Buffer): VideoFrame | undefined {
  const isKeyframe = ((data[0] ?? 1) & 1) === 0;
  if (!isKeyframe) return { timestamp, isKeyframe, data };
  const hasStartCode = data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a;
  if (!hasStartCode) return undefined;
  const size = { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  return { timestamp, isKeyframe, data, size };
}
