import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courses, enrollments } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { endEnrollment, enroll, isEnrolled } from './index.js';

let world: World;
let mentorId: number;
beforeAll(async () => {
  world = await World.start();
  ({ id: mentorId } = await mentorIn(world));
});
afterAll(() => world.close());

async function pair(): Promise<{ memberId: number; courseId: number }> {
  const { member } = await world.member();
  const { id: courseId } = await courseIn(world, { mentorId });
  return { memberId: Number(member.id), courseId };
}

async function learnersOf(courseId: number): Promise<number | undefined> {
  const [row] = await world.db.select().from(courses).where(eq(courses.id, courseId));
  return row?.learnersN;
}

test('who enrolls may learn, and is counted once however often it is said', async () => {
  const ids = await pair();
  const now = world.clock.now();
  expect(await isEnrolled(world.db, ids.memberId, ids.courseId)).toBe(false);
  expect(await world.db.transaction((tx) => enroll(tx, { ...ids, source: 'order', orderNo: 'A1', now }))).toBe(true);
  expect(await world.db.transaction((tx) => enroll(tx, { ...ids, source: 'free', now: now + 5 }))).toBe(false);
  expect(await isEnrolled(world.db, ids.memberId, ids.courseId)).toBe(true);
  expect(await learnersOf(ids.courseId)).toBe(1);
  const [row] = await world.db.select().from(enrollments).where(eq(enrollments.courseId, ids.courseId));
  expect(row).toMatchObject({ source: 'order', orderNo: 'A1', createdAt: now });
});

test('two at once count one learner', async () => {
  const ids = await pair();
  const both = [1, 2].map(() => world.db.transaction((tx) => enroll(tx, { ...ids, source: 'free', now: 1 })));
  expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
  expect(await learnersOf(ids.courseId)).toBe(1);
});

test('a refund ends it once; who comes back goes on where they were', async () => {
  const ids = await pair();
  const now = world.clock.now();
  expect(await world.db.transaction((tx) => endEnrollment(tx, { ...ids, now }))).toBe(false);
  await world.db.transaction((tx) => enroll(tx, { ...ids, source: 'order', orderNo: 'A1', now }));
  const theirs = and(eq(enrollments.memberId, ids.memberId), eq(enrollments.courseId, ids.courseId));
  await world.db.update(enrollments).set({ percent: 40, lastSecond: 12 }).where(theirs);

  expect(await world.db.transaction((tx) => endEnrollment(tx, { ...ids, now: now + 1 }))).toBe(true);
  expect(await world.db.transaction((tx) => endEnrollment(tx, { ...ids, now: now + 2 }))).toBe(false);
  expect(await isEnrolled(world.db, ids.memberId, ids.courseId)).toBe(false);
  expect(await learnersOf(ids.courseId)).toBe(0);

  expect(await world.db.transaction((tx) => enroll(tx, { ...ids, source: 'order', orderNo: 'A2', now: now + 3 }))).toBe(
    true,
  );
  expect(await learnersOf(ids.courseId)).toBe(1);
  const [row] = await world.db.select().from(enrollments).where(theirs);
  expect(row).toMatchObject({ percent: 40, lastSecond: 12, orderNo: 'A2', endedAt: null });
});
