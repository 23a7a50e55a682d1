import {
  cancelOrder,
  claimCoupon,
  createOrder,
  getOrder,
  getOrderStatus,
  listOrders,
  previewOrder,
  ResultCode,
  signIn,
  submitPayment,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll, isEnrolled } from '../courses/index.js';
import { couponMembers, coupons, members, orders, type courses } from '../db/schema/index.js';
import { AccountKind, balanceOf, FEES, moneyOf, pointsOf } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, givePoints, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
let mentorId: number;
let mentorToken: string;
beforeAll(async () => {
  world = await World.start();
  ({ id: mentorId, token: mentorToken } = await mentorIn(world));
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const PRICE = 100_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const course = (values: Partial<typeof courses.$inferInsert> = {}) => courseIn(world, { mentorId, ...values });
const wanting = (id: number, more: object = {}) => ({
  item: { type: 'course', id: String(id) },
  client_token: attempt(),
  ...more,
});
const balance = (id: string, kind?: AccountKind) => balanceOf(world.db, moneyOf(Number(id), kind));
const statusOf = async (token: string, order_no: string) =>
  (await world.call(getOrderStatus, { order_no }, { token })).data.status;

async function couponFor(memberId: string, values: Partial<typeof coupons.$inferInsert> = {}): Promise<string> {
  const now = world.clock.now();
  const facts = {
    titleZh: '九折',
    kind: 'percent',
    value: 10,
    total: 10,
    startsAt: now,
    endsAt: now + DAY,
    createdAt: now,
  } as const;
  const [coupon] = await world.db
    .insert(coupons)
    .values({ ...facts, ...values })
    .returning();
  const row = { couponId: coupon!.id, memberId: Number(memberId), claimedAt: now };
  const [mine] = await world.db.insert(couponMembers).values(row).returning();
  return String(mine!.id);
}

describe('an order', () => {
  test('can be paid for 30 minutes, and is for one course at its price', async () => {
    const { token } = await world.member();
    const { id } = await course();
    const { data } = await world.call(createOrder, wanting(id), { token });
    expect(data).toMatchObject({ status: 'pending', payable_cents: PRICE });
    expect(Date.parse(data.expires_at) - Date.parse(data.server_time)).toBe(30 * MINUTE);
    const { order_no } = data;
    const view = (await world.call(getOrder, { order_no }, { token, headers: { 'accept-language': 'en' } })).data;
    expect(view).toMatchObject({
      item: { type: 'course', id: String(id), title: 'Mathematics', cover: '' },
      actions: ['pay', 'cancel'],
      refund: null,
    });
  });

  test('names who sells it, unless they are banned or the site itself sells it', async () => {
    const { token } = await world.member();
    const seller = await mentorIn(world);
    const { id } = await courseIn(world, { mentorId: seller.id });
    const ordered = [wanting(id), { item: { type: 'recharge', amount_cents: 10_000 }, client_token: attempt() }];
    for (const order of ordered) await world.call(createOrder, order, { token });
    const sellers = async () => {
      const { list } = (await world.call(listOrders, {}, { token })).data;
      return Object.fromEntries(list.map(({ item, seller: who }) => [item.type, who]));
    };
    const [{ name } = { name: '' }] = await world.db.select().from(members).where(eq(members.id, seller.id));
    expect(await sellers()).toEqual({ course: { id: String(seller.id), name }, recharge: null });
    await world.db.update(members).set({ isBanned: true }).where(eq(members.id, seller.id));
    expect(await sellers()).toEqual({ course: null, recharge: null });
  });

  test('that is sent again is the same order', async () => {
    const { token } = await world.member();
    const { id } = await course();
    const request = wanting(id);
    const [first, second] = [
      await world.call(createOrder, request, { token }),
      await world.call(createOrder, request, { token }),
    ];
    expect(second).toEqual(first);
    expect((await world.call(listOrders, {}, { token })).data.total).toBe(1);
    const other = await world.call(
      createOrder,
      { ...request, item: { type: 'recharge', amount_cents: 10_000 } },
      { token },
    );
    expect(other.data.reason).toBe('client-token-reused');
  });

  test('of the same course takes the place of one that is not paid, also from two windows at once', async () => {
    const { token } = await world.member();
    const { id } = await course();
    await Promise.all([1, 2, 3].map(() => world.call(createOrder, wanting(id), { token })));
    const { data } = await world.call(listOrders, { tab: 'pending' }, { token });
    expect(data.total).toBe(1);
    expect((await world.call(listOrders, { tab: 'closed' }, { token })).data.total).toBe(2);
  });

  test('is made for what is on sale, by somebody who has not got it', async () => {
    const { token, member } = await world.member();
    const order = async (values: Partial<typeof courses.$inferInsert>) =>
      (await world.call(createOrder, wanting((await course(values)).id), { token })).data.reason;
    expect(await order({ isPaused: true })).toBe('not-for-sale');
    expect(await order({ priceCents: 0, originalPriceCents: 0 })).toBe('not-for-sale');
    expect(await order({ status: 'pending' })).toBe('not-found');
    expect(await order({ deletedAt: 1 })).toBe('not-found');
    const { id: banned } = await mentorIn(world);
    await world.db.update(members).set({ isBanned: true }).where(eq(members.id, banned));
    expect(await order({ mentorId: banned })).toBe('not-for-sale');
    const { id } = await course();
    expect((await world.call(createOrder, wanting(id), { token: mentorToken })).data.reason).toBe('not-for-sale');
    await world.db.transaction((tx) =>
      enroll(tx, { memberId: Number(member.id), courseId: id, source: 'free', now: 1 }),
    );
    const again = await world.call(createOrder, wanting(id), { token });
    expect(again).toMatchObject({ code: ResultCode.Conflict, data: { reason: 'already-owned' } });
    expect((await world.call(createOrder, wanting(9_999_999), { token })).code).toBe(ResultCode.NotFound);
  });

  test.each([
    [{ item: { type: 'course' } }, { 'item.id': 'required' }],
    [{ item: { type: 'recharge' } }, { 'item.amount_cents': 'required' }],
    [{ item: { type: 'recharge', amount_cents: 1 } }, { 'item.amount_cents': 'out-of-range' }],
    [{ item: { type: 'course', id: '1' }, points: -1 }, { points: 'out-of-range' }],
    [{ item: { type: 'course', id: '1' }, points: 0.5 }, { points: 'malformed' }],
  ])('%j is refused', async (request, errors) => {
    const { token } = await world.member();
    const answer = await world.call(createOrder, { client_token: attempt(), ...request }, { token });
    expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
  });

  test('is not for companies', async () => {
    const { token, member } = await world.member();
    await world.db
      .update(members)
      .set({ identity: 2 })
      .where(eq(members.id, Number(member.id)));
    const { id } = await course();
    expect(await world.call(createOrder, wanting(id), { token })).toMatchObject({
      code: ResultCode.Forbidden,
      data: { reason: 'wrong-role' },
    });
    expect((await world.call(claimCoupon, { id: '1' }, { token })).data.reason).toBe('wrong-role');
    expect((await world.call(signIn, {}, { token })).data.reason).toBe('wrong-role');
  });

  test('needs a log-in, and a token for its repetition', async () => {
    const { token } = await world.member();
    const { id } = await course();
    expect((await world.call(createOrder, wanting(id))).code).toBe(ResultCode.LoginRequired);
    const answer = await world.call(createOrder, { item: { type: 'course', id: String(id) } }, { token });
    expect(answer.data.errors).toEqual({ client_token: 'required' });
  });
});

describe('paying out of the wallet', () => {
  test('gives the course, to the mentor what is theirs, to the platform its share', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    await giveMoney(world, member.id, 150_000);
    const [frozen, fees] = [await balance(String(mentorId), AccountKind.Frozen), await balanceOf(world.db, FEES)];
    const no = await orderIn(world, token, id);
    expect(await payIn(world, token, no)).toMatchObject({ code: 1, data: { state: 'paid' } });
    expect(await balance(member.id)).toBe(50_000);
    expect(await balance(String(mentorId), AccountKind.Frozen)).toBe(frozen + 90_000);
    expect(await balanceOf(world.db, FEES)).toBe(fees + 10_000);
    expect(await isEnrolled(world.db, Number(member.id), id)).toBe(true);
    const { data } = await world.call(getOrder, { order_no: no }, { token });
    expect(data).toMatchObject({ status: 'paid', channel: 'balance', actions: ['enter', 'refund', 'invoice'] });
    expect((await world.call(createOrder, wanting(id), { token })).data.reason).toBe('already-owned');
  });

  test('is refused when it holds too little, and nothing has changed', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    await giveMoney(world, member.id, PRICE - 1);
    const no = await orderIn(world, token, id);
    expect(await payIn(world, token, no)).toMatchObject({ code: 0, data: { reason: 'balance-short' } });
    expect(await balance(member.id)).toBe(PRICE - 1);
    expect(await statusOf(token, no)).toBe('pending');
    expect(await isEnrolled(world.db, Number(member.id), id)).toBe(false);
  });

  test('twice at once takes the money once', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    await giveMoney(world, member.id, 3 * PRICE);
    const no = await orderIn(world, token, id);
    const answers = await Promise.all([1, 2, 3].map(() => payIn(world, token, no)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await balance(member.id)).toBe(2 * PRICE);
  });

  test('two orders that it is enough for one of pays one', async () => {
    const { token, member } = await world.member();
    const [a, b] = [await course(), await course()];
    await giveMoney(world, member.id, PRICE);
    const numbers = [await orderIn(world, token, a.id), await orderIn(world, token, b.id)];
    const answers = await Promise.all(numbers.map((no) => payIn(world, token, no)));
    expect(answers.map(({ data }) => data.reason ?? 'paid').sort()).toEqual(['balance-short', 'paid']);
    expect(await balance(member.id)).toBe(0);
  });

  test('with the same token again gives the same answer and takes nothing more', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    await giveMoney(world, member.id, 2 * PRICE);
    const request = { order_no: await orderIn(world, token, id), channel: 'balance', client_token: attempt() } as const;
    const first = await world.call(submitPayment, request, { token });
    expect(await world.call(submitPayment, request, { token })).toEqual(first);
    expect(await balance(member.id)).toBe(PRICE);
  });

  test('seven days later lets the mentor have the money, and the buyer points', async () => {
    const own = await mentorIn(world);
    const { token, member } = await world.member();
    const { id } = await courseIn(world, { mentorId: own.id });
    await giveMoney(world, member.id, PRICE);
    const no = await orderIn(world, token, id);
    await payIn(world, token, no);
    world.clock.advance(7 * DAY - 1);
    await world.parts.idle();
    expect(await balance(String(own.id), AccountKind.Earnings)).toBe(0);
    world.clock.advance(1);
    await world.parts.idle();
    expect(await balance(String(own.id), AccountKind.Earnings)).toBe(90_000);
    expect(await balance(String(own.id), AccountKind.Frozen)).toBe(0);
    expect(await balanceOf(world.db, pointsOf(Number(member.id)))).toBe(1_000);
    const [row] = await world.db.select().from(orders).where(eq(orders.orderNo, no));
    expect(row?.status).toBe('settled');
  });
});

