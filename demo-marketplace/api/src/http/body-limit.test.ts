import { ACTIONS, saveCourse, saveOutline } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BODY_DEFAULT_BYTES, BODY_MAX_BYTES, bodyLimitOf } from './body-limit.js';

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const TEXT_MAX = 50_000;
/** A text of maximum length in its longest JSON form: an escape for each character. */
const escaped = '\\u0001'.repeat(TEXT_MAX);

test.each<[string, z.ZodMiniType, string]>([
  ['a text', z.object({ a: text(TEXT_MAX) }), `{"a":"${escaped}"}`],
  ['an optional text', z.object({ a: z.optional(text(TEXT_MAX)) }), `{"a":"${escaped}"}`],
  ['a text or null', z.object({ a: z.nullable(text(TEXT_MAX)) }), `{"a":"${escaped}"}`],
  ['a text with a default', z.object({ a: z.prefault(text(TEXT_MAX), '') }), `{"a":"${escaped}"}`],
  ['a list', z.array(text(TEXT_MAX)).check(z.maxLength(2)), `["${escaped}","${escaped}"]`],
  ['a list of one length', z.array(text(TEXT_MAX)).check(z.length(2)), `["${escaped}","${escaped}"]`],
  ['the longer of two', z.union([z.object({ a: text(3) }), z.object({ b: text(TEXT_MAX) })]), `{"b":"${escaped}"}`],
  [
    'objects in lists in objects',
    z.object({ l: z.array(z.object({ n: z.number(), t: text(TEXT_MAX), b: z.boolean() })).check(z.maxLength(1)) }),
    `{"l":[{"n":-1.2345678901234567e-100,"t":"${escaped}","b":false}]}`,
  ],
])('the limit of %s lets its longest form through, and not twice that', (_name, schema, longest) => {
  expect(schema.safeParse(JSON.parse(longest)).success).toBe(true);
  const limit = bodyLimitOf(schema);
  expect(limit).toBeGreaterThanOrEqual(longest.length);
  expect(limit).toBeLessThan(longest.length + 100);
});

test.each<[string, z.ZodMiniType]>([
  ['next to nothing', z.object({ a: text(3), b: z.enum(['x', 'y']), c: z.literal([0, 1]) })],
  ['nothing', z.object({})],
  ['a text without a largest length', z.string()],
  ['a list without one', z.array(text(TEXT_MAX))],
  ['a record', z.record(z.string(), text(TEXT_MAX))],
  ['anything', z.unknown()],
])('what takes %s has the default', (_name, schema) => {
  const limit = bodyLimitOf(schema);
  expect(limit).toBeGreaterThanOrEqual(BODY_DEFAULT_BYTES);
  expect(limit).toBeLessThan(BODY_DEFAULT_BYTES + 100);
});

test('an unbounded field beside bounded ones adds the default', () => {
  const { bytes, both } = {
    bytes: bodyLimitOf(z.object({ a: text(TEXT_MAX) })),
    both: bodyLimitOf(z.object({ a: text(TEXT_MAX), b: z.string() })),
  };
  expect(both - bytes).toBeGreaterThanOrEqual(BODY_DEFAULT_BYTES);
  expect(both - bytes).toBeLessThan(BODY_DEFAULT_BYTES + 100);
});

test('no action takes less than the default or more than the maximum', () => {
  for (const { path, request } of ACTIONS) {
    const limit = bodyLimitOf(request);
    expect([path, limit >= BODY_DEFAULT_BYTES && limit <= BODY_MAX_BYTES]).toEqual([path, true]);
  }
  expect(bodyLimitOf(saveOutline.request)).toBe(BODY_MAX_BYTES);
  // Two introductions of 20,000 characters, each escaped.
  expect(bodyLimitOf(saveCourse.request)).toBeGreaterThan(2 * 20_000 * 6);
  expect(bodyLimitOf(saveCourse.request)).toBeLessThan(1024 * 1024);
});
