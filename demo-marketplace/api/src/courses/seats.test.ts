import {
  applyRefund,
  cancelOrder,
  createOrder,
  enrollFree,
  getCourse,
  getManagedCourse,
  Identity,
  listCoupons,
  previewOrder,
  ResultCode,
  saveCourse,
  SEAT_HOLDS_MAX,
  SEAT_HOLDS_WINDOW_MS,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/database.js';
import { coupons, couponMembers, courseDrafts, courses } from '../db/schema/index.js';
import { decideCourse } from '../mentor/index.js';
import { decideRefund, openRefunds } from '../orders/index.js';
import { placeOrder } from '../orders/orders.js';
import { campaignIn, DAY } from '../testing/campaigns.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  givePayPassword,
  givePoints,
  goToPay,
  orderIn,
  payIn,
  press,
} from '../testing/money.js';
import { overtaken } from '../testing/races.js';
import { World } from '../testing/world.js';
import { enroll } from './enrollment.js';
import { reserveSeat } from './seats.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const PRICE = 100_000;
const MINUTE = 60_000;

/** A course limited to `seats` learners. */
async function limited(seats: number, values: Partial<typeof courses.$inferInsert> = {}): Promise<number> {
  const { id } = await courseIn(world, { mentorId: (await mentorIn(world)).id, seats, ...values });
  return id;
}

const left = async (id: number): Promise<number | null> =>
  (await world.call(getCourse, { id: String(id) })).data.seats_left;

async function rich() {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, 2 * PRICE);
  await givePayPassword(world, member.id);
  return { token, id: member.id };
}

const tryOrder = ({ token }: { readonly token: string }, id: number, more: object = {}) =>
  world.call(createOrder, { item: { type: 'course', id: String(id) }, client_token: attempt(), ...more }, { token });

test('of three who order the last place at once one has it, and the others keep coupon and points', async () => {
  const id = await limited(1);
  const now = world.clock.now();
  const facts = { titleZh: '折', kind: 'fixed', value: 1_000, total: 3, startsAt: now, endsAt: now + MINUTE } as const;
  const [made] = await world.db
    .insert(coupons)
    .values({ ...facts, createdAt: now })
    .returning();
  const people = await Promise.all([rich(), rich(), rich()]);
  const mine = await Promise.all(
    people.map(async (one) => {
      await givePoints(world, one.id, 500);
      const row = { couponId: made?.id ?? 0, memberId: Number(one.id), claimedAt: now };
      const [own] = await world.db.insert(couponMembers).values(row).returning();
      return String(own?.id);
    }),
  );
  const answers = await Promise.all(people.map((one, at) => tryOrder(one, id, { coupon_id: mine[at], points: 500 })));
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
    ResultCode.Ok,
    ResultCode.Gone,
    ResultCode.Gone,
  ]);
  for (const [at, { code, data }] of answers.entries()) {
    const token = people[at]?.token ?? '';
    const usable = await world.call(listCoupons, { tab: 'usable' }, { token });
    const sums = await world.call(previewOrder, { item: { type: 'recharge', amount_cents: PRICE } }, { token });
    expect(usable.data.total).toBe(code === ResultCode.Ok ? 0 : 1);
    expect(sums.data.points).toBe(code === ResultCode.Ok ? 0 : 500);
    if (code !== ResultCode.Ok) expect(data.reason).toBe('sold-out');
  }
  expect(await left(id)).toBe(0);
});

test('who orders the last place while somebody else is about to have it waits, and is told that it is gone', async () => {
  const id = await limited(1);
  const [ann, ben] = [await rich(), await rich()];
  const item = { type: 'course', id: String(id) } as const;
  const first = (db: Tx) =>
    placeOrder(db, world.parts.purchasables, {
      wanted: { item },
      buyer: { id: Number(ann.id), identity: Identity.Person },
      now: world.clock.now(),
    });
  const second = await overtaken(world, first, () => tryOrder(ben, id));
  expect(second).toMatchObject({ code: ResultCode.Gone, data: { reason: 'sold-out' } });
  const free = await limited(1, { priceCents: 0, originalPriceCents: 0 });
  const join = async (db: Tx) => {
    await enroll(db, { memberId: Number(ann.id), courseId: free, source: 'free', now: world.clock.now() });
    await reserveSeat(db, free);
  };
  const joining = await overtaken(world, join, () => world.call(enrollFree, { id: String(free) }, ben));
  expect(joining.data.reason).toBe('sold-out');
  expect([await left(id), await left(free)]).toEqual([0, 0]);
});

test('an order keeps its place until it is paid, also at the last moment, and while it is', async () => {
  const id = await limited(1);
  const [ann, ben] = [await rich(), await rich()];
  const no = await orderIn(world, ann.token, id);
  world.clock.advance(30 * MINUTE - 1);
  const sums = { item: { type: 'course', id: String(id) } } as const;
  expect((await world.call(previewOrder, sums, { token: ben.token })).data.reason).toBe('sold-out');
  // A member who holds a seat can order again.
  expect((await world.call(previewOrder, sums, { token: ann.token })).code).toBe(ResultCode.Ok);
  expect((await payIn(world, ann.token, no)).code).toBe(ResultCode.Ok);
  world.clock.advance(MINUTE);
  await world.parts.idle();
  expect((await tryOrder(ben, id)).data.reason).toBe('sold-out');
  expect(await left(id)).toBe(0);
});