describe('thirty minutes', () => {
  test('are to the millisecond, whether or not anything has cancelled the order yet', async () => {
    const { token, member } = await world.member();
    const [a, b] = [await course(), await course()];
    await giveMoney(world, member.id, 2 * PRICE);
    const [early, late] = [await orderIn(world, token, a.id), await orderIn(world, token, b.id)];
    world.clock.advance(30 * MINUTE - 1);
    expect((await payIn(world, token, early)).code).toBe(1);
    world.clock.advance(1);
    expect((await payIn(world, token, late)).data.reason).toBe('order-expired');
    expect(await statusOf(token, late)).toBe('cancelled');
    expect((await world.call(listOrders, { tab: 'pending' }, { token })).data.total).toBe(0);
    expect((await world.call(listOrders, { tab: 'closed' }, { token })).data.total).toBe(1);
    await world.parts.idle();
    expect((await payIn(world, token, late)).data.reason).toBe('order-expired');
    expect(await balance(member.id)).toBe(PRICE);
  });

  test('that are over give coupon and points back', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    const coupon_id = await couponFor(member.id);
    await givePoints(world, member.id, 5_000);
    const no = await orderIn(world, token, id, { coupon_id, points: 5_000 });
    expect(await balanceOf(world.db, pointsOf(Number(member.id)))).toBe(0);
    world.clock.advance(30 * MINUTE);
    await world.parts.idle();
    expect(await balanceOf(world.db, pointsOf(Number(member.id)))).toBe(5_000);
    const [row] = await world.db
      .select()
      .from(couponMembers)
      .where(eq(couponMembers.id, Number(coupon_id)));
    expect(row).toMatchObject({ state: 'usable', orderId: null });
    expect(await statusOf(token, no)).toBe('cancelled');
  });
});

