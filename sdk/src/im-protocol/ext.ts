import { ValueType } from './enums.js';
import type { KeyValue } from './messages.js';

/** Fields that an application adds to a message: JSON values by name. */
export type ImExt = Readonly<Record<string, unknown>>;

function readEntry({ type, varintValue = '0', floatValue = 0, doubleValue = 0, stringValue = '' }: KeyValue): unknown {
  switch (type) {
    case ValueType.Bool:
      return varintValue !== '0';
    case ValueType.Int:
    case ValueType.Uint:
    case ValueType.Llint:
      return Number(varintValue);
    case ValueType.Float:
      return floatValue;
    case ValueType.Double:
      return doubleValue;
    case ValueType.JsonString:
      try {
        return JSON.parse(stringValue) as unknown;
      } catch {
        return stringValue;
      }
    default:
      return stringValue;
  }
}

/** Reads entries into an object. Later entries of a name replace earlier ones. */
export const readExt = (entries: readonly KeyValue[]): ImExt =>
  // Not by assignment: an entry may be called `__proto__`.
  Object.fromEntries(entries.map((entry) => [entry.key ?? '', readEntry(entry)]));

function writeEntry(key: string, value: unknown): KeyValue {
  if (typeof value === 'string') return { key, type: ValueType.String, stringValue: value };
  if (typeof value === 'boolean') return { key, type: ValueType.Bool, varintValue: value ? '1' : '0' };
  if (typeof value === 'number') {
    // Deployed clients on phones misread INT beyond 32 bits; the wire has no −0 integer.
    return Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0)
      ? { key, type: ValueType.Int, varintValue: String(value) }
      : { key, type: ValueType.Double, doubleValue: value };
  }
  return { key, type: ValueType.JsonString, stringValue: JSON.stringify(value) };
}

/** The entries of an object; undefined values are left out. */
export const writeExt = (ext: ImExt): KeyValue[] =>
  Object.entries(ext).flatMap(([key, value]) => (value === undefined ? [] : [writeEntry(key, value)]));
