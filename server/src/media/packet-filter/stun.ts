import { createHmac, timingSafeEqual } from 'node:crypto';

/** Connectivity checks: RFC 8489 for the format, RFC 8445 for the attributes. */

const HEADER_BYTES = 20;
const MAGIC_COOKIE = 0x2112_a442;
/** Browsers send about 100. */
const MAX_BYTES = 1_024;
const MAX_ATTRIBUTES = 32;
const INTEGRITY_BYTES = 20;

const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const MESSAGE_INTEGRITY_SHA256 = 0x001c;
const PRIORITY = 0x0024;
const FINGERPRINT = 0x8028;

/** Permitted lengths of attribute values in bytes, smallest and largest. */
const VALUE_LENGTHS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0x0001, [8, 20]], // MAPPED-ADDRESS
  [USERNAME, [1, 513]],
  [MESSAGE_INTEGRITY, [INTEGRITY_BYTES, INTEGRITY_BYTES]],
  [0x0009, [4, 767]], // ERROR-CODE
  [0x000a, [0, 128]], // UNKNOWN-ATTRIBUTES
  [0x0020, [8, 20]], // XOR-MAPPED-ADDRESS
  [PRIORITY, [4, 4]],
  [0x0025, [0, 0]], // USE-CANDIDATE
  [FINGERPRINT, [4, 4]],
  [0x8029, [8, 8]], // ICE-CONTROLLED
  [0x802a, [8, 8]], // ICE-CONTROLLING
]);

export type StunType = 'request' | 'success' | 'error';

/** Binding messages only; an indication expects no answer and is dropped. */
const TYPES: ReadonlyMap<number, StunType> = new Map([
  [0x0001, 'request'],
  [0x0101, 'success'],
  [0x0111, 'error'],
]);

export interface StunMessage {
  readonly type: StunType;
  /** Present in every request. */
  readonly username: string | undefined;
  /** Offset of the MESSAGE-INTEGRITY attribute, in bytes; undefined where there is none. */
  readonly integrityAt: number | undefined;
}

interface Attribute {
  readonly type: number;
  readonly valueAt: number;
  readonly length: number;
}

/**
 * Checks the structure of a Binding message; undefined for other data. A request has a user name, a priority and
 * integrity.
 */
export function readStun(data: Buffer): StunMessage | undefined {
  if (data.length < HEADER_BYTES || data.length > MAX_BYTES) return undefined;
  const type = TYPES.get(data.readUInt16BE(0));
  const isWhole = data.readUInt16BE(2) === data.length - HEADER_BYTES && data.length % 4 === 0;
  if (type === undefined || !isWhole || data.readUInt32BE(4) !== MAGIC_COOKIE) return undefined;
  const attributes = readAttributes(data);
  if (attributes === undefined) return undefined;
  const integrity = attributes.findIndex((attribute) => attribute.type === MESSAGE_INTEGRITY);
  if (integrity !== -1 && !attributes.slice(integrity + 1).every(mayFollowIntegrity)) return undefined;
  const usernames = attributes.filter((attribute) => attribute.type === USERNAME);
  if (usernames.length > 1) return undefined;
  const hasPriority = attributes.some((attribute) => attribute.type === PRIORITY);
  if (type === 'request' && (integrity === -1 || usernames.length === 0 || !hasPriority)) return undefined;
  const [name] = usernames;
  const integrityAttribute = attributes[integrity];
  return {
    type,
    username: name && data.toString('utf8', name.valueAt, name.valueAt + name.length),
    integrityAt: integrityAttribute && integrityAttribute.valueAt - 4,
  };
}

function readAttributes(data: Buffer): Attribute[] | undefined {
  const attributes: Attribute[] = [];
  for (let offset = HEADER_BYTES; offset < data.length;) {
    if (attributes.length === MAX_ATTRIBUTES || offset + 4 > data.length) return undefined;
    const type = data.readUInt16BE(offset);
    const length = data.readUInt16BE(offset + 2);
    const [least, most] = VALUE_LENGTHS.get(type) ?? [0, MAX_BYTES];
    if (length < least || length > most) return undefined;
    attributes.push({ type, valueAt: offset + 4, length });
    offset += 4 + ((length + 3) & ~3);
    if (offset > data.length) return undefined;
  }
  return attributes;
}

/** Attributes after the integrity attribute are not covered by it. */
function mayFollowIntegrity({ type }: Attribute): boolean {
  return type === FINGERPRINT || type === MESSAGE_INTEGRITY_SHA256;
}

/** True if the message was written by a holder of the password (RFC 8489 14.5). */
export function hasIntegrity(data: Buffer, { integrityAt }: StunMessage, password: string): boolean {
  if (integrityAt === undefined) return false;
  const covered = Buffer.from(data.subarray(0, integrityAt));
  // The length includes the attribute itself, and nothing after it.
  covered.writeUInt16BE(integrityAt + 4 + INTEGRITY_BYTES - HEADER_BYTES, 2);
  const expected = createHmac('sha1', password).update(covered).digest();
  return timingSafeEqual(expected, data.subarray(integrityAt + 4, integrityAt + 4 + INTEGRITY_BYTES));
}

/** The transaction id in hexadecimal digits; the message must have been parsed before. */
export function transactionIdOf(data: Buffer): string {
  return data.toString('hex', 8, HEADER_BYTES);
}
