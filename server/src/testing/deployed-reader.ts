/** Sender and recipient in a message body. */
export interface NamedBody {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A reader as generated for deployed clients: it trusts its schema more than the wire types in the data. */
class Reader {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  uint32(): number {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value % 2 ** 32;
    }
    this.skip(5);
    return value % 2 ** 32;
  }

  byte(): number {
    this.skip(1);
    return this.bytes[this.at - 1] ?? 0;
  }

  skip(length: number): void {
    this.at += length;
    if (this.at > this.bytes.length) throw new RangeError('index out of range');
  }

  text(): string {
    const length = this.uint32();
    const from = this.at;
    this.skip(length);
    return Buffer.from(this.bytes.subarray(from, this.at)).toString();
  }

  varint(): void {
    while (this.byte() >= 0x80);
  }

  unknown(wireType: number): void {
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.skip(8);
    else if (wireType === 2) this.skip(this.uint32());
    else if (wireType === 5) this.skip(4);
    else throw new RangeError(`invalid wire type ${wireType}`);
  }
}

type Type = 'int32' | 'int64' | 'float' | 'double' | 'text' | Fields;
interface Fields {
  readonly [number: number]: Type;
}

const JID: Fields = { 1: 'text', 2: 'text', 3: 'text', 4: 'text' };
const KEY_VALUE: Fields = { 1: 'text', 2: 'int32', 3: 'int64', 4: 'float', 5: 'double', 6: 'text' };
const CONTENT: Fields = { 1: 'int32', 2: 'text', 3: 'double', 4: 'double', 9: 'int32', 11: KEY_VALUE, 12: 'int32' };
const BODY: Fields = { 1: 'int32', 2: JID, 3: JID, 4: CONTENT, 5: KEY_VALUE, 6: 'int64', 7: { 1: 'int32' }, 8: 'text' };

function readFields(reader: Reader, fields: Fields, end: number): Map<number, unknown> {
  const found = new Map<number, unknown>();
  while (reader.at < end) {
    const tag = reader.uint32();
    const [number, wireType] = [Math.floor(tag / 8), tag % 8];
    const type = fields[number];
    if (typeof type === 'object') {
      const length = reader.uint32();
      found.set(number, readFields(reader, type, reader.at + length));
    } else if (type === 'text') found.set(number, reader.text());
    else if (type === 'int32') reader.uint32();
    else if (type === 'int64') reader.varint();
    else if (type === 'float') reader.skip(4);
    else if (type === 'double') reader.skip(8);
    else reader.unknown(wireType);
  }
  return found;
}

/** Reads a body as deployed clients do: undefined where they reject it. */
export function readAsDeployed(body: Uint8Array): NamedBody | undefined {
  try {
    const found = readFields(new Reader(body), BODY, body.length);
    const nameOf = (number: number): string | undefined => {
      const jid = found.get(number);
      const name: unknown = jid instanceof Map ? jid.get(2) : undefined;
      return typeof name === 'string' ? name : undefined;
    };
    return { from: nameOf(2), to: nameOf(3) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
