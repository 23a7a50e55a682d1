import {
  DAYS_LEFT_PAST,
  enrollFree,
  getCategoryTree,
  getCourse,
  getHome,
  getHotWords,
  getOutline,
  listCourses,
  listMyCourses,
  listRelated,
  search,
  suggest,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categories, courses, crowdfunds, enrollments, members } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { giveMoney, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { endEnrollment, enroll, searchVector } from './index.js';

let world: World;
let mentor: Awaited<ReturnType<typeof mentorIn>>;
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const ENGLISH = { headers: { 'accept-language': 'en' } };

type Values = Partial<typeof courses.$inferInsert>;
const make = (values: Values = {}, mentorId = mentor.id) => courseIn(world, { mentorId, ...values });
const change = (id: number, values: Values) => world.db.update(courses).set(values).where(eq(courses.id, id));
/** Sets the search tokens of a course, as saving it does. */
const naming = (id: number, texts: readonly string[]) =>
  world.db
    .update(courses)
    .set({ search: searchVector(texts) })
    .where(eq(courses.id, id));
const owner = async (courseId: number) => {
  const member = await world.member();
  await world.db.transaction((tx) =>
    enroll(tx, { memberId: Number(member.member.id), courseId, source: 'order', now: world.clock.now() }),
  );
  return member;
};
async function fund(courseId: number, values: Partial<typeof crowdfunds.$inferInsert> = {}) {
  const now = world.clock.now();
  const terms = {
    courseId,
    targetType: 'people' as const,
    target: 10,
    earlyPriceCents: 50_000,
    produceBy: now + DAY_MS,
  };
  const dates = { startsAt: now - DAY_MS, deadline: now + 3 * DAY_MS, state: 'funding' as const };
  await world.db.insert(crowdfunds).values({ ...terms, ...dates, ...values });
}
const found = async (filter: RequestOf<typeof listCourses>) =>
  (await world.call(listCourses, { ...filter, limit: 50 })).data.list.map(({ id }) => Number(id));

describe('a course', () => {
  test('is shown in the language that is asked for, with what it costs and who teaches it', async () => {
    const { id } = await make({ subtitleZh: '副標', introZh: '<p>好</p>', learn: { zh: ['甲'], en: ['one'] } });
    const { data } = await world.call(getCourse, { id: String(id) }, ENGLISH);
    expect(data).toMatchObject({
      title: 'Mathematics',
      // Text without a translation falls back to Chinese.
      subtitle: '副標',
      intro_html: '<p>好</p>',
      learn: ['one'],
      price_cents: 100_000,
      original_price_cents: 150_000,
      mentor: { id: String(mentor.id), name: '王小明' },
      units: 2,
      crowdfund: null,
      progress: null,
      owned: false,
      mine: false,
    });
    expect((await world.call(getCourse, { id: String(id) })).data).toMatchObject({ title: '高中數學', learn: ['甲'] });
  });

  test.each<[string, Values]>([
    ['a draft', { status: 'draft' }],
    ['one that waits for approval', { status: 'pending' }],
    ['one that was refused', { status: 'refused' }],
    ['one that is deleted', { deletedAt: 1 }],
    ['one that is paused', { isPaused: true }],
  ])('%s is nowhere', async (_name, values) => {
    const { id } = await make({ titleZh: '隱藏的課', priceCents: 0, ...values });
    await naming(id, ['隱藏的課']);
    const { token } = await world.member();
    for (const action of [getCourse, getOutline, listRelated]) {
      expect((await world.call(action, { id: String(id) })).data.reason).toBe('not-found');
    }
    expect((await world.call(enrollFree, { id: String(id) }, { token })).data.reason).toBe('not-found');
    expect(await found({ mentor_id: String(mentor.id) })).not.toContain(id);
    expect(await found({ keyword: '隱藏' })).not.toContain(id);
    expect((await world.call(suggest, { query: '隱藏' })).data).toEqual([]);
    expect((await world.call(search, { query: '隱藏' })).data.counts.course).toBe(0);
  });

  test('that is paused stays open to who has it; that is a draft, to its mentor only', async () => {
    const { id } = await make();
    const { token } = await owner(id);
    await change(id, { isPaused: true });
    expect((await world.call(getCourse, { id: String(id) }, { token })).data).toMatchObject({
      owned: true,
      paused: true,
    });
    const draft = await make({ status: 'draft' });
    const mine = await world.call(getCourse, { id: String(draft.id) }, { token: mentor.token });
    expect(mine.data).toMatchObject({ mine: true, status: 'draft' });
    expect((await world.call(getCourse, { id: String(draft.id) }, { token })).data.reason).toBe('not-found');
  });

  test('of a mentor who is shut out is not sold', async () => {
    const other = await mentorIn(world);
    const { id } = await make({}, other.id);
    await world.db.update(members).set({ isBanned: true }).where(eq(members.id, other.id));
    expect((await world.call(getCourse, { id: String(id) })).data.reason).toBe('not-found');
    expect(await found({ mentor_id: String(other.id) })).toEqual([]);
  });

  test('has lessons that are locked to all but those who have it', async () => {
    const { id, unitIds } = await make();
    const [first, second] = unitIds.map(String);
    const locks = async (token?: string) => {
      const { data } = await world.call(getOutline, { id: String(id) }, { token });
      return data.flatMap(({ units }) => units.map((unit) => [unit.id, unit.locked]));
    };
    expect(await locks()).toEqual([
      [first, false],
      [second, true],
    ]);
    const { token } = await owner(id);
    expect((await locks(token)).map(([, locked]) => locked)).toEqual([false, false]);
    expect((await locks(mentor.token)).map(([, locked]) => locked)).toEqual([false, false]);
    expect((await locks((await world.member()).token)).map(([, locked]) => locked)).toEqual([false, true]);
  });

  test('leads to others of its mentor, not to itself', async () => {
    const other = await mentorIn(world);
    const one = await make({}, other.id);
    const two = await make({}, other.id);
    const { data } = await world.call(listRelated, { id: String(one.id) });
    expect(data.map(({ id }) => Number(id))).toEqual([two.id]);
  });

  test.each([{}, { id: 7 }, { id: '0' }, { id: 'x' }])('is not found by %j', async (body) => {
    expect((await world.call(getCourse, body)).code).toBe(422);
  });
});

describe('the list', () => {
  test('takes each filter', async () => {
    const teacher = await mentorIn(world);
    const [category] = await world.db
      .insert(categories)
      .values({ kind: 'course', nameZh: '語言', nameEn: 'Languages' })
      .returning({ id: categories.id });
    const [child] = await world.db
      .insert(categories)
      .values({ kind: 'course', nameZh: '英語', nameEn: 'English', parentId: category?.id ?? 0 })
      .returning({ id: categories.id });
    const base = { mentor_id: String(teacher.id) };
    const cheap = await make({ priceCents: 0, level: 1, lang: 'en', seconds: 600 }, teacher.id);
    const dear = await make(
      { priceCents: 150_000, categoryId: child?.id ?? 0, ratingSum: 9, ratingN: 2, seconds: 20_000, learnersN: 9 },
      teacher.id,
    );
    expect(await found(base)).toEqual([dear.id, cheap.id]);
    expect(await found({ ...base, kind: 'free' })).toEqual([cheap.id]);
    expect(await found({ ...base, category_id: String(category?.id) })).toEqual([dear.id]);
    expect(await found({ ...base, price_max: 100_000 })).toEqual([cheap.id]);
    expect(await found({ ...base, price_min: 1 })).toEqual([dear.id]);
    expect(await found({ ...base, level: 1 })).toEqual([cheap.id]);
    expect(await found({ ...base, lang: 'en' })).toEqual([cheap.id]);
    expect(await found({ ...base, rating: 4.5 })).toEqual([dear.id]);
    expect(await found({ ...base, length: 'short' })).toEqual([cheap.id]);
    expect(await found({ ...base, length: 'long' })).toEqual([dear.id]);
    expect(await found({ ...base, captions: 'en' })).toEqual([]);
    expect(await found({ ...base, sort: 'price_up' })).toEqual([cheap.id, dear.id]);
    expect(await found({ ...base, sort: 'price_down' })).toEqual([dear.id, cheap.id]);
    expect(await found({ ...base, sort: 'rating' })).toEqual([dear.id, cheap.id]);
    const { data } = await world.call(listCourses, { ...base, page: 2, limit: 1, sort: 'price_up' });
    expect(data).toMatchObject({ total: 2, page: 2, limit: 1, list: [{ id: String(dear.id), rating: 4.5 }] });
    const tree = (await world.call(getCategoryTree, { kind: 'course' }, ENGLISH)).data;
    expect(tree.find(({ id }) => id === String(category?.id))).toMatchObject({
      ...{ name: 'Languages', courses: 1 },
      children: [{ name: 'English', courses: 1 }],
    });
    expect((await world.call(getHotWords, {}, ENGLISH)).data).toContain('English');
  });

  test('keeps crowdfunds apart, the one that ends first ahead, and those that failed away', async () => {
    const teacher = await mentorIn(world);
    const [later, sooner, failed, made] = [
      await make({}, teacher.id),
      await make({}, teacher.id),
      await make({}, teacher.id),
      await make({}, teacher.id),
    ].map(({ id }) => id) as [number, number, number, number];
    await fund(later, { reachedN: 3 });
    await fund(sooner, {
      deadline: world.clock.now() + DAY_MS,
      targetType: 'amount',
      target: 1_000,
      reachedCents: 1_999,
    });
    await fund(failed, { state: 'failed' });
    await fund(made, { state: 'published' });
    const base = { mentor_id: String(teacher.id) };
    expect(await found({ ...base, kind: 'crowdfund', sort: 'ending' })).toEqual([sooner, later]);
    expect(await found({ ...base, kind: 'online' })).toEqual([made]);
    expect((await found(base)).sort()).toEqual([later, sooner, made].sort());
    const { data } = await world.call(getCourse, { id: String(later) });
    expect(data.crowdfund).toMatchObject({
      percent: 30,
      reached: 3,
      backers: 3,
      days_left: 3,
      early_price_cents: 50_000,
    });
    const rich = (await world.call(getCourse, { id: String(sooner) })).data.crowdfund;
    expect(rich).toMatchObject({ percent: 199, later_price_cents: 100_000 });
    // Its page still shows the outcome of the campaign to its backers.
    const over = (await world.call(getCourse, { id: String(failed) })).data.crowdfund;
    expect(over?.state).toBe('failed');
    await world.db
      .update(crowdfunds)
      .set({ deadline: world.clock.now() - 1 })
      .where(eq(crowdfunds.courseId, failed));
    expect((await world.call(getCourse, { id: String(failed) })).data.crowdfund?.days_left).toBe(DAYS_LEFT_PAST);
  });

  test.each([{ kind: 'x' }, { page: 0 }, { limit: 51 }, { price_min: -1 }, { rating: 6 }, { sort: 'id; DROP' }])(
    'refuses %j',
    async (body) => {
      expect((await world.call(listCourses, body)).code).toBe(422);
    },
  );
});

describe('searching', () => {
  test('finds parts of Chinese words, beginnings of others, and mentors by name', async () => {
    const teacher = await mentorIn(world);
    await world.db.update(members).set({ name: '量子老師 100%' }).where(eq(members.id, teacher.id));
    const { id } = await make({ titleZh: '量子力學導論', titleEn: 'Quantum mechanics' }, teacher.id);
    await naming(id, ['量子力學導論', 'Quantum mechanics', '量子老師']);
    for (const query of ['力學', '量子力學', 'quant', 'QUANTUM 導論']) {
      const { data } = await world.call(search, { query });
      expect(data.courses.map((course) => Number(course.id))).toEqual([id]);
    }
    const both = (await world.call(search, { query: '量子' })).data;
    expect(both).toMatchObject({ counts: { course: 1, mentor: 1 }, mentors: [{ id: String(teacher.id), courses: 1 }] });
    expect((await world.call(search, { query: '量子', type: 'mentor' })).data.courses).toEqual([]);
    expect((await world.call(suggest, { query: '量子' })).data).toEqual([
      { type: 'course', id: String(id), text: '量子力學導論' },
      { type: 'mentor', id: String(teacher.id), text: '量子老師 100%' },
    ]);
    // LIKE wildcards in a query match only themselves.
    expect((await world.call(search, { query: '100%' })).data.counts.mentor).toBe(1);
    expect((await world.call(search, { query: '1_0' })).data.counts.mentor).toBe(0);
    expect((await world.call(search, { query: '學量' })).data.counts.course).toBe(0);
    expect((await world.call(search, { query: "' | !" })).data.counts.course).toBe(0);
  });
});

describe('free courses', () => {
  test('are taken with a click, once', async () => {
    const { id } = await make({ priceCents: 0 });
    const { token } = await world.member();
    expect(await world.call(enrollFree, { id: String(id) }, { token })).toMatchObject({
      code: 1,
      msg: '已加入我的課程，開始學習吧！',
    });
    expect((await world.call(enrollFree, { id: String(id) }, { token })).code).toBe(1);
    expect((await world.call(getCourse, { id: String(id) }, { token })).data).toMatchObject({
      owned: true,
      learners: 1,
    });
  });

  test('are not all courses: neither what costs something, nor one’s own, nor what is not made yet', async () => {
    const { token } = await world.member();
    const paid = await make();
    expect((await world.call(enrollFree, { id: String(paid.id) }, { token })).data.reason).toBe('not-free');
    const free = await make({ priceCents: 0 });
    const own = await world.call(enrollFree, { id: String(free.id) }, { token: mentor.token });
    expect(own.data.reason).toBe('own-course');
    await fund(free.id);
    expect((await world.call(enrollFree, { id: String(free.id) }, { token })).data.reason).toBe('not-free');
    const company = await world.member();
    await world.db
      .update(members)
      .set({ identity: 2 })
      .where(eq(members.id, Number(company.member.id)));
    const asked = await world.call(enrollFree, { id: String(free.id) }, { token: company.token });
    expect(asked).toMatchObject({ code: 403, data: { reason: 'wrong-role' } });
    expect((await world.call(enrollFree, { id: String(free.id) })).code).toBe(401);
    expect(await world.db.select().from(enrollments).where(eq(enrollments.courseId, free.id))).toEqual([]);
  });
});

describe('my courses', () => {
  test('stand under the tab they belong to, and nobody sees another’s', async () => {
    const { token, member } = await world.member();
    const memberId = Number(member.id);
    const now = world.clock.now();
    const [learning, finished, funding, expired] = [await make(), await make(), await make(), await make()];
    for (const { id } of [learning, finished, funding, expired]) {
      await world.db.transaction((tx) => enroll(tx, { memberId, courseId: id, source: 'order', now }));
    }
    const set = (courseId: number, values: Partial<typeof enrollments.$inferInsert>) =>
      world.db.update(enrollments).set(values).where(eq(enrollments.courseId, courseId));
    await set(learning.id, { percent: 50, lastUnitId: learning.unitIds[1] ?? null, lastSecond: 42 });
    await set(finished.id, { percent: 100, completedAt: now });
    await fund(funding.id, { state: 'producing' });
    await world.db.transaction((tx) => endEnrollment(tx, { memberId, courseId: expired.id, now }));
    await change(learning.id, { isPaused: true });

    const tab = async (name: RequestOf<typeof listMyCourses>['tab'], who = token) =>
      (await world.call(listMyCourses, { tab: name }, { token: who })).data;
    const ids = async (name: RequestOf<typeof listMyCourses>['tab']) =>
      (await tab(name)).list.map(({ course }) => Number(course.id));
    expect(await tab('learning')).toMatchObject({
      total: 1,
      list: [
        { course: { id: String(learning.id) }, percent: 50, unit_title: '第二課', second: 42, completed_at: null },
      ],
    });
    expect(await ids('finished')).toEqual([finished.id]);
    expect(await ids('crowdfunding')).toEqual([funding.id]);
    expect(await ids('expired')).toEqual([expired.id]);
    expect((await tab('learning', (await world.member()).token)).list).toEqual([]);
    const home = (await world.call(getHome, {}, { token })).data;
    expect(home.continue.map(({ course }) => Number(course.id))).toEqual([learning.id]);
  });

  test('have what somebody has pledged to among them', async () => {
    const { token, member } = await world.member();
    const { id } = await make();
    await fund(id);
    await giveMoney(world, member.id, 50_000);
    await payIn(world, token, await orderIn(world, token, id));
    const { data } = await world.call(listMyCourses, { tab: 'crowdfunding' }, { token });
    expect(data).toMatchObject({ total: 1, list: [{ course: { id: String(id), owned: false }, percent: 0 }] });
    expect((await world.call(listMyCourses, { tab: 'learning' }, { token })).data.total).toBe(0);
    const other = await world.member();
    expect((await world.call(listMyCourses, { tab: 'crowdfunding' }, { token: other.token })).data.total).toBe(0);
  });

  test('need somebody who is logged in, and a tab', async () => {
    expect((await world.call(listMyCourses, { tab: 'learning' })).code).toBe(401);
    const { token } = await world.member();
    expect((await world.call(listMyCourses, { tab: 'all' }, { token })).code).toBe(422);
  });
});

test('the home page has something of everything, and nothing of its own for visitors', async () => {
  const free = await make({ priceCents: 0 });
  const funded = await make();
  await fund(funded.id);
  const { data } = await world.call(getHome, {});
  expect(data.continue).toEqual([]);
  expect(data.free.map(({ id }) => Number(id))).toContain(free.id);
  expect(data.crowdfunding.every(({ crowdfund }) => crowdfund?.state === 'funding')).toBe(true);
  expect(data.crowdfunding.length).toBeGreaterThan(0);
  expect(data.hot.length).toBeGreaterThan(0);
  expect(new Set(data.banners.map(({ id }) => id)).size).toBe(data.banners.length);
  expect(data.mentors.map(({ id }) => Number(id))).toContain(mentor.id);
});

test('the numbers of the home page count what is listed, each learner once', async () => {
  const before = (await world.call(getHome, {})).data.stats;
  const { token } = await world.member();
  const [first, second] = [await make({ priceCents: 0 }), await make({ priceCents: 0 })];
  await make({ isPaused: true });
  for (const { id } of [first, second]) await world.call(enrollFree, { id: String(id) }, { token });
  await mentorIn(world);
  const { stats } = (await world.call(getHome, {})).data;
  expect(stats).toEqual({
    ...{ courses: before.courses + 2, mentors: before.mentors + 1, learners: before.learners + 1 },
    reviews: before.reviews,
  });
});
