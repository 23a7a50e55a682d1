import {
  claimCoupon,
  getPoints,
  getWallet,
  listCouponCenter,
  listCoupons,
  listPoints,
  redeemCoupon,
  ResultCode,
  signIn,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coupons } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { checkBooks, givePoints, orderIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { offOf } from './coupons.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const DAY = 86_400_000;

async function coupon(values: Partial<typeof coupons.$inferInsert> = {}): Promise<string> {
  const now = world.clock.now();
  const facts = { titleZh: '新生優惠', titleEn: 'Welcome', kind: 'fixed', value: 10_000, total: 100 } as const;
  const [row] = await world.db
    .insert(coupons)
    .values({ ...facts, startsAt: now, endsAt: now + DAY, createdAt: now, ...values })
    .returning();
  return String(row!.id);
}

test.each([
  ['fixed', 10_000, 100_000, 10_000],
  ['fixed', 10_000, 9_999, 9_999],
  ['percent', 15, 99_900, 14_900],
  ['percent', 100, 50_000, 50_000],
] as const)('a %s coupon of %d takes off a price of %d: %d', (kind, value, price, off) => {
  expect(offOf({ kind, value }, price)).toBe(off);
});

test('of coupons that are given away the newest are shown, however many there are', async () => {
  const now = world.clock.now();
  const facts = { titleZh: '多', kind: 'fixed', value: 1, total: 1, startsAt: now, createdAt: now } as const;
  const many = Array.from({ length: 130 }, () => ({ ...facts, endsAt: now + 1_000 }));
  await world.db.insert(coupons).values(many);
  const newest = await coupon();
  const { data } = await world.call(listCouponCenter, {});
  expect([data.length, data[0]?.id]).toEqual([100, newest]);
  world.clock.advance(1_000);
});

describe('a coupon', () => {
  test('that is given away is taken once by each member', async () => {
    const { token } = await world.member();
    const id = await coupon();
    const answer = await world.call(claimCoupon, { id }, { token, headers: { 'accept-language': 'en' } });
    expect(answer).toMatchObject({ code: 1, data: { title: 'Welcome', kind: 'fixed', value: 10_000, item_id: '' } });
    expect(await world.call(claimCoupon, { id }, { token })).toMatchObject({
      code: ResultCode.Conflict,
      data: { reason: 'state-changed' },
    });
    expect((await world.call(listCoupons, {}, { token })).data.list.map(({ title }) => title)).toEqual(['新生優惠']);
    expect((await world.call(getWallet, { scope: 'user' }, { token })).data.coupons_n).toBe(1);
    const center = (await world.call(listCouponCenter, {}, { token })).data.find((row) => row.id === id);
    expect(center).toMatchObject({ left: 99, claimed: true });
    const visitors = (await world.call(listCouponCenter, {})).data.find((row) => row.id === id);
    expect(visitors?.claimed).toBe(false);
    expect((await world.call(claimCoupon, { id })).code).toBe(ResultCode.LoginRequired);
  });

  test('of which one is left goes to one of three who ask at once', async () => {
    const id = await coupon({ total: 1 });
    const people = [await world.member(), await world.member(), await world.member()];
    const answers = await Promise.all(people.map(({ token }) => world.call(claimCoupon, { id }, { token })));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, ResultCode.Gone, ResultCode.Gone]);
  });

  test('with a code is for who knows it', async () => {
    const { token } = await world.member();
    const id = await coupon({ code: 'LECTERN26' });
    expect((await world.call(claimCoupon, { id }, { token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(listCouponCenter, {})).data.some((row) => row.id === id)).toBe(false);
    const wrong = await world.call(redeemCoupon, { code: 'lectern27' }, { token });
    expect(wrong).toMatchObject({ code: ResultCode.Invalid, data: { errors: { code: 'unknown' } } });
    expect((await world.call(redeemCoupon, { code: ' lectern26 ' }, { token })).code).toBe(1);
    expect((await world.call(redeemCoupon, { code: 'LECTERN26' }, { token })).data.reason).toBe('state-changed');
  });

  test('is not found by trying codes for long', async () => {
    const { token } = await world.member();
    await coupon({ code: 'FOUND' });
    for (let n = 0; n < 20; n += 1) await world.call(redeemCoupon, { code: `GUESS${n}` }, { token });
    expect((await world.call(redeemCoupon, { code: 'FOUND' }, { token })).code).toBe(ResultCode.TooMany);
  });

  test('that has ended, or not begun, is not given', async () => {
    const { token } = await world.member();
    const now = world.clock.now();
    const ended = await coupon({ startsAt: now - 2, endsAt: now });
    const coming = await coupon({ startsAt: now + 1, code: 'COMING' });
    expect((await world.call(claimCoupon, { id: ended }, { token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(claimCoupon, { id: coming }, { token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(redeemCoupon, { code: 'COMING' }, { token })).code).toBe(ResultCode.Invalid);
  });

  test('is usable, held by an order, or over its time', async () => {
    const mentor = await mentorIn(world);
    const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
    const { token } = await world.member();
    const mine = (await world.call(claimCoupon, { id: await coupon() }, { token })).data;
    await world.call(claimCoupon, { id: await coupon() }, { token });
    await orderIn(world, token, courseId, { coupon_id: mine.id });
    const count = async (tab: string) => (await world.call(listCoupons, { tab }, { token })).data.total;
    expect([await count('usable'), await count('used'), await count('expired')]).toEqual([1, 1, 0]);
    world.clock.advance(DAY);
    await world.parts.idle();
    expect([await count('usable'), await count('used'), await count('expired')]).toEqual([0, 0, 2]);
  });
});

describe('points', () => {
  test('are given once a day for calling in, where the member lives', async () => {
    const { token } = await world.member();
    const summary = async () => (await world.call(getPoints, {}, { token })).data;
    expect(await summary()).toMatchObject({ balance: 0, signed_in: false, rate_cents: 1, cap_percent: 15 });
    const answers = await Promise.all([1, 2, 3].map(() => world.call(signIn, {}, { token })));
    expect(answers.map(({ data }) => data.gained).sort((a, b) => a - b)).toEqual([0, 0, 50]);
    expect(await summary()).toMatchObject({ balance: 50, signed_in: true });
    world.clock.advance(DAY);
    expect((await world.call(signIn, {}, { token })).data).toEqual({ gained: 50, balance: 100 });
    expect((await world.call(signIn, {})).code).toBe(ResultCode.LoginRequired);
  });

  test('tell what they came from and went into', async () => {
    const mentor = await mentorIn(world);
    const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
    const { token, member } = await world.member();
    await givePoints(world, member.id, 1_000);
    await world.call(signIn, {}, { token });
    await orderIn(world, token, courseId, { points: 300 });
    world.clock.advance(30 * 60_000);
    await world.parts.idle();
    const { data } = await world.call(listPoints, {}, { token });
    expect(data.list).toMatchObject([
      { reason: 'returned', amount: 300, balance_after: 1_050, title: '高中數學' },
      { reason: 'spent', amount: -300, balance_after: 750, title: '高中數學' },
      { reason: 'sign-in', amount: 50, balance_after: 1_050, title: '' },
      { reason: 'adjust', amount: 1_000, balance_after: 1_000, title: '' },
    ]);
    expect((await world.call(listPoints, { page: 2, limit: 3 }, { token })).data).toMatchObject({ total: 4, page: 2 });
    const other = await world.member();
    expect((await world.call(listPoints, {}, { token: other.token })).data.total).toBe(0);
  });
});
