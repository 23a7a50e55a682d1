import { addReview, listReviews, REVIEW_PERCENT } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrollments, unitProgress } from '../db/schema/index.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { enroll } from './index.js';

let world: World;
let mentor: Awaited<ReturnType<typeof mentorIn>>;
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
});
afterAll(() => world.close());

const make = () => courseIn(world, { mentorId: mentor.id });

test('a review waits until a fifth of the course or two lessons are learned', async () => {
  const { id } = await make();
  const session = await world.member();
  const memberId = Number(session.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId: id, source: 'order', now: world.clock.now() }));
  const body = { course_id: String(id), star: 5, content: '好' } as const;
  const say = async () => (await world.call(addReview, body, session)).data.reason;
  const state = async () => (await world.call(listReviews, { id: String(id) }, session)).data;
  expect(await say()).toBe('progress-short');
  expect(await state()).toMatchObject({ may_review: false, needs_progress: true });
  await hasLearned(world, memberId, id);
  expect(await state()).toMatchObject({ may_review: true, needs_progress: false });
  expect(await say()).toBeUndefined();
});

test('a review needs two lessons where they are less than a fifth of the course', async () => {
  const { id } = await make();
  const session = await world.member();
  const memberId = Number(session.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId: id, source: 'order', now: world.clock.now() }));
  const [enrollment] = await world.db
    .update(enrollments)
    .set({ percent: REVIEW_PERCENT - 1 })
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, id)))
    .returning();
  const finish = (unitId: number, doneAt: number | null) =>
    world.db
      .insert(unitProgress)
      .values({ enrollmentId: enrollment!.id, unitId, doneAt, play: '', step: 0, updatedAt: 1 });
  const mayReview = async () => (await world.call(listReviews, { id: String(id) }, session)).data.may_review;
  // Only their number counts here, so they may be units of any course.
  const units = [await make(), await make(), await make()].map(({ unitIds }) => unitIds[0]!);
  await finish(units[0]!, 1);
  await finish(units[1]!, null);
  expect(await mayReview()).toBe(false);
  await finish(units[2]!, 1);
  expect(await mayReview()).toBe(true);
  const said = await world.call(addReview, { course_id: String(id), star: 5, content: '好' }, session);
  expect(said.data.reason).toBeUndefined();
});
