import { MsyncFormatError } from '@lectern/rtc/im-protocol';
import { isUtf8 } from 'node:buffer';

/** Encoding of a field: varint of 32 or 64 bits, 8 bytes, 4 bytes, or length-delimited bytes. */
type Kind = 'v32' | 'v64' | 'f64' | 'f32' | 'bytes';

/** The fields of a message by number; nested messages are forms of their own. */
interface Form {
  readonly [number: number]: Kind | Form;
}

const WIRE_TYPES: Readonly<Record<Kind, number>> = { v32: 0, v64: 0, f64: 1, bytes: 2, f32: 5 };

// All fields that deployed clients know (wire-im 3.3), including those that the server does not read.
const JID: Form = { 1: 'bytes', 2: 'bytes', 3: 'bytes', 4: 'bytes' };
const KEY_VALUE: Form = { 1: 'bytes', 2: 'v32', 3: 'v64', 4: 'f32', 5: 'f64', 6: 'bytes' };
const SIZE: Form = { 1: 'f64', 2: 'f64' };
const CONTENT: Form = {
  ...{
    1: 'v32',
    2: 'bytes',
    3: 'f64',
    4: 'f64',
    5: 'bytes',
    6: 'bytes',
    7: 'bytes',
    8: 'bytes',
    9: 'v32',
    10: 'bytes',
  },
  ...{ 11: KEY_VALUE, 12: 'v32', 13: SIZE, 14: 'bytes', 15: 'bytes', 16: 'bytes', 17: 'v32', 18: SIZE, 19: 'bytes' },
  ...{ 20: KEY_VALUE, 21: 'bytes', 22: 'v32', 23: 'bytes', 24: 'bytes', 25: 'v32' },
};
const CONFIG: Form = { 1: 'v32' };
const STREAM: Form = { 1: 'bytes', 2: 'v64', 3: 'v32', 4: 'v32', 5: 'v32' };
const MESSAGE_BODY: Form = {
  ...{ 1: 'v32', 2: JID, 3: JID, 4: CONTENT, 5: KEY_VALUE, 6: 'v64', 7: CONFIG, 8: 'bytes', 9: 'bytes' },
  ...{ 11: 'v64', 12: 'v32', 13: STREAM },
};
const [FROM, TO] = [2, 3];

/** Deployed clients read at most ten bytes of a 32-bit varint, and use the first five. */
const SHORT_BYTES = 5;
const LONG_BYTES = 10;

/** The end of a variable-length number, and its lowest 32 bits. */
function readVarint(bytes: Uint8Array, from: number): { readonly end: number; readonly value: number } {
  let value = 0;
  for (let index = 0; index < LONG_BYTES; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) break;
    if (index < SHORT_BYTES) value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { end: from + index + 1, value };
  }
  throw new MsyncFormatError('a number does not end');
}

/** Tags and lengths. */
function readShort(bytes: Uint8Array, from: number): { readonly end: number; readonly value: number } {
  const read = readVarint(bytes, from);
  if (read.end - from > SHORT_BYTES || read.value >= 2 ** 32) throw new MsyncFormatError('a tag or length is too long');
  return read;
}

function endOfVarint(bytes: Uint8Array, from: number, kind: Kind | Form | undefined): number {
  const { end } = readVarint(bytes, from);
  const length = end - from;
  if (kind === 'v32' && length > SHORT_BYTES && length < LONG_BYTES) {
    throw new MsyncFormatError('a number of 32 bits has 6 to 9 bytes');
  }
  return end;
}

/** Checks a length-delimited field that is known to be a message or a text. */
function checkPart(kind: Kind | Form | undefined, part: Uint8Array, number: number): void {
  if (typeof kind === 'object') check(kind, part);
  else if (kind === 'bytes' && !isUtf8(part)) throw new MsyncFormatError(`field ${number} is no UTF-8`);
}

function check(form: Form, bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = readShort(bytes, at);
    const [number, wireType] = [Math.floor(tag.value / 8), tag.value % 8];
    const kind = form[number];
    const expected = typeof kind === 'object' ? WIRE_TYPES.bytes : kind && WIRE_TYPES[kind];
    if (expected !== undefined && expected !== wireType) {
      throw new MsyncFormatError(`field ${number} has the wire type ${wireType} in place of ${expected}`);
    }
    numbers.push(number);
    at = tag.end;
    if (wireType === WIRE_TYPES.v32) at = endOfVarint(bytes, at, kind);
    else if (wireType === WIRE_TYPES.f64) at += 8;
    else if (wireType === WIRE_TYPES.f32) at += 4;
    else if (wireType === WIRE_TYPES.bytes) {
      const { value: length, end } = readShort(bytes, at);
      at = end + length;
      if (at <= bytes.length) checkPart(kind, bytes.subarray(end, at), number);
    } else throw new MsyncFormatError(`there is no wire type ${wireType}`);
    if (at > bytes.length) throw new MsyncFormatError('the message ends too early');
  }
  return numbers;
}

/**
 * Refuses bodies that deployed clients would read differently from the server: they ignore wire types, read over-long
 * numbers as larger than they are, and take the second of two senders. They take the sender from the body, which is
 * relayed unchanged: a client could otherwise forge it.
 * @throws {MsyncFormatError}
 */
export function checkBodyForm(body: Uint8Array): void {
  const numbers = check(MESSAGE_BODY, body);
  for (const [number, name] of [
    [FROM, 'sender'],
    [TO, 'recipient'],
  ] as const) {
    if (numbers.filter((each) => each === number).length > 1) throw new MsyncFormatError(`there is a second ${name}`);
  }
}
