import { FileTooComplex, type ByteSource } from './byte-source.js';

/** Maximum elements read before the search ends; regular videos have `Info` before the media. */
export const MAX_ELEMENTS = 4_096;
const MAX_HEAD_BYTES = 12;
const MAX_ID_BYTES = 4;
const MAX_SIZE_BYTES = 8;
const DEFAULT_TIMESTAMP_SCALE = 1_000_000;
const NANOSECONDS = 1_000_000_000;

const Id = {
  Ebml: 0x1a45dfa3,
  Segment: 0x18538067,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
} as const;

interface Element {
  readonly id: number;
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
}

/** Length of a variable-length integer in bytes, by its first byte; 9 when malformed. */
const lengthOf = (first: number): number => Math.clz32(first) - 24 + 1;

/** Reads elements in order; all reads of one file share a budget of {@link MAX_ELEMENTS}. */
class ElementReader {
  #left = MAX_ELEMENTS;

  constructor(private readonly source: ByteSource) {}

  /** Elements between two positions. @throws {FileTooComplex} */
  *within({ from, to }: Omit<Element, 'id'>): Generator<Element> {
    for (let at = from; at < to;) {
      this.#left -= 1;
      if (this.#left < 0) throw new FileTooComplex('elements');
      const element = this.#headAt(at, to);
      if (element === undefined) return;
      yield element;
      at = element.to;
    }
  }

  /** Content of an element of at most 8 bytes; undefined for a longer one. */
  value({ from, to }: Element): Buffer | undefined {
    const length = to - from;
    if (length > MAX_SIZE_BYTES) return undefined;
    const content = this.source.read(from, length);
    return content.length === length ? content : undefined;
  }

  #headAt(at: number, limit: number): Element | undefined {
    const head = this.source.read(at, MAX_HEAD_BYTES);
    const idBytes = lengthOf(head[0] ?? 0);
    if (idBytes > MAX_ID_BYTES || head.length <= idBytes) return undefined;
    const sizeBytes = lengthOf(head[idBytes] ?? 0);
    if (sizeBytes > MAX_SIZE_BYTES || head.length < idBytes + sizeBytes) return undefined;
    const id = head.readUIntBE(0, idBytes);
    const from = at + idBytes + sizeBytes;
    let size = 0n;
    for (const byte of head.subarray(idBytes, idBytes + sizeBytes)) size = (size << 8n) | BigInt(byte);
    const mask = (1n << BigInt(7 * sizeBytes)) - 1n;
    const isUnknown = (size & mask) === mask;
    // Only the segment of a live recording may have an unknown size; any other such element makes the file invalid.
    if (isUnknown) return id === Id.Segment ? { id, from, to: limit } : undefined;
    const to = from + Number(size & mask);
    return to > limit ? undefined : { id, from, to };
  }
}

function unsigned(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/**
 * Duration of a WebM in seconds, from its segment information; undefined where that is missing or malformed. Reads at
 * most {@link MAX_ELEMENTS} element heads, whatever the file's size. @throws {FileTooComplex}
 */
export function webmDuration(source: ByteSource): number | undefined {
  const reader = new ElementReader(source);
  const find = (id: number, range: Omit<Element, 'id'>): Element | undefined => {
    for (const element of reader.within(range)) if (element.id === id) return element;
    return undefined;
  };
  const segment = find(Id.Segment, { from: 0, to: source.size });
  const info = segment && find(Id.Info, segment);
  if (info === undefined) return undefined;
  let scale = DEFAULT_TIMESTAMP_SCALE;
  let duration: number | undefined;
  for (const element of reader.within(info)) {
    const value = element.id === Id.TimestampScale || element.id === Id.Duration ? reader.value(element) : undefined;
    if (value === undefined) continue;
    if (element.id === Id.TimestampScale) scale = unsigned(value);
    else if (value.length === 4) duration = value.readFloatBE();
    else if (value.length === 8) duration = value.readDoubleBE();
  }
  return duration === undefined ? undefined : (duration * scale) / NANOSECONDS;
}
