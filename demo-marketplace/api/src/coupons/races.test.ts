import {
  claimCoupon,
  listCoupons,
  redeemCoupon,
  ResultCode,
  saveMentorCoupon,
  stopMentorCoupon,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/database.js';
import { coupons } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { overtaken } from '../testing/races.js';
import { World } from '../testing/world.js';
import { claim } from './claims.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const DAY = 86_400_000;

/** A coupon of a mentor, and a learner who may claim it. */
async function offered(code = '') {
  const [mentor, learner] = [await mentorIn(world), await world.member()];
  const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
  const now = world.clock.now();
  const form: RequestOf<typeof saveMentorCoupon> = {
    ...{ course_id: String(courseId), title_zh: '九折', title_en: '10% off', kind: 'percent', value: 10 },
    ...{ min_cents: 0, total: 5, code, starts_at: new Date(now).toISOString() },
    ends_at: new Date(now + DAY).toISOString(),
  };
  const { id } = (await world.call(saveMentorCoupon, form, mentor)).data;
  const change = (more: Partial<typeof coupons.$inferInsert>) => (db: Database) =>
    db
      .update(coupons)
      .set(more)
      .where(eq(coupons.id, Number(id)));
  const claimed = async () =>
    (
      await world.db
        .select()
        .from(coupons)
        .where(eq(coupons.id, Number(id)))
    )[0]?.claimed;
  const had = async () => (await world.call(listCoupons, {}, learner)).data.list;
  return { id, form, mentor, learner, change, claimed, had };
}

test('a coupon that its mentor stops while somebody takes it is not given', async () => {
  const { id, learner, change, claimed, had } = await offered();
  const stop = change({ stoppedAt: world.clock.now() });
  const answer = await overtaken(world, stop, () => world.call(claimCoupon, { id }, learner));
  expect(answer).toMatchObject({ code: ResultCode.Gone, data: { reason: 'coupon-gone' } });
  expect([await claimed(), await had()]).toEqual([0, []]);
});

test('a coupon that is given a code, or another one, while somebody takes it is not given', async () => {
  const open = await offered();
  const hide = open.change({ code: 'SECRET-1' });
  const claiming = await overtaken(world, hide, () => world.call(claimCoupon, { id: open.id }, open.learner));
  expect(claiming.data.reason).toBe('coupon-gone');
  expect(await open.had()).toEqual([]);

  const coded = await offered('FIRST-1');
  const recode = coded.change({ code: 'SECOND-1' });
  const redeeming = await overtaken(world, recode, () => world.call(redeemCoupon, { code: 'FIRST-1' }, coded.learner));
  expect(redeeming.data.reason).toBe('coupon-gone');
  expect([await coded.claimed(), await coded.had()]).toEqual([0, []]);
});

test('a coupon that is changed while somebody takes it is told of as it is then', async () => {
  const { id, learner, change, had } = await offered();
  const answer = await overtaken(world, change({ value: 50 }), () => world.call(claimCoupon, { id }, learner));
  expect(answer).toMatchObject({ code: ResultCode.Ok, data: { value: 50 } });
  expect(await had()).toMatchObject([{ value: 50 }]);
});

test('a coupon that somebody takes meanwhile is changed no more, and can still be stopped', async () => {
  const { id, form, mentor, learner, claimed, had } = await offered();
  const memberId = Number(learner.member.id);
  const take = (db: Database) =>
    claim(db, world.parts.purchasables, { id: Number(id), memberId, now: world.clock.now() });
  const saved = await overtaken(world, take, () => world.call(saveMentorCoupon, { ...form, id, value: 1 }, mentor));
  expect(saved).toMatchObject({ code: ResultCode.Conflict, data: { reason: 'state-changed' } });
  expect((await world.call(stopMentorCoupon, { id }, mentor)).code).toBe(ResultCode.Ok);
  expect([await claimed(), await had()]).toMatchObject([1, [{ value: 10 }]]);
});