describe('coupon and points', () => {
  test('make it cheaper, the coupon first', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    const coupon_id = await couponFor(member.id);
    await givePoints(world, member.id, 50_000);
    const { client_token: _none, ...wanted } = wanting(id, { coupon_id });
    const preview = (await world.call(previewOrder, wanted, { token })).data;
    // 15 % of the price after the coupon.
    expect(preview).toMatchObject({
      coupon_off_cents: 10_000,
      point_max: 13_500,
      payable_cents: 90_000,
      points: 50_000,
    });
    const tooMany = await world.call(previewOrder, { ...wanted, points: 13_501 }, { token });
    expect(tooMany.data.errors).toEqual({ points: 'out-of-range' });
    await giveMoney(world, member.id, PRICE);
    const no = await orderIn(world, token, id, { coupon_id, points: 13_500 });
    await payIn(world, token, no);
    expect(await balance(member.id)).toBe(PRICE - 76_500);
    const [row] = await world.db
      .select()
      .from(couponMembers)
      .where(eq(couponMembers.id, Number(coupon_id)));
    expect(row?.state).toBe('used');
  });

  test('that leave nothing to pay pay at once', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    const coupon_id = await couponFor(member.id, { kind: 'fixed', value: 500_000 });
    const answer = await world.call(createOrder, wanting(id, { coupon_id }), { token });
    expect(answer.data).toMatchObject({ status: 'paid', payable_cents: 0 });
    expect(await isEnrolled(world.db, Number(member.id), id)).toBe(true);
  });

  test('of others, of other courses, too small an order or too late are refused', async () => {
    const [{ token, member }, other] = [await world.member(), await world.member()];
    const { id } = await course();
    const use = async (coupon_id: string) =>
      (await world.call(createOrder, wanting(id, { coupon_id }), { token })).data.reason;
    expect(await use(await couponFor(other.member.id))).toBe('coupon-unusable');
    expect(await use(await couponFor(member.id, { itemType: 'course', itemId: (await course()).id }))).toBe(
      'coupon-unusable',
    );
    expect(await use(await couponFor(member.id, { minCents: PRICE + 1 }))).toBe('coupon-unusable');
    const now = world.clock.now();
    expect(await use(await couponFor(member.id, { startsAt: now - 2, endsAt: now - 1 }))).toBe('coupon-unusable');
    expect((await world.call(listOrders, {}, { token })).data.total).toBe(0);
  });

  test('count for one of two orders that are made at once', async () => {
    const { token, member } = await world.member();
    const [a, b] = [await course(), await course()];
    const coupon_id = await couponFor(member.id);
    const answers = await Promise.all(
      [a, b].map(({ id }) => world.call(createOrder, wanting(id, { coupon_id }), { token })),
    );
    expect(answers.map(({ data }) => data.reason ?? 'made').sort()).toEqual(['coupon-unusable', 'made']);
  });
});

