import { OrderItemType, OrderStatus } from '@lectern/marketplace-contract';
import { expect, it } from 'vitest';
import type { Database } from '../db/database.js';
import type { OrderRow } from '../db/schema/index.js';
import { foldPurchasables } from '../feature.js';
import { FEATURES } from '../features.js';
import { FEES, moneyOf, OUTSIDE, pledgesOf } from '../ledger/index.js';

const types = foldPurchasables(FEATURES);
/** None of the three reads anything. */
const db = {} as Database;

const DAY = 86_400_000;
const PAID_AT = 1_000;
const BUYER = 5;
const orderOf = (itemType: OrderItemType): OrderRow => ({
  id: 1,
  orderNo: '202611230000000001',
  buyerId: BUYER,
  itemType,
  itemId: itemType === 'recharge' ? null : 7,
  sku: '',
  quantity: 1,
  cover: '',
  stockKey: itemType === 'recharge' ? null : 'course 7',
  oncePerBuyer: itemType !== 'recharge',
  sellerId: itemType === 'recharge' ? null : 9,
  titleZh: '高中數學',
  titleEn: 'Mathematics',
  amountCents: 1_000,
  couponOffCents: 0,
  pointOffCents: 0,
  payableCents: 1_000,
  feeCents: 100,
  status: OrderStatus.Paid,
  channel: 'mock',
  cancelReason: '',
  createdAt: 0,
  expiresAt: 2_000,
  paidAt: PAID_AT,
  releaseAt: itemType === 'course' ? PAID_AT + 7 * DAY : null,
  refundableUntil: null,
  closedAt: null,
  hiddenAt: null,
  isNamed: false,
});

it('has a purchasable for every type of the contract', () => {
  for (const itemType of Object.values(OrderItemType)) expect(types.of({ itemType }).type).toBe(itemType);
});

it('refuses an order of a type that no feature sells', () => {
  expect(types.find('unheard-of')).toBeUndefined();
  expect(() => types.of({ itemType: 'unheard-of' })).toThrow('no feature sells');
});

it.each([
  ['course', PAID_AT + 7 * DAY, PAID_AT + 7 * DAY, false],
  ['crowdfund', null, undefined, false],
  ['recharge', null, undefined, true],
] as const)('a %s is released at %s and refundable until %s', async (itemType, releaseAt, until, isImmediate) => {
  const { payout, refund } = types.of({ itemType });
  expect(await payout.releaseAt(db, orderOf(itemType), PAID_AT)).toBe(releaseAt);
  expect(refund.until(orderOf(itemType))).toBe(until);
  expect(payout.isImmediate).toBe(isImmediate);
});

it('a pledge is refundable once its lessons are overdue', () => {
  const order = { ...orderOf('crowdfund'), refundableUntil: 3 * DAY };
  expect(types.of(order).refund.until(order)).toBe(3 * DAY);
});

it.each([
  ['course', 'order', [OUTSIDE, { ...moneyOf(9), kind: 'frozen' }, FEES], [-1_000, 900, 100]],
  ['crowdfund', 'pledge', [OUTSIDE, pledgesOf(7)], [-1_000, 1_000]],
  ['recharge', 'recharge', [OUTSIDE, moneyOf(BUYER)], [-1_000, 1_000]],
] as const)('the payment of a %s is booked as "%s", and evenly', (itemType, business, accounts, amounts) => {
  const order = { ...orderOf(itemType), feeCents: itemType === 'course' ? 100 : 0 };
  const booking = types.of(order).onPaid.book(order, OUTSIDE);
  expect(booking.business).toBe(business);
  expect(booking.postings.map(({ account }) => account)).toEqual(accounts);
  expect(booking.postings.map(({ amount }) => amount)).toEqual(amounts);
});
