import fc from 'fast-check';

/** One field of an encoded message; bytes that parse as a message are treated as one. */
interface WireField {
  number: number;
  wireType: number;
  value: bigint | Uint8Array | WireField[];
  /** Added to the true length. */
  lie: bigint;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const MAX_DEPTH = 8;

function readVarint(cursor: Cursor): bigint | undefined {
  let value = 0n;
  for (let index = 0n; index < 10n; index += 1n) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << (7n * index);
    if (byte < 0x80) return value;
  }
  return undefined;
}

function readField(cursor: Cursor, depth: number): WireField | undefined {
  const tag = readVarint(cursor);
  if (tag === undefined || tag < 8n) return undefined;
  const field = { number: Number(tag >> 3n), wireType: Number(tag & 7n), lie: 0n };
  if (field.wireType === 0) {
    const value = readVarint(cursor);
    return value === undefined ? undefined : { ...field, value };
  }
  const length = { 1: 8n, 2: -1n, 5: 4n }[field.wireType];
  const size = length === -1n ? readVarint(cursor) : length;
  if (size === undefined || size > BigInt(cursor.bytes.length - cursor.at)) return undefined;
  const value = cursor.bytes.subarray(cursor.at, cursor.at + Number(size));
  cursor.at += Number(size);
  const inner =
    field.wireType === 2 && value.length > 0 && depth < MAX_DEPTH ? readFields(value, depth + 1) : undefined;
  return { ...field, value: inner ?? value };
}

function readFields(bytes: Uint8Array, depth = 0): WireField[] | undefined {
  const cursor = { bytes, at: 0 };
  const fields: WireField[] = [];
  while (cursor.at < bytes.length) {
    const field = readField(cursor, depth);
    if (field === undefined) return undefined;
    fields.push(field);
  }
  return fields;
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

function writeFields(fields: readonly WireField[]): Buffer {
  return Buffer.concat(
    fields.map(({ number, wireType, value, lie }) => {
      const tag = varint((BigInt(number) << 3n) | BigInt(wireType));
      if (typeof value === 'bigint') return Buffer.from([...tag, ...varint(value)]);
      const body = value instanceof Uint8Array ? value : writeFields(value);
      const length = wireType === 2 ? varint(BigInt(body.length) + lie) : [];
      return Buffer.concat([Buffer.from([...tag, ...length]), body]);
    }),
  );
}

const numbers = fc.constantFrom(
  0n,
  1n,
  2n,
  5n,
  127n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n - 1n,
);
const texts = fc.constantFrom(
  Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from('\u0000'),
  Buffer.from("'; DROP TABLE im_messages; --"),
  Buffer.from('{"__proto__":{"admin":true}}'),
  Buffer.from('__proto__'),
  // Reads as names for a reader that ignores wire types.
  Buffer.from('\u0011\u0007\u0012\u0005alice'),
  Buffer.from('\u0012\u0007\u0012\u0005alice'),
  Buffer.from('alice'),
  Buffer.from('ben'),
  Buffer.from('easemob.com'),
  Buffer.from('conference.easemob.com'),
  Buffer.alloc(5_000, 'x'),
  Buffer.alloc(0),
);

const mutation = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'renumber', 'retype', 'number', 'bytes', 'lie', 'nest', 'move', 'tail'),
  at: fc.nat(60),
  to: fc.nat(60),
  number: fc.oneof(fc.nat(25), fc.constantFrom(0, 2 ** 29 - 1)),
  wireType: fc.nat(7),
  value: fc.oneof(numbers, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  bytes: fc.oneof(texts, fc.uint8Array({ maxLength: 30 })),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

interface Place {
  readonly list: WireField[];
  readonly index: number;
}

const placesOf = (list: WireField[]): Place[] =>
  list.flatMap((field, index) => [{ list, index }, ...(Array.isArray(field.value) ? placesOf(field.value) : [])]);

function mutate(fields: WireField[], { kind, at, to, number, wireType, value, bytes }: Mutation): void {
  const places = placesOf(fields);
  const { list, index } = places[at % places.length] ?? { list: fields, index: 0 };
  const field = list[index];
  const other = places[to % Math.max(1, places.length)];
  if (field === undefined) return void fields.push({ number: number || 1, wireType: 0, value, lie: 0n });
  if (kind === 'drop') list.splice(index, 1);
  else if (kind === 'repeat')
    list.splice(index, 0, ...Array.from({ length: 1 + (to % 10) }, () => structuredClone(field)));
  else if (kind === 'renumber') field.number = number;
  else if (kind === 'retype') field.wireType = wireType;
  else if (kind === 'number') Object.assign(field, { wireType: 0, value });
  else if (kind === 'bytes') Object.assign(field, { wireType: 2, value: bytes });
  else if (kind === 'tail' && Array.isArray(field.value))
    field.value = Buffer.concat([writeFields(field.value), bytes]);
  else if (kind === 'lie') field.lie = value;
  else if (kind === 'move' && other) other.list.splice(other.index, 0, structuredClone(field));
  else if (kind === 'nest') {
    let inner: Buffer = Buffer.from(bytes);
    // Built at once, because other mutations would not survive this depth.
    for (let depth = 0; depth < 500; depth += 1) {
      inner = Buffer.concat([Buffer.from([(field.number << 3) | 2, ...varint(BigInt(inner.length))]), inner]);
    }
    Object.assign(field, { wireType: 2, value: inner });
  }
}

/** Frames of hostile clients: the given ones with changed fields, truncated, extended, or random bytes. */
export const hostileFrames = (frames: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { arbitrary: fc.uint8Array({ maxLength: 60 }), weight: 1 },
    {
      arbitrary: fc
        .record({
          frame: fc.constantFrom(...frames),
          mutations: fc.array(mutation, { maxLength: 4 }),
          end: fc.option(fc.nat(300), { freq: 8 }),
          more: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 20 }), texts),
        })
        .map(({ frame, mutations, end, more }) => {
          const fields = readFields(frame) ?? [];
          for (const each of mutations) mutate(fields, each);
          return Buffer.concat([writeFields(fields).subarray(0, end ?? undefined), more]);
        }),
      weight: 9,
    },
  );

/** A sample of them, deterministic by seed. */
export const sampleHostileFrames = (frames: readonly Uint8Array[], numRuns: number, seed: number): Uint8Array[] =>
  fc.sample(hostileFrames(frames), { numRuns, seed });
