import {
  applyRefund,
  cancelCrowdfund,
  cancelOrder,
  cancelRefund,
  cancelWithdrawal,
  claimCoupon,
  closePaymentCase,
  createOrder,
  decideRefundRequest,
  decideWithdrawal,
  PaymentCaseOutcome,
  REFUND_DAYS,
  signIn,
  submitPayment,
  withdraw,
  type OrderStatus,
} from '@lectern/marketplace-contract';
import { asc, desc, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverCrowdfund } from '../crowdfund/index.js';
import { couponMembers, orders, paymentCases, payments, withdrawals } from '../db/schema/index.js';
import { balanceOf, pledgesOf } from '../ledger/index.js';
import { attempt, checkBooks, PAY_PASSWORD, receiveNotice } from '../testing/money.js';
import { checkCoupons, checkCourses, openMarket, type Market } from '../testing/market.js';
import { World } from '../testing/world.js';
import { openWithdrawals } from '../wallet/index.js';
import { openRefunds } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Steps of one run, which together must be shorter than a session. */
const STEPS = 16;

/** Relative frequency of each step, in percent. */
const WEIGHTS = {
  ...{ order: 16, pay: 8, begin: 7, notice: 8, fail: 2, cancel: 3, claim: 3 },
  ...{ refund: 14, keep: 8, decide: 6, withdraw: 3, earnings: 2, back: 3, settle: 3 },
  ...{ wrong: 4, close: 4, recharge: 2, sign: 1, giveUp: 1, deliver: 1, wait: 2, days: 1 },
} as const;
type What = keyof typeof WEIGHTS;