describe('cancelling', () => {
  test('is for the buyer, while it is not paid', async () => {
    const [{ token, member }, other] = [await world.member(), await world.member()];
    const { id } = await course();
    await giveMoney(world, member.id, PRICE);
    const order_no = await orderIn(world, token, id);
    expect((await world.call(cancelOrder, { order_no }, { token: other.token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(getOrder, { order_no }, { token: other.token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(getOrderStatus, { order_no }, { token: other.token })).code).toBe(ResultCode.NotFound);
    expect((await payIn(world, other.token, order_no)).code).toBe(ResultCode.NotFound);
    expect((await world.call(cancelOrder, { order_no }, { token })).code).toBe(1);
    const again = await world.call(cancelOrder, { order_no }, { token });
    expect(again).toMatchObject({ code: ResultCode.Conflict, data: { reason: 'state-changed' } });
    expect((await payIn(world, token, order_no)).data.reason).toBe('state-changed');
    expect(await balance(member.id)).toBe(PRICE);
  });

  test('and paying at once leaves either a paid order or an untouched wallet', async () => {
    const { token, member } = await world.member();
    const { id } = await course();
    await giveMoney(world, member.id, PRICE);
    const order_no = await orderIn(world, token, id);
    await Promise.all([payIn(world, token, order_no), world.call(cancelOrder, { order_no }, { token })]);
    const isPaid = (await statusOf(token, order_no)) === 'paid';
    expect(await balance(member.id)).toBe(isPaid ? 0 : PRICE);
    expect(await isEnrolled(world.db, Number(member.id), id)).toBe(isPaid);
  });
});

test('orders are found by title and number, page by page', async () => {
  const { token } = await world.member();
  const [a, b] = [await course({ titleZh: '鋼琴 100%' }), await course({ titleZh: '攝影' })];
  const no = await orderIn(world, token, a.id);
  await orderIn(world, token, b.id);
  const find = async (request: object) => (await world.call(listOrders, request, { token })).data;
  expect((await find({ keyword: '100%' })).list.map(({ order_no }) => order_no)).toEqual([no]);
  expect((await find({ keyword: no.slice(3) })).total).toBe(1);
  expect((await find({ keyword: '%' })).total).toBe(1);
  expect((await find({ page: 2, limit: 1 })).list.map(({ order_no }) => order_no)).toEqual([no]);
});
