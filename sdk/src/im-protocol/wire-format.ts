/** The bytes are not a message of the protocol. */
export class MsyncFormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MsyncFormatError';
  }
}

/** Wire encoding of a field: variable-length number, 8 or 4 bytes, or length-prefixed. */
export const WireType = { Varint: 0, Fixed64: 1, Bytes: 2, Fixed32: 5 } as const;
export type WireType = (typeof WireType)[keyof typeof WireType];

const MAX_VARINT_BYTES = 10;
/** Size of the buffer that a message is written into, in bytes; it doubles when it is full. */
const FIRST_BYTES = 128;

// Made with the first text, since importing the module does nothing; one for each text would cost most of the time.
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;
const encodeText = (value: string): Uint8Array => (encoder ??= new TextEncoder()).encode(value);
// A byte order mark is a character of the text like any other.
const decodeText = (bytes: Uint8Array): string =>
  (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes);

/** Reads the primitives of the format from bytes. Every read throws {@link MsyncFormatError} at the end of them. */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** 64 bits, unsigned: a bigint where it has more than 28. Most numbers are short, and numbers are much faster. */
  varint(): bigint | number {
    let low = 0;
    for (let index = 0; index < 4; index += 1) {
      const byte = this.#byte();
      low += (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return low;
    }
    let value = BigInt(low);
    for (let index = 4; index < MAX_VARINT_BYTES; index += 1) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new MsyncFormatError('a number has more than 10 bytes');
  }

  bytes(): Uint8Array {
    const length = Number(this.varint());
    const from = this.#advance(length);
    return this.#bytes.subarray(from, from + length);
  }

  text(): string {
    return decodeText(this.bytes());
  }

  double(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  float(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  skip(wireType: number): void {
    if (wireType === WireType.Varint) this.varint();
    else if (wireType === WireType.Bytes) this.bytes();
    else if (wireType === WireType.Fixed64) this.#advance(8);
    else if (wireType === WireType.Fixed32) this.#advance(4);
    else throw new MsyncFormatError(`there is no wire type ${wireType}`);
  }

  #byte(): number {
    return this.#bytes[this.#advance(1)] ?? 0;
  }

  /** Moves on and returns the position before. */
  #advance(by: number): number {
    const from = this.#at;
    if (from + by > this.#bytes.length) throw new MsyncFormatError('the message ends too early');
    this.#at = from + by;
    return from;
  }
}

/** Writes the primitives of the format. */
export class WireWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  tag(number: number, wireType: WireType): void {
    this.varint(number * 8 + wireType);
  }

  /** Negative numbers take ten bytes, as 64 bits in two's complement. */
  varint(value: bigint | number): void {
    if (typeof value === 'number' && value >= 0 && value <= 0x7fff_ffff) {
      let rest = value;
      for (; rest > 0x7f; rest >>>= 7) this.#byte((rest & 0x7f) | 0x80);
      this.#byte(rest);
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 0x7fn; rest >>= 7n) this.#byte(Number(rest & 0x7fn) | 0x80);
    this.#byte(Number(rest));
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.#add(value);
  }

  text(value: string): void {
    this.bytes(encodeText(value));
  }

  double(value: number): void {
    this.#add(new Uint8Array(Float64Array.of(value).buffer));
  }

  float(value: number): void {
    this.#add(new Uint8Array(Float32Array.of(value).buffer));
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  #add(part: Uint8Array): void {
    this.#reserve(part.length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
