// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, formatChange, formatMoney } from './money.js';

test.each([
  [0, 'NT$0'],
  [128_000, 'NT$1,280'],
  [128_050, 'NT$1,280.50'],
  [1, 'NT$0.01'],
])('%i cents are %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test('a change says which way it went', () => {
  expect(formatChange(12_000)).toBe('+NT$120');
  expect(formatChange(-12_050)).toBe('−NT$120.50');
});

test('whatever amount is typed is read to the cent', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999_999), (cents) => {
      expect(centsOf((cents / 100).toFixed(2))).toBe(cents);
    }),
  );
  expect(centsOf(' 1,000 ')).toBe(100_000);
  expect(centsOf('99.5')).toBe(9_950);
});

test.each(['', '-1', '1.234', '1e3', 'abc', '.5', '12345678901'])('"%s" is no amount', (text) => {
  expect(centsOf(text)).toBeUndefined();
});
