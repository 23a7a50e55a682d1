import {
  applyRefund,
  createOrder,
  feeOf,
  getWallet,
  listWithdrawals,
  previewOrder,
  previewWithdrawal,
  savePayoutAccount,
  withdraw,
  type CouponKind,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offOf } from '../coupons/coupons.js';
import { pointsUsable } from '../coupons/points.js';
import { withdrawals } from '../db/schema/index.js';
import { balanceOf, FEES, moneyOf, OUTSIDE, pointsOf, post, transfer } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  givePayPassword,
  givePoints,
  goToPay,
  orderIn,
  PAY_PASSWORD,
  paymentOf,
  press,
  providerRefundOf,
} from '../testing/money.js';
import { World } from '../testing/world.js';
import { settleWithdrawal } from '../wallet/index.js';
import { walletAccounts } from '../wallet/withdrawals.js';
import { decideRefund, openRefunds } from './refunds.js';
import { splitRefund, totalOf, type RefundParts } from './refund-split.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const dollars = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount * 100);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const coupon = fc.oneof(
  fc.record({ kind: fc.constant<CouponKind>('percent'), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant<CouponKind>('fixed'), value: dollars(10_000) }),
);
const SOURCES = ['provider', 'wallet', 'points'] as const;
const isWhole = (amounts: readonly number[]): boolean => amounts.every((amount) => amount >= 0 && amount % 100 === 0);

test('every sum of an order is in whole dollars, and its parts sum to the whole', () => {
  const order = fc.record({ price: dollars(1_000_000), coupon, points: fc.nat(1_000_000), fee: fc.nat(100) });
  fc.assert(
    fc.property(order, ({ price, coupon: used, points, fee: percent }) => {
      const off = offOf(used, price);
      const pointOff = pointsUsable(points, price - off);
      const payable = price - off - pointOff;
      const fee = feeOf(payable, percent);
      expect(isWhole([off, pointOff, payable, fee, payable - fee])).toBe(true);
      expect(pointOff).toBeLessThanOrEqual(points);
      expect(fee * 100).toBeLessThanOrEqual(payable * percent);
    }),
  );
});

test('refunds in parts are in whole dollars by source, and never exceed what was paid', () => {
  const paidParts = fc.record({ provider: dollars(100_000), wallet: dollars(100_000), points: dollars(100_000) });
  fc.assert(
    fc.property(paidParts, fc.array(share, { maxLength: 8 }), (paid, shares) => {
      let refunded: RefundParts = { provider: 0, wallet: 0, points: 0 };
      for (const part of [...shares, 1]) {
        const left = totalOf(paid) - totalOf(refunded);
        const cents = Math.floor((left * part) / 100) * 100;
        const parts = splitRefund(paid, refunded, cents);
        expect(isWhole(Object.values(parts))).toBe(true);
        expect(totalOf(parts)).toBe(cents);
        refunded = {
          provider: refunded.provider + parts.provider,
          wallet: refunded.wallet + parts.wallet,
          points: refunded.points + parts.points,
        };
        for (const source of SOURCES) expect(refunded[source]).toBeLessThanOrEqual(paid[source]);
      }
      expect(refunded).toEqual(paid);
    }),
  );
});

