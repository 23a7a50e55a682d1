import { MsyncFormatError, WireReader, WireType, WireWriter } from './wire-format.js';

/** Types of scalar fields; 64-bit numbers are decimal texts, as a JavaScript number cannot hold them. */
interface ScalarTypes {
  bool: boolean;
  int32: number;
  uint32: number;
  int64: string;
  uint64: string;
  float: number;
  double: number;
  string: string;
  bytes: Uint8Array;
}

export type ScalarType = keyof ScalarTypes;

/** One field; `T` is the type of its value in a message. */
export interface Field<T> {
  readonly number: number;
  readonly type: ScalarType | Schema;
  readonly isRepeated: boolean;
  /** Carries the type only; never present at run time. */
  readonly value?: T;
}

/** The fields of a message by name. */
export interface Schema {
  readonly [name: string]: Field<unknown>;
}

/** A message of a schema; every field may be missing. */
export type MessageOf<S extends Schema> = {
  readonly [K in keyof S]?: S[K] extends Field<infer T> ? T : never;
};

export const scalar = <T extends ScalarType>(number: number, type: T): Field<ScalarTypes[T]> => ({
  number,
  type,
  isRepeated: false,
});

export const scalars = <T extends ScalarType>(number: number, type: T): Field<readonly ScalarTypes[T][]> => ({
  number,
  type,
  isRepeated: true,
});

export const one = <S extends Schema>(number: number, type: S): Field<MessageOf<S>> => ({
  number,
  type,
  isRepeated: false,
});

export const many = <S extends Schema>(number: number, type: S): Field<readonly MessageOf<S>[]> => ({
  number,
  type,
  isRepeated: true,
});

function wireTypeOf(type: Field<unknown>['type']): WireType {
  if (typeof type === 'object' || type === 'string' || type === 'bytes') return WireType.Bytes;
  if (type === 'double') return WireType.Fixed64;
  return type === 'float' ? WireType.Fixed32 : WireType.Varint;
}

type Values = Record<string, unknown>;

const low32 = (value: bigint | number): number =>
  typeof value === 'number' ? value : Number(BigInt.asUintN(32, value));

function readValue(reader: WireReader, type: Field<unknown>['type'], before: unknown): unknown {
  switch (type) {
    case 'string':
      return reader.text();
    case 'bytes':
      return reader.bytes();
    case 'double':
      return reader.double();
    case 'float':
      return reader.float();
    case 'bool':
      return Number(reader.varint()) !== 0;
    case 'int32':
      return low32(reader.varint()) | 0;
    case 'uint32':
      return low32(reader.varint());
    case 'int64':
      return BigInt.asIntN(64, BigInt(reader.varint())).toString();
    case 'uint64':
      return reader.varint().toString();
    default:
      return readMessage(type, reader.bytes(), before);
  }
}

/** List of a repeated field, extended in place: copying it for each entry would let a hostile message take hours. */
function listOf(message: Values, name: string): unknown[] {
  const list = (message[name] ?? []) as unknown[];
  message[name] = list;
  return list;
}

/** Parts of a split message are merged, as the format requires. */
function readMessage(schema: Schema, bytes: Uint8Array, before: unknown): Values {
  const message: Values = { ...(before as Values | undefined) };
  const names = Object.keys(schema);
  const reader = new WireReader(bytes);
  while (!reader.isAtEnd) {
    const tag = low32(reader.varint());
    const number = Math.floor(tag / 8);
    if (number === 0) throw new MsyncFormatError('there is no field 0');
    const wireType = tag % 8;
    const name = names.find((known) => schema[known]?.number === number);
    const field = name === undefined ? undefined : schema[name];
    if (name === undefined || field === undefined) {
      reader.skip(wireType);
      continue;
    }
    const expected = wireTypeOf(field.type);
    if (wireType === expected) {
      if (field.isRepeated) listOf(message, name).push(readValue(reader, field.type, undefined));
      else message[name] = readValue(reader, field.type, message[name]);
    } else if (field.isRepeated && wireType === WireType.Bytes) {
      const packed = new WireReader(reader.bytes());
      const values = listOf(message, name);
      while (!packed.isAtEnd) values.push(readValue(packed, field.type, undefined));
    } else {
      // A field of an unexpected type is skipped like an unknown field.
      reader.skip(wireType);
    }
  }
  return message;
}

function writeValue(writer: WireWriter, type: Field<unknown>['type'], value: unknown): void {
  if (typeof type === 'object') writer.bytes(writeMessage(type, value as Values));
  else if (type === 'string') writer.text(value as string);
  else if (type === 'bytes') writer.bytes(value as Uint8Array);
  else if (type === 'double') writer.double(value as number);
  else if (type === 'float') writer.float(value as number);
  else writer.varint(typeof value === 'number' ? value : BigInt(value as boolean | string));
}

function writeMessage(schema: Schema, message: Values): Uint8Array {
  const writer = new WireWriter();
  for (const name of Object.keys(schema)) {
    const { number, type, isRepeated } = schema[name] as Field<unknown>;
    const value = message[name];
    if (value === undefined) continue;
    for (const entry of isRepeated ? (value as readonly unknown[]) : [value]) {
      writer.tag(number, wireTypeOf(type));
      writeValue(writer, type, entry);
    }
  }
  return writer.finish();
}

/**
 * Reads a message; fields that are unknown, or of an unexpected type, are left out. `bytes` fields are views of the
 * input.
 * @throws {MsyncFormatError} if the bytes are not a message.
 */
export const decode = <S extends Schema>(schema: S, bytes: Uint8Array): MessageOf<S> =>
  readMessage(schema, bytes, undefined) as MessageOf<S>;

/** Writes a message, its fields in the order of the schema. */
export const encode = <S extends Schema>(schema: S, message: MessageOf<S>): Uint8Array =>
  writeMessage(schema, message as Values);
