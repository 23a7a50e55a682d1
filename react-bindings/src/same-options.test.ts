import { expect, test } from 'vitest';
import { sameOptions } from './same-options.js';

const own = new Date(0);

test.each<[unknown, unknown]>([
  [{}, {}],
  [
    { a: 1, b: [1, { c: 'x' }] },
    { b: [1, { c: 'x' }], a: 1 },
  ],
  [{ a: 1, b: undefined }, { a: 1 }],
  [Number.NaN, Number.NaN],
  [{ at: own }, { at: own }],
])('%j and %j are the same', (one, other) => {
  expect(sameOptions(one, other)).toBe(true);
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: 1, b: 0 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  [{ a: null }, { a: {} }],
  [{ at: new Date(0) }, { at: new Date(0) }],
])('%j and %j are not', (one, other) => {
  expect(sameOptions(one, other)).toBe(false);
});
