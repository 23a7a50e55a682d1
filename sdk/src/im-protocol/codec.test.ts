import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import * as conference from './conference-body.js';
import { addressOf, decode, encode, MsyncFormatError, nameOf, parseAddress, type Schema } from './index.js';
import * as messages from './messages.js';
import * as muc from './muc-body.js';
import type { Field } from './schema.js';

const proto = protobuf.parse(readFileSync(fileURLToPath(new URL('msync.proto', import.meta.url)), 'utf8'), {
  keepCase: true,
}).root;
proto.resolveAll();

const { Jid, Size, Content, ...others } = messages;
const { ConferenceStatus, ConferenceBody } = conference;
const { MucSetting, MucStatus, MucEventInfo, MucBody } = muc;
/** Every message, by its name in msync.proto. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...others,
  JID: Jid,
  'MessageBody.Content.Size': Size,
  'MessageBody.Content': Content,
  ConferenceBody,
  'ConferenceBody.Status': ConferenceStatus,
  MUCBody: MucBody,
  'MUCBody.Setting': MucSetting,
  'MUCBody.Status': MucStatus,
  'MUCBody.EventInfo': MucEventInfo,
};
const NAMES = Object.keys(SCHEMAS);
const foreignType = (name: string): protobuf.Type => proto.lookupType(`msync.${name}`);

const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  bool: fc.boolean(),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  float: fc.float({ noNaN: true }),
  double: fc.double({ noNaN: true }),
  string: fc.string({ unit: 'grapheme' }),
  bytes: fc.uint8Array().map((value) => Uint8Array.from(value)),
};

const entryOf = ({ type }: Field<unknown>, foreign: protobuf.Field): fc.Arbitrary<unknown> => {
  if (typeof type === 'object') return messageOf(type, foreign.resolvedType as protobuf.Type);
  // Only known numbers: the other codec drops unknown ones.
  if (foreign.resolvedType instanceof protobuf.Enum)
    return fc.constantFrom(...Object.values(foreign.resolvedType.values));
  return SCALARS[type]!;
};

/** Any message of a schema, with any of its fields; of mutually exclusive ones, with one. */
function messageOf(schema: Schema, foreign: protobuf.Type): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema).map(([name, field]) => {
    const entry = entryOf(field, foreign.fields[name]!);
    return [name, field.isRepeated ? fc.array(entry, { minLength: 1, maxLength: 3 }) : entry] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((message) => {
    const choice = (name: string): string | undefined => foreign.fields[name]?.partOf?.name;
    const names = Object.keys(message);
    const isKept = (name: string, index: number): boolean =>
      choice(name) === undefined || !names.slice(0, index).some((other) => choice(other) === choice(name));
    return Object.fromEntries(Object.entries(message).filter(([name], index) => isKept(name, index)));
  });
}

const isOfType = ({ type }: Field<unknown>, value: unknown): boolean => {
  if (typeof type === 'object') return holds(type, value);
  if (type === 'bytes') return value instanceof Uint8Array;
  if (type === 'bool') return typeof value === 'boolean';
  if (type === 'string') return typeof value === 'string';
  if (type === 'int64' || type === 'uint64') return typeof value === 'string' && /^-?\d+$/.test(value);
  return typeof value === 'number';
};

/** True if a message has only fields of its schema, each with its type. */
const holds = (schema: Schema, message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  Object.entries(message).every(([name, value]) => {
    const field = schema[name];
    if (field === undefined) return false;
    return field.isRepeated
      ? Array.isArray(value) && value.every((entry) => isOfType(field, entry))
      : isOfType(field, value);
  });

/** Decodes, or refuses as malformed; any other error is a failure. */
function readOrRefuse(schema: Schema, bytes: Uint8Array): object | undefined {
  try {
    return decode(schema, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MsyncFormatError);
    return undefined;
  }
}

const plain = { longs: String, enums: Number, bytes: Array } as const;
const OPTIONS = { numRuns: 60 } as const;

describe.each(NAMES)('%s', (name) => {
  const schema = SCHEMAS[name]!;
  const foreign = foreignType(name);

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(messageOf(schema, foreign), (message) => {
        expect(decode(schema, encode(schema, message))).toEqual(message);
      }),
      OPTIONS,
    );
  });

  it('means the same to another codec, both ways', () => {
    fc.assert(
      fc.property(messageOf(schema, foreign), (message) => {
        const theirs = foreign.fromObject(message);
        const read = foreign.decode(encode(schema, message));
        expect(foreign.toObject(read, plain)).toEqual(foreign.toObject(theirs, plain));
        expect(decode(schema, Uint8Array.from(foreign.encode(theirs).finish()))).toEqual(message);
      }),
      OPTIONS,
    );
  });

  it('has the types of its fields, whatever bytes it is read from', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const message = readOrRefuse(schema, bytes);
        expect(message === undefined || holds(schema, message)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is read or refused when it was cut, or a byte of it was changed', () => {
    const damage = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), isCut: fc.boolean() });
    fc.assert(
      fc.property(messageOf(schema, foreign), damage, (message, { at, byte, isCut }) => {
        const whole = encode(schema, message);
        const from = whole.length === 0 ? 0 : at % whole.length;
        const bytes = isCut ? whole.subarray(0, from) : Uint8Array.from(whole).fill(byte, from, from + 1);
        const read = readOrRefuse(schema, bytes);
        expect(read === undefined || holds(schema, read)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out fields that come with another type than theirs', () => {
    for (const [field, { number, type }] of Object.entries(schema)) {
      // Only `float` takes four bytes, only `double` eight.
      const isFloat = type === 'float';
      const bytes = [...varint(number * 8 + (isFloat ? 1 : 5)), ...Array.from({ length: isFloat ? 8 : 4 }, () => 1)];
      expect(decode(schema, Uint8Array.from(bytes)), field).toEqual({});
    }
  });
});

const varint = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);

describe('an address', () => {
  it.each([
    ['ben', 'org#app_ben@easemob.com'],
    ['a_b.c@d-1', 'org#app_a_b.c@d-1@easemob.com'],
    ['org#app_ben@easemob.com', 'org#app_ben@easemob.com'],
    ['other#one_ben@elsewhere.org/desk', 'other#one_ben@elsewhere.org/desk'],
  ])('of %s is %s', (name, address) => {
    expect(addressOf('org#app', name)).toBe(address);
  });

  it('gives the name back, whatever name it is', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_.@-]{1,64}$/);
    fc.assert(
      fc.property(name, fc.constantFrom('', '/', '/desk', '/a/b@c'), (user, resource) => {
        expect(nameOf(addressOf('org.x#app-1', user) + resource)).toBe(user);
        expect(nameOf(user)).toBe(user);
      }),
    );
    expect(parseAddress('org#app_g1@conference.easemob.com/web_1')).toEqual({
      appKey: 'org#app',
      name: 'g1',
      domain: 'conference.easemob.com',
      resource: 'web_1',
    });
  });
});
