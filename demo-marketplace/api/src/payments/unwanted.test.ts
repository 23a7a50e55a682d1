import {
  type createOrder,
  deleteCourse,
  enrollFree,
  getPaymentResult,
  ResultCode,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEnrolled } from '../courses/index.js';
import type { Database } from '../db/database.js';
import { courses } from '../db/schema/index.js';
import { balanceOf, moneyOf, OUTSIDE, POINTS_OUTSIDE, pointsOf, post, transfer } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  givePoints,
  goToPay,
  orderIn,
  payIn,
  press,
  providerRefundOf,
  receiveNotice,
} from '../testing/money.js';
import { overtaken } from '../testing/races.js';
import { World } from '../testing/world.js';

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

/** A buyer with money and an unpaid order of the only course of a mentor. */
async function buyer(more: Partial<RequestOf<typeof createOrder>> = {}) {
  const mentor = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
  const { token, member } = await world.member();
  const id = Number(member.id);
  await giveMoney(world, member.id, PRICE);
  await givePoints(world, member.id, 1_000);
  const no = await orderIn(world, token, courseId, more);
  return {
    ...{ mentor, courseId, token, id, no },
    returned: () => providerRefundOf(world, no),
    owns: () => isEnrolled(world.db, id, courseId),
    balance: () => balanceOf(world.db, moneyOf(id)),
    points: () => balanceOf(world.db, pointsOf(id)),
    result: async () => (await world.call(getPaymentResult, { order_no: no }, { token })).data,
  };
}

test('a course that its mentor deleted meanwhile is not paid any more, and a card that paid it is refunded', async () => {
  const own = await buyer();
  const path = await goToPay(world, own.token, own.no);
  const deleted = await world.call(deleteCourse, { id: String(own.courseId) }, own.mentor);
  expect(deleted.code).toBe(ResultCode.Ok);
  expect((await payIn(world, own.token, own.no)).data.reason).toBe('not-for-sale');
  await press(world, path, 'success');
  expect(await own.result()).toMatchObject({ payment_state: 'refunded' });
  expect([await own.owns(), await own.balance(), await own.returned()]).toEqual([false, PRICE, PRICE]);
});

test('a course that its mentor deletes while it is paid is one or the other', async () => {
  const own = await buyer();
  const remove = (db: Database) =>
    db.update(courses).set({ deletedAt: world.clock.now() }).where(eq(courses.id, own.courseId));
  const answer = await overtaken(
    world,
    async (db) => {
      await db.select().from(courses).where(eq(courses.id, own.courseId)).for('update');
      await remove(db);
    },
    () => payIn(world, own.token, own.no),
  );
  expect(answer).toMatchObject({ code: ResultCode.Gone, data: { reason: 'not-for-sale' } });
  expect([await own.owns(), await own.balance()]).toEqual([false, PRICE]);
});

test('who has got the course for nothing meanwhile does not pay for it, and a card that paid it is refunded', async () => {
  const own = await buyer();
  const path = await goToPay(world, own.token, own.no);
  await world.db.update(courses).set({ priceCents: 0 }).where(eq(courses.id, own.courseId));
  expect((await world.call(enrollFree, { id: String(own.courseId) }, { token: own.token })).code).toBe(ResultCode.Ok);
  expect((await payIn(world, own.token, own.no)).data.reason).toBe('already-owned');
  await press(world, path, 'success');
  expect([await own.owns(), await own.balance(), await own.returned()]).toEqual([true, PRICE, PRICE]);
});

test('money that comes late and money that is given back to the same buyer do not wait for one another', async () => {
  const own = await buyer({ points: 1_000 });
  const outNo = (await goToPay(world, own.token, own.no)).split('/').at(-1) ?? '';
  const late = world.clock.now() + 30 * MINUTE;
  const facts = { businessId: attempt(), memo: '', at: late };
  // Same order as in a refund: money, then points.
  const outcome = await overtaken(
    world,
    (db) => post(db, { ...facts, business: 'adjust', postings: transfer(OUTSIDE, moneyOf(own.id), 7) }),
    () => receiveNotice(world, { outNo, hasSucceeded: true, providerRef: 'x' }, late),
    (db) => post(db, { ...facts, business: 'points', postings: transfer(POINTS_OUTSIDE, pointsOf(own.id), 5) }),
  );
  expect(outcome).toBe('refunded');
  expect([await own.balance(), await own.points(), await own.returned()]).toEqual([PRICE + 7, 1_005, PRICE - 1_000]);
});
