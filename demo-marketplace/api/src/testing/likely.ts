import fc from 'fast-check';
import * as z from 'zod/mini';

/** The parts of JSON Schema that are used here. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  /** Items of a tuple. */
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const ID = /^[1-9]\d{0,15}$/;

/** Texts of formats that a JSON schema cannot express. */
const TEXTS = [
  ...['Ann', '課程介紹', '<b>bold</b>', '100% _sure_', "O'Brien", '\u{1F600}', 'a'.repeat(300)],
  ...['ann@example.org', '13812345678', '123456', 'abcd123!', '2026-11-22', '2026-11-22T10:00:00.000Z'],
  ...[
    'https://market.test/',
    '/video-info?id=1',
    'image/20261122/1763791200000a.png',
    'A123456789',
    '202611220000000001',
  ],
];

/** Valid values of fields by name, where the schema cannot express them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  email: ['ann@example.org'],
  account: ['ann@example.org', '13812345678'],
  mobile: ['13812345678'],
  code: ['123456'],
  from: ['2026-11-01', '2025-01-31'],
  to: ['2026-11-22', '2026-12-31'],
  password: ['abcd123!'],
  password2: ['abcd123!'],
  pay_password: ['246810', '123456'],
  password6: ['123456'],
  password6_2: ['123456'],
  proof_code: ['123456'],
  timezone: ['Asia/Taipei'],
  id_card: ['A123456789'],
};

function texts({ pattern, format, minLength = 0, maxLength = 400 }: Schema): fc.Arbitrary<string> {
  if (pattern === ID.source) return fc.integer({ min: 1, max: 8 }).map(String);
  if (format === 'date-time') return fc.constantFrom('2020-01-01T00:00:00.000Z', '2026-12-31T23:59:59Z');
  if (pattern !== undefined && format === undefined) {
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength).padEnd(minLength, 'a'));
  }
  const fitting = TEXTS.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.string({ minLength, maxLength });
}

function valueOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valueOf(one, name)));
  const { minimum = -10, maximum = 1_000_000, minItems = 0, maxItems = 4 } = schema;
  switch (schema.type) {
    case 'string':
      return NAMED[name] === undefined ? texts(schema) : fc.constantFrom(...NAMED[name]);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }), fc.constantFrom(minimum, maximum));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map((one) => valueOf(one)));
      return fc.array(valueOf(schema.items || {}), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, valueOf(one, field)]));
      return fc.record(fields, { requiredKeys: [...required] });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Request bodies that match the schema, most of them valid. */
export const likely = (request: z.ZodMiniType): fc.Arbitrary<unknown> =>
  valueOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema);
