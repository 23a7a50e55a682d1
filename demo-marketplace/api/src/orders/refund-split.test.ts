import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRefund, totalOf, type RefundParts } from './refund-split.js';

const NONE: RefundParts = { provider: 0, wallet: 0, points: 0 };
const amount = fc.integer({ min: 0, max: 10_000_000 });
const paidParts = fc.record({ provider: amount, wallet: amount, points: amount });
const add = (a: RefundParts, b: RefundParts): RefundParts => ({
  provider: a.provider + b.provider,
  wallet: a.wallet + b.wallet,
  points: a.points + b.points,
});

test('a full refund gives each source what came from it', () => {
  fc.assert(
    fc.property(paidParts, (paid) => {
      expect(splitRefund(paid, NONE, totalOf(paid))).toEqual(paid);
    }),
  );
});

test('partial refunds sum to what was asked for, and never give a source more than came from it', () => {
  fc.assert(
    fc.property(paidParts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (paid, shares) => {
      let refunded = NONE;
      const refund = (cents: number): void => {
        const parts = splitRefund(paid, refunded, cents);
        expect(totalOf(parts)).toBe(cents);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
        refunded = add(refunded, parts);
        for (const source of ['provider', 'wallet', 'points'] as const) {
          expect(refunded[source]).toBeLessThanOrEqual(paid[source]);
        }
      };
      for (const share of shares) refund(Math.floor((totalOf(paid) - totalOf(refunded)) * share));
      refund(totalOf(paid) - totalOf(refunded));
      expect(refunded).toEqual(paid);
    }),
  );
});

test('a part of a mixed payment comes back in proportion', () => {
  const paid = { provider: 90_000, wallet: 0, points: 10_000 };
  expect(splitRefund(paid, NONE, 50_001)).toEqual({ provider: 45_001, wallet: 0, points: 5_000 });
});

test.each([
  ['more than was paid', 101],
  ['less than nothing', -1],
  ['a part of a cent', 0.5],
])('%s is refused', (_title, cents) => {
  expect(() => splitRefund({ ...NONE, provider: 100 }, NONE, cents)).toThrow(RangeError);
});