/** One random step; `who` and `which` select among the existing people and items. */
const step = fc.record({
  what: fc.oneof(
    ...(Object.keys(WEIGHTS) as What[]).map((what) => ({ weight: WEIGHTS[what], arbitrary: fc.constant(what) })),
  ),
  who: fc.nat({ max: 1 }),
  which: fc.nat({ max: 5 }),
  yes: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Status of the orders that a step applies to. */
const ORDERED_BY: Readonly<Partial<Record<What, OrderStatus>>> = {
  ...{ pay: 'pending', begin: 'pending', cancel: 'pending', refund: 'paid', keep: 'refunding' },
};

/** Performs one step; a refusal must have a reason and not be an internal error. */
async function take({ what, who, which, yes }: Step, { courseIds, people, mentor, staff, couponId }: Market) {
  const { by, id, account } = people[who] ?? people[0];
  const pick = <T>(list: readonly T[]): T | undefined => list[which % Math.max(1, list.length)];
  const now = world.clock.now();
  /** Usually an order in the given status; sometimes any order. */
  const own = async (status: OrderStatus) => {
    const all = await world.db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(desc(orders.id));
    const fit = all.filter((order) => order.status === status);
    return pick(which < 4 && fit.length > 0 ? fit : all)?.orderNo ?? '000000000000000000';
  };
  const notifyOfPayment = async (hasSucceeded: boolean, amountCents?: number): Promise<void> => {
    const newest = (await world.db.select().from(payments).orderBy(asc(payments.id))).slice(-6);
    await receiveNotice(world, { outNo: pick(newest)?.outNo ?? '', hasSucceeded, amountCents, providerRef: '' }, now);
  };
  const client_token = attempt();
  const call = async (answer: Promise<{ code: number; data: { reason?: string } }>): Promise<void> => {
    const { code, data } = await answer;
    expect([what, code, data.reason]).not.toEqual([what, 0, 'internal']);
  };
  const pay = (orderNo: string): Promise<void> => {
    const way = { channel: 'balance', pay_password: PAY_PASSWORD, client_token: attempt() } as const;
    return call(world.call(submitPayment, { order_no: orderNo, ...way }, by));
  };
  const keep = (orderNo: string): Promise<void> => call(world.call(cancelRefund, { order_no: orderNo }, by));
  const decision = { pass: yes, reason: '因為', client_token };
  const order_no = ORDERED_BY[what] === undefined ? '' : await own(ORDERED_BY[what]);
  const campaign = courseIds[2] ?? 0;
  const changes: Readonly<Record<What, () => Promise<unknown>>> = {
    order: async () => {
      const mine = await world.db.select().from(couponMembers).where(eq(couponMembers.memberId, id));
      const extras = yes && which % 3 < 2 ? { coupon_id: String(pick(mine)?.id ?? 0), points: 777 } : {};
      const item = { type: 'course', id: String(courseIds[which % courseIds.length]) } as const;
      const answer = await world.call(createOrder, { item, client_token, ...extras }, by);
      await call(Promise.resolve(answer));
      if (answer.code === 1 && which > 2) await pay(answer.data.order_no);
    },
    recharge: () =>
      call(world.call(createOrder, { item: { type: 'recharge', amount_cents: 10_001 }, client_token }, by)),
    pay: () => pay(order_no),
    begin: () => call(world.call(submitPayment, { order_no, channel: 'mock', client_token }, by)),
    notice: () => notifyOfPayment(true),
    fail: () => notifyOfPayment(false),
    wrong: () => notifyOfPayment(true, yes ? 12_345 : -1),
    close: async () => {
      const open = await world.db.select().from(paymentCases).where(isNull(paymentCases.closedAt));
      const outcome = pick(Object.values(PaymentCaseOutcome)) ?? PaymentCaseOutcome.Credited;
      const request = { id: String(pick(open)?.id ?? 1), outcome, reason: '已核對', client_token };
      return call(world.call(closePaymentCase, request, staff.by));
    },
    cancel: () => call(world.call(cancelOrder, { order_no }, by)),
    claim: () => call(world.call(claimCoupon, { id: String(couponId) }, by)),
    refund: async () => {
      await call(world.call(applyRefund, { order_no, reason: 'x', client_token }, by));
      if (which > 2) await keep(order_no);
    },
    keep: () => keep(order_no),
    decide: async () => {
      const open = pick(await openRefunds(world.db, world.parts.purchasables))?.refund.id ?? 1;
      return call(world.call(decideRefundRequest, { id: String(open), ...decision }, staff.by));
    },
    withdraw: () => {
      const asked = { scope: 'user', amount_cents: 100_000 + which, account_id: account } as const;
      return call(world.call(withdraw, { ...asked, pay_password: PAY_PASSWORD, client_token }, by));
    },
    earnings: () => {
      const asked = { scope: 'mentor', amount_cents: 100_000 + which, account_id: mentor.account } as const;
      return call(world.call(withdraw, { ...asked, pay_password: PAY_PASSWORD, client_token }, mentor.by));
    },
    back: async () => {
      const owner = yes ? mentor : { id, by };
      const mine = await world.db.select().from(withdrawals).where(eq(withdrawals.memberId, owner.id));
      return call(world.call(cancelWithdrawal, { id: String(pick(mine)?.id ?? 1), client_token }, owner.by));
    },
    settle: async () => {
      const open = pick(await openWithdrawals(world.db))?.withdrawal.id ?? 1;
      return call(world.call(decideWithdrawal, { id: String(open), ...decision }, staff.by));
    },
    giveUp: () =>
      call(world.call(cancelCrowdfund, { course_id: String(campaign), reason: '生病了', client_token }, mentor.by)),
    deliver: () => world.db.transaction((tx) => deliverCrowdfund(tx, { courseId: campaign, now })),
    sign: () => call(world.call(signIn, {}, by)),
    wait: async () => world.clock.advance(29 * MINUTE),
    days: async () => world.clock.advance(DAY / 8),
  };
  await changes[what]();
}

test('whatever buyers, providers, mentors and the office do, in whatever order and at once, no cent is lost or made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: STEPS, size: 'max' }),
      async (rounds) => {
        const market = await openMarket(world);
        for (const round of rounds) await Promise.all(round.map((one) => take(one, market)));
        await checkBooks(world);
        // Campaigns end at their deadline, and sales settle after the refund period.
        for (const days of [1, REFUND_DAYS]) {
          world.clock.advance(days * DAY);
          await world.parts.idle();
          await checkBooks(world);
          await checkCourses(world, market);
          await checkCoupons(world);
        }
        expect(await balanceOf(world.db, pledgesOf(market.courseIds[2] ?? 0))).toBe(0);
      },
    ),
    // Fixed seed, so that a failure is reproducible.
    { numRuns: 14, seed: 20261122 },
  );
});
