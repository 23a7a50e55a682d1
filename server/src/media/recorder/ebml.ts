/** Elements of EBML (RFC 8794), of which Matroska and WebM files are made. */

/** The size of an element whose end is not known yet; eight bytes wide, so that it can be replaced later. */
export const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

/** An element: its id, the length of its content, and the content. */
export function element(id: number, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([idBytes(id), sizeBytes(length), ...content]);
}

export function unsigned(id: number, value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return element(id, Buffer.from(bytes.length === 0 ? [0] : bytes));
}

/** An unsigned number that always takes eight bytes. */
export function unsigned64(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeBigUInt64BE(BigInt(value));
  return element(id, content);
}

export function double(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return element(id, content);
}

export function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

export function idBytes(id: number): Buffer {
  const bytes: number[] = [];
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from(bytes);
}

/** A length, in as few bytes as it takes unless a width is given. */
export function sizeBytes(length: number, width = widthOf(length)): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length) | (1n << BigInt(7 * width)));
  return bytes.subarray(8 - width);
}

function widthOf(length: number): number {
  let width = 1;
  // All ones means "unknown", so the largest number of each width is not available.
  while (length >= 2 ** (7 * width) - 1) width++;
  return width;
}

/** Filler of exactly `length` bytes, 2 or more. */
export function filler(length: number): Buffer {
  const VOID = 0xec;
  const width = length - 2 < 126 ? 1 : 4;
  const content = length - 1 - width;
  return Buffer.concat([Buffer.from([VOID]), sizeBytes(content, width), Buffer.alloc(content)]);
}

/** The header of an element. */
export interface ElementHead {
  readonly id: number;
  /** Length of the content; undefined where it is not known yet. */
  readonly size: number | undefined;
  /** Offset of the content. */
  readonly start: number;
}

/** The longest header of an element: an id of four bytes, a length of eight. */
export const MAX_HEAD_BYTES = 12;

/** Reads the header of the element at `offset`; undefined where it is incomplete. */
export function readHead(bytes: Buffer, offset: number): ElementHead | undefined {
  const idWidth = leadingWidth(bytes[offset]);
  if (idWidth === undefined || idWidth > 4 || offset + idWidth >= bytes.length) return undefined;
  const sizeAt = offset + idWidth;
  const sizeWidth = leadingWidth(bytes[sizeAt]);
  if (sizeWidth === undefined || sizeAt + sizeWidth > bytes.length) return undefined;
  let size = BigInt((bytes[sizeAt] ?? 0) & (0xff >> sizeWidth));
  for (let index = 1; index < sizeWidth; index++) size = (size << 8n) | BigInt(bytes[sizeAt + index] ?? 0);
  const isUnknown = size === (1n << BigInt(7 * sizeWidth)) - 1n;
  return {
    id: bytes.readUIntBE(offset, idWidth),
    size: isUnknown ? undefined : Number(size),
    start: sizeAt + sizeWidth,
  };
}

function leadingWidth(byte: number | undefined): number | undefined {
  if (byte === undefined || byte === 0) return undefined;
  return Math.clz32(byte) - 23;
}

/** The complete elements within a part of `bytes`. */
export function* children(bytes: Buffer, from = 0, to = bytes.length): Generator<{ id: number; content: Buffer }> {
  for (let offset = from; offset < to;) {
    const head = readHead(bytes, offset);
    if (head?.size === undefined || head.start + head.size > to) return;
    yield { id: head.id, content: bytes.subarray(head.start, head.start + head.size) };
    offset = head.start + head.size;
  }
}

/** The content of an unsigned number. */
export function readUnsigned(content: Buffer): number {
  return content.reduce((value, byte) => value * 256 + byte, 0);
}
