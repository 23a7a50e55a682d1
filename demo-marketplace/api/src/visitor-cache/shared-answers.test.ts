import {
  addReview,
  banMember,
  DAYS_LEFT_PAST,
  getCategoryTree,
  getCourse,
  getFacets,
  getHome,
  getOutline,
  listCourses,
  listRelated,
  pauseCourse,
  ResultCode,
  resumeCourse,
  search,
  type AnyAction,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { endEnrollment, enroll, searchVector } from '../courses/index.js';
import { categories, courses, courseViews, crowdfunds, members, units, wishes } from '../db/schema/index.js';
import { backerIn, campaignIn, DAY } from '../testing/campaigns.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
let mentor: Awaited<ReturnType<typeof mentorIn>>;
/** A member without any relation to a course, whose answers are those of visitors and never kept. */
let stranger: Awaited<ReturnType<World['member']>>;
let courseId: number;
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
  stranger = await world.member();
});
beforeEach(async () => {
  courseId = (await courseIn(world, { mentorId: mentor.id })).id;
  await rename('高中數學');
});
afterAll(() => world.close());

const ENGLISH = { headers: { 'accept-language': 'en' } };
const change = (values: Partial<typeof courses.$inferInsert>) =>
  world.db.update(courses).set(values).where(eq(courses.id, courseId));
const rename = (titleZh: string) =>
  world.db
    .update(courses)
    .set({ titleZh, search: searchVector([titleZh]) })
    .where(eq(courses.id, courseId));
const course = (options = {}) => world.call(getCourse, { id: String(courseId) }, options);
const listed = async () => (await world.call(listCourses, { limit: 50 })).data.list;
const isListed = async () => (await listed()).some(({ id }) => id === String(courseId));

/** Changes the title as another process does, which this one does not notice. */
async function renameElsewhere(title: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`UPDATE ${world.schema}.course SET title_zh = $1 WHERE id = $2`, [title, courseId]);
  await client.end();
}

test('visitors share an answer for 30 seconds, and members never do', async () => {
  const before = await course();
  await renameElsewhere('新的名稱');
  expect(await course()).toEqual(before);
  expect((await course({ token: stranger.token })).data.title).toBe('新的名稱');
  expect((await course({ token: 'expired' })).data.title).toBe('高中數學');
  world.clock.advance(30_000);
  expect((await course()).data.title).toBe('新的名稱');
});

test('each language and each filter has an answer of its own', async () => {
  await course();
  expect((await course(ENGLISH)).data.title).toBe('Mathematics');
  expect((await course()).data.title).toBe('高中數學');
  const priced = async (price_max: number) => (await world.call(listCourses, { price_max, limit: 1 })).data.total;
  expect(await priced(0)).toBe(0);
  expect(await priced(100_000)).toBeGreaterThan(0);
});

test('each view of a kept answer counts', async () => {
  await Promise.all(Array.from({ length: 20 }, () => course()));
  await course({ token: stranger.token });
  const rows = await world.db.select().from(courseViews).where(eq(courseViews.courseId, courseId));
  expect(rows.map(({ n }) => n)).toEqual([21]);
});

test('the rate limit counts calls that receive a kept answer', async () => {
  const ip = '198.51.100.7';
  const codes: number[] = [];
  for (let n = 0; n < 1_201; n += 1) codes.push((await world.call(getCategoryTree, { kind: 'course' }, { ip })).code);
  expect(codes.findIndex((code) => code !== ResultCode.Ok)).toBe(1_200);
  expect(codes.at(-1)).toBe(ResultCode.TooMany);
});

