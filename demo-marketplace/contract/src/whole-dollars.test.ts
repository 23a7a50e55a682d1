import { expect, test } from 'vitest';
import { createOrder, saveCourse, saveMentorCoupon } from './index.js';

const problemsOf = (parsed: {
  readonly error?: { readonly issues: readonly { path: PropertyKey[]; message: string }[] };
}) => Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

const COUPON = {
  ...{ course_id: '1', title_zh: '券', title_en: '', min_cents: 0, total: 1, code: '' },
  ...{ starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' },
};
const NONE = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };
const COURSE = {
  ...{ version: 0, title: NONE, subtitle: NONE, intro: NONE, category_id: null, level: 0, lang: 'zh' },
  ...{ learn: NO_LISTS, requirements: NO_LISTS, audience: NO_LISTS, images: [], clip: '', crowdfund: null },
};
const campaign = (target_type: 'people' | 'amount', target: number, early_price_cents: number) => ({
  ...{ target_type, target, early_price_cents },
  ...{ deadline: '2026-02-01T00:00:00Z', produce_by: '2026-03-01T00:00:00Z' },
});

test('prices of courses, pledges and targets are in whole dollars', () => {
  const save = (change: object) =>
    problemsOf(saveCourse.request.safeParse({ ...COURSE, price_cents: 9_900, original_price_cents: 9_900, ...change }));
  expect(save({})).toEqual({});
  expect(save({ price_cents: 9_850, original_price_cents: 9_901 })).toEqual({
    price_cents: 'whole-dollars',
    original_price_cents: 'whole-dollars',
  });
  expect(save({ crowdfund: campaign('people', 1, 9_850) })).toEqual({ 'crowdfund.early_price_cents': 'whole-dollars' });
  expect(save({ crowdfund: campaign('amount', 10_050, 9_900) })).toEqual({ 'crowdfund.target': 'whole-dollars' });
  expect(save({ crowdfund: campaign('people', 33, 9_900) })).toEqual({});
});

test('fixed coupons and the prices from which coupons apply are in whole dollars', () => {
  const save = (change: object) => problemsOf(saveMentorCoupon.request.safeParse({ ...COUPON, ...change }));
  expect(save({ kind: 'fixed', value: 150 })).toEqual({ value: 'whole-dollars' });
  expect(save({ kind: 'fixed', value: 200, min_cents: 50 })).toEqual({ min_cents: 'whole-dollars' });
  expect(save({ kind: 'percent', value: 15 })).toEqual({});
});

test('recharges are in whole dollars', () => {
  const order = (amount_cents: number) =>
    problemsOf(
      createOrder.request.safeParse({ item: { type: 'recharge', amount_cents }, client_token: 'a'.repeat(20) }),
    );
  expect(order(100_50)).toEqual({ 'item.amount_cents': 'whole-dollars' });
  expect(order(100_00)).toEqual({});
});