test('points are used by the hundred, so that the provider is asked for, and returns, whole dollars', async () => {
  const mentor = await mentorIn(world);
  const { id } = await courseIn(world, { mentorId: mentor.id, priceCents: 99_900, originalPriceCents: 99_900 });
  const { token, member } = await world.member();
  const item = { type: 'course', id: String(id) } as const;
  const previewWith = (points?: number) =>
    world.call(previewOrder, { item, ...(points !== undefined && { points }) }, { token });
  await givePoints(world, member.id, 1_234);
  expect((await previewWith()).data).toMatchObject({ points: 1_234, point_max: 1_200, payable_cents: 99_900 });
  expect((await previewWith(1_150)).data.errors).toEqual({ points: 'whole-dollars' });
  expect((await previewWith(1_234)).data.errors).toEqual({ points: 'out-of-range' });
  const no = await orderIn(world, token, id, { points: 1_200 });
  expect(await press(world, await goToPay(world, token, no), 'success')).toBe(303);
  expect((await paymentOf(world, no))?.amountCents).toBe(98_700);
  const fees = await balanceOf(world.db, FEES);
  // Ten percent are NT$98.70; the mentor keeps the cents.
  const frozen = (await world.call(getWallet, { scope: 'mentor' }, { token: mentor.token })).data.frozen_cents;
  expect(frozen).toBe(88_900);
  expect(fees % 100).toBe(0);
  await world.call(applyRefund, { order_no: no, reason: '不適合我', client_token: attempt() }, { token });
  const [open] = await openRefunds(world.db, world.parts.purchasables);
  await world.db.transaction((tx) =>
    decideRefund(tx, world.parts.purchasables, { id: open!.refund.id, pass: true, reason: '', now: world.clock.now() }),
  );
  await world.parts.idle();
  expect(await providerRefundOf(world, no)).toBe(98_700);
  expect(await balanceOf(world.db, pointsOf(Number(member.id)))).toBe(1_234);
});

test('withdrawals are in whole dollars; cents of one that was requested before stay in the wallet', async () => {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, 300_050);
  await givePayPassword(world, member.id);
  const bank = { bank: '台灣銀行', holder: '王小明', no: '0041234567' };
  const account_id = (await world.call(savePayoutAccount, bank, { token })).data.id;
  const take = (amount_cents: number) =>
    world.call(
      withdraw,
      { scope: 'user', amount_cents, account_id, pay_password: PAY_PASSWORD, client_token: attempt() },
      { token },
    );
  const asked = { scope: 'user', amount_cents: 200_050 } as const;
  expect((await world.call(previewWithdrawal, asked, { token })).data.errors).toEqual({
    amount_cents: 'whole-dollars',
  });
  expect((await take(200_050)).data.errors).toEqual({ amount_cents: 'whole-dollars' });
  const made = await take(200_000);
  const id = Number(made.data.id);
  // As a version without the rule stored it.
  await world.db.update(withdrawals).set({ amountCents: 199_950 }).where(eq(withdrawals.id, id));
  const { free, payout } = walletAccounts(Number(member.id), 'user');
  const facts = { business: 'adjust', businessId: `cents ${id}`, memo: '', at: world.clock.now() };
  await world.db.transaction((tx) => post(tx, { ...facts, postings: transfer(payout, free, 50) }));
  const outside = await balanceOf(world.db, OUTSIDE);
  const rowOf = async () => (await world.call(listWithdrawals, { scope: 'user' }, { token })).data.list[0];
  expect(await rowOf()).toMatchObject({ amount_cents: 199_950, arrive_cents: 198_400 });
  await world.db.transaction((tx) => settleWithdrawal(tx, { id, pass: true, reason: '', now: world.clock.now() }));
  expect(await rowOf()).toMatchObject({ amount_cents: 199_900, arrive_cents: 198_400, fee_cents: 1_500 });
  expect((await balanceOf(world.db, OUTSIDE)) - outside).toBe(198_400);
  expect(await balanceOf(world.db, moneyOf(Number(member.id)))).toBe(300_050 - 199_900);
});

test('a recharge with cents is refused with its reason', async () => {
  const { token } = await world.member();
  const wanted = { item: { type: 'recharge', amount_cents: 100_50 }, client_token: attempt() } as const;
  expect((await world.call(createOrder, wanted, { token })).data.errors).toEqual({
    'item.amount_cents': 'whole-dollars',
  });
});

const PRICE = 100_000;
test.each([
  [PRICE + 20_000, PRICE + 20_000],
  [PRICE, PRICE],
])('the preview has the list price beside the current one: %i', async (originalPriceCents, listed) => {
  const { token } = await world.member();
  const mentor = await mentorIn(world);
  const { id } = await courseIn(world, { mentorId: mentor.id, priceCents: PRICE, originalPriceCents });
  const item = { type: 'course', id: String(id) };
  expect((await world.call(previewOrder, { item }, { token })).data).toMatchObject({
    list_cents: listed,
    amount_cents: PRICE,
    payable_cents: PRICE,
  });
});
