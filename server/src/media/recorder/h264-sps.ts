/** Profiles whose parameter sets contain the colour format (ITU-T H.264 7.3.2.1.1). */
const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Reads bits and Exp-Golomb codes; zeros beyond the end. */
class BitReader {
  #position = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.#position > this.bytes.length * 8;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++, this.#position++) {
      const byte = this.bytes[this.#position >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#position & 7))) & 1);
    }
    return value;
  }

  unsigned(): number {
    let zeros = 0;
    while (zeros < 32 && this.bits(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}

/** The frame size in a sequence parameter set; undefined where it cannot be read. */
export function readPictureSize(sps: Buffer): { readonly width: number; readonly height: number } | undefined {
  const reader = new BitReader(withoutEmulation(sps.subarray(1)));
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const chroma = HIGH_PROFILES.has(profile) ? readHighProfile(reader) : 1;
  reader.unsigned();
  skipPictureOrder(reader);
  reader.unsigned();
  reader.bits(1);
  const widthInMacroblocks = reader.unsigned() + 1;
  const heightInUnits = reader.unsigned() + 1;
  const isFrameOnly = reader.bits(1) === 1;
  if (!isFrameOnly) reader.bits(1);
  reader.bits(1);
  const isCropped = reader.bits(1) === 1;
  const [left = 0, right = 0, top = 0, bottom = 0] = isCropped
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [];
  if (reader.isAtEnd) return undefined;
  const fields = isFrameOnly ? 1 : 2;
  const cropX = chroma === 1 || chroma === 2 ? 2 : 1;
  const cropY = (chroma === 1 ? 2 : 1) * fields;
  const width = widthInMacroblocks * 16 - (left + right) * cropX;
  const height = heightInUnits * 16 * fields - (top + bottom) * cropY;
  return width > 0 && height > 0 && width <= 16_384 && height <= 16_384 ? { width, height } : undefined;
}

/** @returns chroma_format_idc */
function readHighProfile(reader: BitReader): number {
  const chroma = reader.unsigned();
  if (chroma === 3) reader.bits(1);
  reader.unsigned();
  reader.unsigned();
  reader.bits(1);
  if (reader.bits(1) === 1) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) {
      if (reader.bits(1) === 1) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return chroma;
}

function skipScalingList(reader: BitReader, length: number): void {
  let last = 8;
  let next = 8;
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + reader.signed() + 256) % 256;
    if (next !== 0) last = next;
  }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  if (type !== 1) return;
  reader.bits(1);
  reader.signed();
  reader.signed();
  const count = Math.min(255, reader.unsigned());
  for (let index = 0; index < count; index++) reader.signed();
}

/** Removes emulation prevention bytes (7.4.1.1). */
function withoutEmulation(bytes: Buffer): Buffer {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Buffer.from(kept);
}
