import {
  claimCoupon,
  copyCourse,
  getCourse,
  getCourseStats,
  getManagedCourse,
  listCouponCenter,
  listMentorCoupons,
  previewOrder,
  redeemCoupon,
  ResultCode,
  saveMentorCoupon,
  stopMentorCoupon,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { courses, enrollments, members, orders, unitProgress } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { giveMoney, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function mentorWithCourse(values: Partial<typeof courses.$inferInsert> = {}) {
  const mentor = await mentorIn(world);
  const course = await courseIn(world, { mentorId: mentor.id, ...values });
  return { token: mentor.token, mentor, course, id: String(course.id) };
}

describe('a copy of a course', () => {
  test('is a draft with the same content and units of its own', async () => {
    const { token, id, course } = await mentorWithCourse({ titleZh: '微積分'.repeat(27).slice(0, 80) });
    const made = await world.call(copyCourse, { id }, { token });
    expect(made.code).toBe(ResultCode.Ok);
    const { data } = await world.call(getManagedCourse, { id: made.data.id }, { token });
    expect(data).toMatchObject({ status: 'draft', basics: { price_cents: 100_000, crowdfund: null } });
    expect(data.basics.title.zh).toMatch(/（副本）$/);
    expect(data.basics.title.zh.length).toBe(80);
    expect(data.basics.title.en).toBe('Mathematics (copy)');
    expect(data.chapters.map(({ units }) => units.map(({ title, id: unit }) => [title.zh, unit]))).toEqual([
      [
        ['第一課', undefined],
        ['第二課', undefined],
      ],
    ]);
    const [before] = await world.db.select().from(courses).where(eq(courses.id, course.id));
    expect(before).toMatchObject({ status: 'approved', deletedAt: null });
  });

  test('is made by the mentor of the course only', async () => {
    const { id } = await mentorWithCourse();
    const { token } = await mentorIn(world);
    expect((await world.call(copyCourse, { id }, { token })).code).toBe(ResultCode.NotFound);
  });
});

describe('statistics of a course', () => {
  test('count looks, sales and learners by the days of the mentor’s place, and how far learners come', async () => {
    const { token, mentor, course, id } = await mentorWithCourse();
    await world.db.update(members).set({ timezone: 'Asia/Taipei' }).where(eq(members.id, mentor.id));
    // 2027-01-15 08:00 UTC is 16:00 in Taipei; nine hours later it is the 16th there, and still the 15th in UTC.
    const buyer = await world.member();
    const memberId = Number(buyer.member.id);
    await world.call(getCourse, { id }, { token: buyer.token });
    await world.call(getCourse, { id });
    await world.call(getCourse, { id }, { token });
    await giveMoney(world, buyer.member.id, 500_000);
    const now = world.clock.now();
    world.clock.advance(9 * HOUR_MS);
    await world.call(getCourse, { id });
    await payIn(world, buyer.token, await orderIn(world, buyer.token, course.id));
    const other = await world.member();
    await giveMoney(world, other.member.id, 500_000);
    const refunded = await orderIn(world, other.token, course.id);
    await payIn(world, other.token, refunded);
    await world.db.update(orders).set({ status: 'refunded' }).where(eq(orders.orderNo, refunded));
    await world.db
      .update(enrollments)
      .set({ endedAt: world.clock.now() })
      .where(eq(enrollments.memberId, Number(other.member.id)));
    const [enrollment] = await world.db.select().from(enrollments).where(eq(enrollments.memberId, memberId));
    const at = { updatedAt: now, play: 'p', step: 1, enrollmentId: enrollment?.id ?? 0 };
    await world.db.insert(unitProgress).values([
      { ...at, unitId: course.unitIds[0] ?? 0, doneAt: now },
      { ...at, unitId: course.unitIds[1] ?? 0 },
    ]);
    await world.db
      .update(enrollments)
      .set({ percent: 50, learnedAt: now })
      .where(eq(enrollments.id, enrollment?.id ?? 0));

    const range = { from: '2027-01-15', to: '2027-01-16' };
    const { data } = await world.call(getCourseStats, { id, ...range }, { token });
    expect(data).toMatchObject({
      ...range,
      title: '高中數學',
      ...{ views: 3, orders: 2, refunds: 1, revenue_cents: 100_000, earned_cents: 90_000, new_learners: 1 },
      ...{ learners: 1, started: 1, completed: 0, progress: 50 },
      days: [
        { day: '2027-01-15', views: 2, learners: 0, revenue_cents: 0 },
        { day: '2027-01-16', views: 1, learners: 1, revenue_cents: 100_000 },
      ],
      units: [
        { title: '第一課', started: 1, done: 1 },
        { title: '第二課', started: 1, done: 0 },
      ],
    });
    const usual = await world.call(getCourseStats, { id }, { token });
    expect(usual.data.days).toHaveLength(30);
    expect(usual.data.to).toBe('2027-01-16');
    const week = await world.call(getCourseStats, { id, days: 7 }, { token });
    expect(week.data).toMatchObject({ from: '2027-01-10', to: '2027-01-16', views: 3 });
    const before = await world.call(getCourseStats, { id, from: '2026-01-01', to: '2026-01-02' }, { token });
    expect(before.data).toMatchObject({ views: 0, orders: 0, revenue_cents: 0, new_learners: 0, learners: 1 });
  });

  test('are the mentor’s own, for at most a year', async () => {
    const { id, token } = await mentorWithCourse();
    const other = await mentorIn(world);
    expect((await world.call(getCourseStats, { id }, { token: other.token })).code).toBe(ResultCode.NotFound);
    const wrong = async (from: string, to: string) =>
      (await world.call(getCourseStats, { id, from, to }, { token })).data.errors;
    expect(await wrong('2026-02-02', '2026-02-01')).toEqual({ to: 'out-of-range' });
    expect(await wrong('2025-01-01', '2026-02-01')).toEqual({ from: 'out-of-range' });
  });
});

describe('a mentor’s coupon', () => {
  const formOf = (course_id: string, more: Partial<RequestOf<typeof saveMentorCoupon>> = {}) => ({
    ...{ course_id, title_zh: '開學優惠', title_en: '', kind: 'percent' as const, value: 20, min_cents: 0, total: 1 },
    ...{ code: '', starts_at: new Date(world.clock.now()).toISOString() },
    ends_at: new Date(world.clock.now() + DAY_MS).toISOString(),
    ...more,
  });

  test('is given to who wants it, makes that course cheaper, and no more are given once it is stopped', async () => {
    const { token, course, id } = await mentorWithCourse();
    const other = await courseIn(world, { mentorId: (await mentorIn(world)).id });
    const made = await world.call(saveMentorCoupon, formOf(id, { total: 2 }), { token });
    expect(made.data).toMatchObject({ value: 20, claimed: 0, used: 0, state: 'running', code: '' });
    const coupon = made.data.id;
    const learner = await world.member();
    const offered = async () => (await world.call(listCouponCenter, {})).data.map((one) => one.id);
    expect(await offered()).toContain(coupon);
    const mine = await world.call(claimCoupon, { id: coupon }, { token: learner.token });
    const offOf = async (courseId: number) => {
      const item = { type: 'course', id: String(courseId) } as const;
      return (await world.call(previewOrder, { item, coupon_id: mine.data.id }, { token: learner.token })).data;
    };
    expect((await offOf(course.id)).coupon_off_cents).toBe(20_000);
    expect((await offOf(other.id)).reason).toBe('coupon-unusable');

    expect((await world.call(stopMentorCoupon, { id: coupon }, { token })).code).toBe(ResultCode.Ok);
    expect((await world.call(stopMentorCoupon, { id: coupon }, { token })).code).toBe(ResultCode.Conflict);
    expect(await offered()).not.toContain(coupon);
    const late = await world.call(claimCoupon, { id: coupon }, { token: (await world.member()).token });
    expect(late.code).toBe(ResultCode.NotFound);
    expect((await offOf(course.id)).coupon_off_cents).toBe(20_000);
    const { data } = await world.call(listMentorCoupons, { course_id: id }, { token });
    expect(data.list).toMatchObject([{ id: coupon, state: 'stopped', claimed: 1, used: 0 }]);

    const { member, token: own } = learner;
    await giveMoney(world, member.id, 100_000);
    await payIn(world, own, await orderIn(world, own, course.id, { coupon_id: mine.data.id }));
    const second = (await world.call(saveMentorCoupon, formOf(id), { token })).data.id;
    const { list } = (await world.call(listMentorCoupons, { course_id: id }, { token })).data;
    expect(list.map((one) => [one.id, one.used])).toEqual([
      [second, 0],
      [coupon, 1],
    ]);
  });

  test('with a code is for who knows it, however it is written, and two have not the same', async () => {
    const { token, id } = await mentorWithCourse();
    const made = await world.call(saveMentorCoupon, formOf(id, { code: 'back2school' }), { token });
    expect(made.data.code).toBe('BACK2SCHOOL');
    expect((await world.call(listCouponCenter, {})).data.map((one) => one.id)).not.toContain(made.data.id);
    const learner = await world.member();
    expect((await world.call(redeemCoupon, { code: 'Back2School' }, { token: learner.token })).code).toBe(
      ResultCode.Ok,
    );
    const again = await world.call(saveMentorCoupon, formOf(id, { code: 'BACK2SCHOOL' }), { token });
    expect(again.data.errors).toEqual({ code: 'taken' });
  });

  test('is changed until somebody has one, and offered only while the course is on sale', async () => {
    const { token, id, course } = await mentorWithCourse();
    const made = await world.call(saveMentorCoupon, formOf(id), { token });
    const changed = await world.call(saveMentorCoupon, formOf(id, { id: made.data.id, value: 30 }), { token });
    expect(changed.data).toMatchObject({ id: made.data.id, value: 30 });
    await world.db.update(courses).set({ isPaused: true }).where(eq(courses.id, course.id));
    const learner = await world.member();
    expect((await world.call(claimCoupon, { id: made.data.id }, { token: learner.token })).code).toBe(
      ResultCode.NotFound,
    );
    await world.db.update(courses).set({ isPaused: false }).where(eq(courses.id, course.id));
    await world.call(claimCoupon, { id: made.data.id }, { token: learner.token });
    const late = await world.call(saveMentorCoupon, formOf(id, { id: made.data.id, value: 5 }), { token });
    expect(late.data.reason).toBe('state-changed');
  });

  test('is the mentor’s own, and says what cannot be', async () => {
    const { token, id } = await mentorWithCourse();
    const stranger = await mentorIn(world);
    const made = await world.call(saveMentorCoupon, formOf(id), { token });
    const foreign = [
      await world.call(saveMentorCoupon, formOf(id), { token: stranger.token }),
      await world.call(listMentorCoupons, { course_id: id }, { token: stranger.token }),
      await world.call(stopMentorCoupon, { id: made.data.id }, { token: stranger.token }),
    ];
    expect(foreign.map(({ code }) => code)).toEqual([404, 404, 404]);
    const own = await courseIn(world, { mentorId: stranger.id });
    const stolen = formOf(String(own.id), { id: made.data.id });
    expect((await world.call(saveMentorCoupon, stolen, { token: stranger.token })).code).toBe(404);

    const errorsOf = async (change: Partial<RequestOf<typeof saveMentorCoupon>>) =>
      (await world.call(saveMentorCoupon, formOf(id, change), { token })).data.errors;
    expect(await errorsOf({ value: 101 })).toEqual({ value: 'out-of-range' });
    expect(await errorsOf({ kind: 'fixed', value: 50_000 })).toBeUndefined();
    expect(await errorsOf({ code: 'a b' })).toEqual({ code: 'malformed' });
    expect(await errorsOf({ total: 0 })).toEqual({ total: 'out-of-range' });
    expect(await errorsOf({ title_zh: ' ' })).toEqual({ title_zh: 'required' });
    const past = new Date(world.clock.now() - 1).toISOString();
    expect(await errorsOf({ starts_at: new Date(0).toISOString(), ends_at: past })).toEqual({
      ends_at: 'out-of-range',
    });
    expect(await errorsOf({ ends_at: new Date(0).toISOString() })).toEqual({ ends_at: 'out-of-range' });
  });
});

test('who has a course for nothing counts as a learner, not as a sale', async () => {
  const { token, course, id } = await mentorWithCourse({ priceCents: 0 });
  const { member } = await world.member();
  await world.db.transaction((tx) =>
    enroll(tx, {
      ...{ memberId: Number(member.id), courseId: course.id, source: 'free', now: world.clock.now() },
    }),
  );
  const { data } = await world.call(getCourseStats, { id }, { token });
  expect(data).toMatchObject({ new_learners: 1, learners: 1, orders: 0, revenue_cents: 0 });
});