describe('a change is in the next answer', () => {
  test('when a mentor takes a course off sale and puts it back', async () => {
    const id = String(courseId);
    expect(await isListed()).toBe(true);
    await course();
    await world.call(pauseCourse, { id }, { token: mentor.token });
    expect(await isListed()).toBe(false);
    expect((await course()).data.reason).toBe('not-found');
    await world.call(resumeCourse, { id }, { token: mentor.token });
    expect(await isListed()).toBe(true);
    expect((await course()).code).toBe(ResultCode.Ok);
  });

  test('when a learner enrolls and reviews', async () => {
    const learner = await world.member();
    const memberId = Number(learner.member.id);
    expect((await course()).data).toMatchObject({ learners: 0, ratings: 0 });
    const now = world.clock.now();
    await world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'free', now }));
    expect((await course()).data.learners).toBe(1);
    await hasLearned(world, memberId, courseId);
    await world.call(addReview, { course_id: String(courseId), star: 5, content: '好' }, { token: learner.token });
    expect((await course()).data).toMatchObject({ ratings: 1, rating: 5 });
  });

  test('when a mentor is banned', async () => {
    const staff = await world.member();
    await world.db
      .update(members)
      .set({ isStaff: true })
      .where(eq(members.id, Number(staff.member.id)));
    const other = await mentorIn(world);
    courseId = (await courseIn(world, { mentorId: other.id })).id;
    expect(await isListed()).toBe(true);
    const ban = { id: String(other.id), ban: true, reason: 'x' };
    expect((await world.call(banMember, ban, { token: staff.token })).code).toBe(ResultCode.Ok);
    expect(await isListed()).toBe(false);
  });

  test('when a campaign receives a pledge, and a day passes', async () => {
    const campaign = await campaignIn(world);
    courseId = campaign.courseId;
    expect((await course()).data.crowdfund).toMatchObject({ backers: 0, days_left: 5 });
    await backerIn(world, courseId);
    expect((await course()).data.crowdfund).toMatchObject({ backers: 1, days_left: 5 });
    world.clock.advance(DAY / 2 - 5);
    expect((await course()).data.crowdfund?.days_left).toBe(5);
    world.clock.advance(10);
    expect((await course()).data.crowdfund?.days_left).toBe(4);
  });
});

test('the deadline of a campaign passes for visitors when it passes', async () => {
  await world.db.insert(crowdfunds).values({
    ...{ courseId, targetType: 'people', target: 10, earlyPriceCents: 50_000, state: 'funding' },
    ...{ startsAt: world.clock.now(), deadline: world.clock.now() + 10_000, produceBy: world.clock.now() + DAY },
  });
  expect((await course()).data.crowdfund?.days_left).toBe(0);
  world.clock.advance(10_001);
  expect((await course()).data.crowdfund?.days_left).toBe(DAYS_LEFT_PAST);
});

describe('random changes', () => {
  const number = fc.integer({ min: 1, max: 1_000_000 });
  const write = fc.oneof(
    number.map((n) => () => change({ priceCents: n % 150_000 })),
    number.map((n) => () => rename(`高中數學 ${n}`)),
    fc.boolean().map((isPaused) => () => change({ isPaused })),
    number.map((ratingSum) => () => change({ ratingSum: ratingSum % 5, ratingN: 1 })),
    number.map(
      (n) => () =>
        world.db
          .update(members)
          .set({ name: `老師 ${n}` })
          .where(eq(members.id, mentor.id)),
    ),
    fc.boolean().map((isBanned) => () => world.db.update(members).set({ isBanned }).where(eq(members.id, mentor.id))),
    number.map((n) => () => world.db.insert(categories).values({ kind: 'course', nameZh: `類 ${n}`, nameEn: '' })),
    fc.constant(() => world.db.delete(units).where(eq(units.courseId, courseId))),
    fc.boolean().map(
      (isIn) => () =>
        world.db.transaction(async (tx) => {
          const one = { memberId: mentor.id, courseId, now: world.clock.now() };
          await (isIn ? enroll(tx, { ...one, source: 'free' }) : endEnrollment(tx, one));
        }),
    ),
    fc.constant(() =>
      world.db
        .insert(wishes)
        .values({
          memberId: mentor.id,
          type: 'course',
          targetId: courseId,
          priceCents: 1,
          createdAt: world.clock.now(),
        })
        .onConflictDoNothing(),
    ),
    number.map((ms) => async () => world.clock.advance(ms % 20_000)),
  );
  const reads = (): readonly (readonly [AnyAction, object])[] => [
    [getHome, {}],
    [listCourses, { sort: 'new' }],
    [getFacets, {}],
    [search, { query: '高中數學' }],
    [getCourse, { id: String(courseId) }],
    [getOutline, { id: String(courseId) }],
    [listRelated, { id: String(courseId) }],
  ];

  test('leave the answers of visitors as those that are not kept', async () => {
    const step = fc.tuple(write, fc.integer({ min: 0, max: 6 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const [changeOne, index] of steps) {
          const [action, body] = reads()[index]!;
          await world.call(action, body);
          await changeOne();
          expect(await world.call(action, body)).toEqual(await world.call(action, body, { token: stranger.token }));
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