test('an order that is cancelled, replaced, or over its time gives its place to the next', async () => {
  const id = await limited(1);
  const [ann, ben] = [await rich(), await rich()];
  await orderIn(world, ann.token, id);
  const second = await orderIn(world, ann.token, id);
  expect(await left(id)).toBe(0);
  await world.call(cancelOrder, { order_no: second }, { token: ann.token });
  expect(await left(id)).toBe(1);
  const late = await orderIn(world, ben.token, id);
  const page = await goToPay(world, ben.token, late);
  world.clock.advance(30 * MINUTE);
  await world.parts.idle();
  expect(await left(id)).toBe(1);
  const no = await orderIn(world, ann.token, id);
  // Ben's payment notification arrives only now, after his seat went to Ann.
  await press(world, page, 'success');
  expect((await payIn(world, ann.token, no)).code).toBe(ResultCode.Ok);
  expect(await left(id)).toBe(0);
});

test('a refund gives the place back', async () => {
  const id = await limited(1);
  const ann = await rich();
  const order_no = await orderIn(world, ann.token, id);
  await payIn(world, ann.token, order_no);
  await world.call(applyRefund, { order_no, reason: '買錯了', client_token: attempt() }, { token: ann.token });
  expect(await left(id)).toBe(0);
  const found = (await openRefunds(world.db, world.parts.purchasables)).find(({ order }) => order.orderNo === order_no);
  await world.db.transaction((tx) =>
    decideRefund(tx, world.parts.purchasables, {
      id: found?.refund.id ?? 0,
      pass: true,
      reason: '',
      now: world.clock.now(),
    }),
  );
  expect(await left(id)).toBe(1);
});

test('the last place of a free course is for one of two who join at once', async () => {
  const id = await limited(1, { priceCents: 0, originalPriceCents: 0 });
  const people = await Promise.all([world.member(), world.member()]);
  const answers = await Promise.all(people.map(({ token }) => world.call(enrollFree, { id: String(id) }, { token })));
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([ResultCode.Ok, ResultCode.Gone]);
  expect(await left(id)).toBe(0);
});

test('a pledge keeps a place, from its order on, and gives it back when the campaign falls short', async () => {
  const { courseId: id, row } = await campaignIn(world, { target: 3 });
  await world.db.update(courses).set({ seats: 2 }).where(eq(courses.id, id));
  const [ann, ben, cyd] = [await rich(), await rich(), await rich()];
  await payIn(world, ann.token, await orderIn(world, ann.token, id));
  expect(await left(id)).toBe(1);
  const answers = await Promise.all([tryOrder(ben, id), tryOrder(cyd, id)]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([ResultCode.Ok, ResultCode.Gone]);
  expect(await left(id)).toBe(0);
  world.clock.advance(5 * DAY);
  await world.parts.idle();
  expect([(await row())?.state, await left(id)]).toEqual(['failed', 2]);
});

test('a pledge that has become the course is counted once', async () => {
  const { courseId: id, row } = await campaignIn(world, { target: 1 });
  await world.db.update(courses).set({ seats: 2 }).where(eq(courses.id, id));
  const ann = await rich();
  await payIn(world, ann.token, await orderIn(world, ann.token, id));
  world.clock.advance(5 * DAY);
  await world.parts.idle();
  expect([(await row())?.state, await left(id)]).toEqual(['producing', 1]);
});

test('as many may have a course as its mentor says, who says at least one, or nothing', async () => {
  const mentor = await mentorIn(world);
  const course = await courseIn(world, { mentorId: mentor.id, introZh: '<p>關於數學</p>' });
  const id = String(course.id);
  expect(await left(course.id)).toBeNull();
  const { data } = await world.call(getManagedCourse, { id }, mentor);
  expect(data.basics.seats).toBeNull();
  const save = (seats: number | null, version: number) =>
    world.call(saveCourse, { ...data.basics, id, version, seats }, mentor);
  const refused = await save(0, data.version);
  expect([refused.code, refused.data.errors]).toEqual([ResultCode.Invalid, { seats: 'out-of-range' }]);
  const saved = await save(3, data.version);
  expect(saved.code).toBe(ResultCode.Ok);
  // Changes of a published course apply once they are approved.
  expect(await left(course.id)).toBeNull();
  await world.db.update(courseDrafts).set({ state: 'pending' }).where(eq(courseDrafts.courseId, course.id));
  await world.db.transaction((tx) =>
    decideCourse(tx, { id: course.id, pass: true, reason: '', now: world.clock.now() }),
  );
  expect(await left(course.id)).toBe(3);
  expect((await world.call(getManagedCourse, { id }, mentor)).data.basics.seats).toBe(3);
});

test('a place cannot be held for ever by ordering again; after some hours it can be ordered', async () => {
  const id = await limited(1);
  const [one, other] = [await rich(), await rich()];
  for (let hold = 0; hold < SEAT_HOLDS_MAX; hold += 1) {
    const { code, data } = await tryOrder(one, id);
    expect(code).toBe(ResultCode.Ok);
    if (hold % 2 === 0) await world.call(cancelOrder, { order_no: data.order_no }, { token: one.token });
  }
  const { code } = await tryOrder(one, id);
  expect(code).toBe(ResultCode.Conflict);
  expect(await left(id)).toBe(1);
  // Other members, and the same member in other courses, are not affected.
  expect((await tryOrder(one, await limited(1))).code).toBe(ResultCode.Ok);
  const order = await tryOrder(other, id);
  await world.call(cancelOrder, { order_no: order.data.order_no }, { token: other.token });
  world.clock.advance(SEAT_HOLDS_WINDOW_MS);
  expect((await tryOrder(one, id)).code).toBe(ResultCode.Ok);
});
