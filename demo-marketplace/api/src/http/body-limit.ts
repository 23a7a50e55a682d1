import type * as z from 'zod/mini';

/** Minimum body limit of every action, and the allowance for all request parts without a maximum length together. */
export const BODY_DEFAULT_BYTES = 64 * 1024;
/** Maximum body limit, whatever the contract allows. */
export const BODY_MAX_BYTES = 32 * 1024 * 1024;

/** JSON can escape a UTF-16 code unit as `\uXXXX`. */
const CHARACTER_BYTES = 6;
/** JavaScript prints numbers with up to 25 characters. */
const NUMBER_BYTES = 32;
const FALSE_BYTES = 5;
const NULL_BYTES = 4;

type Checks = readonly z.core.$ZodCheck[] | undefined;

/** Size of the largest JSON that a schema accepts. */
interface JsonSize {
  /** Maximum bytes of its bounded parts, with all characters escaped and no space between tokens. */
  readonly bytes: number;
  /** False when a part has no maximum length: a text bounded by a pattern alone, or a record. */
  readonly isBounded: boolean;
}

const UNBOUNDED: JsonSize = { bytes: 0, isBounded: false };
const bounded = (bytes: number): JsonSize => ({ bytes, isBounded: true });

const allOf = (sizes: readonly JsonSize[]): JsonSize => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  isBounded: sizes.every(({ isBounded }) => isBounded),
});
const oneOf = (sizes: readonly JsonSize[]): JsonSize => ({
  bytes: Math.max(0, ...sizes.map(({ bytes }) => bytes)),
  isBounded: sizes.every(({ isBounded }) => isBounded),
});

const textOf = (characters: number): JsonSize =>
  characters === Infinity ? UNBOUNDED : bounded(characters * CHARACTER_BYTES + 2);
const literals = (values: readonly unknown[]): JsonSize => oneOf(values.map((value) => textOf(String(value).length)));
/** Size of a field: name, colon, value, comma. */
const fieldOf = (name: string, value: JsonSize): JsonSize => allOf([textOf(name.length), bounded(2), value]);

function listOf(count: number, item: JsonSize): JsonSize {
  if (count === Infinity) return UNBOUNDED;
  return { bytes: 2 + count * (item.bytes + 1), isBounded: item.isBounded || count === 0 };
}

/** Smallest maximum length among the checks; `Infinity` without one. */
function maxLengthOf(checks: Checks): number {
  const lengths = (checks ?? []).map(({ _zod: internals }) => {
    const definition = internals.def as z.core.$ZodCheckMaxLengthDef | z.core.$ZodCheckLengthEqualsDef;
    if (definition.check === 'max_length') return definition.maximum;
    return definition.check === 'length_equals' ? definition.length : Infinity;
  });
  return Math.min(Infinity, ...lengths);
}

/** Measures the input of a schema; unknown types count as unbounded. */
function sizeOf(schema: z.core.$ZodType): JsonSize {
  const { _zod: internals } = schema as z.core.$ZodTypes;
  const definition = internals.def;
  switch (definition.type) {
    case 'string':
      return textOf(maxLengthOf(definition.checks));
    case 'number':
      return bounded(NUMBER_BYTES);
    case 'boolean':
      return bounded(FALSE_BYTES);
    case 'null':
      return bounded(NULL_BYTES);
    case 'literal':
      return literals(definition.values);
    case 'enum':
      return literals(Object.values(definition.entries));
    case 'array':
      return listOf(maxLengthOf(definition.checks), sizeOf(definition.element));
    case 'object':
      return allOf([
        bounded(2),
        ...Object.entries(definition.shape).map(([name, field]) => fieldOf(name, sizeOf(field))),
      ]);
    case 'union':
      return oneOf(definition.options.map(sizeOf));
    case 'nullable':
      return oneOf([bounded(NULL_BYTES), sizeOf(definition.innerType)]);
    case 'optional':
    case 'default':
    case 'prefault':
      return sizeOf(definition.innerType);
    case 'pipe':
      return sizeOf(definition.in);
    default:
      return UNBOUNDED;
  }
}

/**
 * Body limit of a request in bytes: the size of the longest input that the schema accepts, between {@link
 * BODY_DEFAULT_BYTES} and {@link BODY_MAX_BYTES}. Refinements over several fields are not considered: where a schema
 * limits several lists together, each counts with its own maximum.
 */
export function bodyLimitOf(schema: z.core.$ZodType): number {
  const { bytes, isBounded } = sizeOf(schema);
  const wanted = bytes + (isBounded ? 0 : BODY_DEFAULT_BYTES);
  return Math.min(Math.max(wanted, BODY_DEFAULT_BYTES), BODY_MAX_BYTES);
}
