import {
  deleteCourse,
  FailureReason,
  getManagedCourse,
  getStudio,
  listManagedCourses,
  pauseCourse,
  recallCourse,
  resumeCourse,
  ResultCode,
  saveCourse,
  saveMentorProfile,
  saveOutline,
  submitCourse,
  type CourseBasics,
  type CourseTab,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { categories, courses, crowdfunds, media, members, units } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { decideCourse, openCourses } from './index.js';

let world: World;
let categoryId: string;
beforeAll(async () => {
  world = await World.start();
  const [row] = await world.db
    .insert(categories)
    .values({ kind: 'course', nameZh: '數學', nameEn: 'Mathematics' })
    .returning({ id: categories.id });
  categoryId = String(row?.id);
});
afterAll(() => world.close());

let files = 0;
/** Inserts a stored file; resolves with its key. */
async function fileOf(ownerId: number, type: string, seconds: number | null = null): Promise<string> {
  files += 1;
  const key = `${type}/20270115/1800000000000file${files}.${type === 'image' ? 'png' : 'mp4'}`;
  const mime = type === 'image' ? 'image/png' : 'video/mp4';
  const row = { ownerId, key, type, mime, maxBytes: 10, size: 5, seconds, createdAt: 1, storedAt: 2 };
  await world.db.insert(media).values(row);
  return key;
}

const EMPTY = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };
const basicsWith = (change: Partial<CourseBasics> = {}): CourseBasics => ({
  title: { zh: '線性代數', en: 'Linear algebra' },
  subtitle: EMPTY,
  intro: { zh: '<p>從向量開始。</p>', en: '' },
  learn: { zh: ['矩陣'], en: [] },
  requirements: NO_LISTS,
  audience: NO_LISTS,
  category_id: categoryId,
  level: 1,
  lang: 'zh',
  price_cents: 120_000,
  original_price_cents: 150_000,
  images: [],
  clip: '',
  crowdfund: null,
  ...change,
});

const ARTICLE = {
  type: 'article' as const,
  title: { zh: '第一課', en: '' },
  media: '',
  body_html: '<p>向量</p>',
  preview: true,
};

const decide = (id: string, pass: boolean, reason = '') =>
  world.db.transaction((db) => decideCourse(db, { id: Number(id), pass, reason, now: world.clock.now() }));

/** A course that is ready for submission. */
async function readyCourse(change: Partial<CourseBasics> = {}) {
  const { token, id: mentorId } = await mentorIn(world);
  const cover = await fileOf(mentorId, 'image');
  const basics = basicsWith({ images: [cover], ...change });
  const made = await world.call(saveCourse, { version: 0, ...basics }, { token });
  const { id, version } = made.data;
  const chapters = [{ title: { zh: '第一章', en: '' }, units: [ARTICLE] }];
  const outlined = await world.call(saveOutline, { id, version, chapters }, { token });
  expect(outlined.data.todo).toEqual([]);
  return { token, mentorId, id, basics, version: outlined.data.version };
}

const rowOf = async (id: string) => {
  const [row] = await world.db
    .select()
    .from(courses)
    .where(eq(courses.id, Number(id)));
  if (row === undefined) throw new Error('there is no such course');
  return row;
};

describe('a course', () => {
  test('is submitted, not passed with a reason, mended, approved, paused and continued', async () => {
    const { token, id, basics, version } = await readyCourse();
    expect((await world.call(submitCourse, { id }, { token })).data.status).toBe('pending');
    // A course under review cannot be changed.
    const locked = await world.call(saveCourse, { id, version, ...basics }, { token });
    expect(locked.data.reason).toBe(FailureReason.StateChanged);
    expect((await openCourses(world.db)).map(({ course }) => String(course.id))).toContain(id);

    await decide(id, false, '封面不清楚');
    expect((await world.call(getManagedCourse, { id }, { token })).data).toMatchObject({
      status: 'refused',
      refuse_reason: '封面不清楚',
      is_locked: false,
    });
    const mended = basicsWith({ ...basics, title: { zh: '線性代數入門', en: '' } });
    expect((await world.call(saveCourse, { id, version, ...mended }, { token })).code).toBe(ResultCode.Ok);
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    expect(await rowOf(id)).toMatchObject({
      status: 'approved',
      titleZh: '線性代數入門',
      priceCents: 120_000,
      refuseReason: '',
      publishedAt: world.clock.now(),
    });
    expect(
      await world.db
        .select()
        .from(units)
        .where(eq(units.courseId, Number(id))),
    ).toMatchObject([{ titleZh: '第一課', bodyHtml: '<p>向量</p>', isPreview: true }]);

    expect((await world.call(pauseCourse, { id }, { token })).data.is_paused).toBe(true);
    expect((await world.call(pauseCourse, { id }, { token })).data.reason).toBe(FailureReason.StateChanged);
    expect((await world.call(resumeCourse, { id }, { token })).data.is_paused).toBe(false);
  });

  test('is sold as it was approved until its newer version is, with its units and what belongs to them', async () => {
    const { token, id, basics, version } = await readyCourse();
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    const { data: live } = await world.call(getManagedCourse, { id }, { token });
    const [unit] = live.chapters[0]?.units ?? [];

    const saved = await world.call(saveCourse, { id, version, ...basics, price_cents: 90_000 }, { token });
    const chapters = [{ ...live.chapters[0], units: [{ ...ARTICLE, title: EMPTY_NEW }, unit] }];
    await world.call(saveOutline, { id, version: saved.data.version, chapters }, { token });
    expect((await rowOf(id)).priceCents).toBe(120_000);
    expect((await world.call(submitCourse, { id }, { token })).data).toMatchObject({
      status: 'approved',
      change: 'pending',
    });
    await decide(id, false, '價格太低');
    expect((await world.call(getManagedCourse, { id }, { token })).data).toMatchObject({
      status: 'approved',
      change: 'refused',
      refuse_reason: '價格太低',
    });
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    expect(await rowOf(id)).toMatchObject({ status: 'approved', priceCents: 90_000 });
    const now = await world.db
      .select()
      .from(units)
      .where(eq(units.courseId, Number(id)))
      .orderBy(units.sort);
    expect(now.map(({ titleZh }) => titleZh)).toEqual(['新的一課', '第一課']);
    expect(String(now[1]?.id)).toBe(unit?.id);
  });
  const EMPTY_NEW = { zh: '新的一課', en: '' };

  test('is taken back from being checked', async () => {
    const { token, id } = await readyCourse();
    await world.call(submitCourse, { id }, { token });
    expect((await world.call(recallCourse, { id }, { token })).data.status).toBe('draft');
    await expect(decide(id, true)).rejects.toMatchObject({ data: { reason: FailureReason.StateChanged } });
  });

  test('is decided once, and submitted only when it is complete', async () => {
    const { token, id } = await readyCourse();
    await world.call(submitCourse, { id }, { token });
    const decisions = await Promise.allSettled([decide(id, true), decide(id, false, 'x')]);
    expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

    const { token: other } = await mentorIn(world);
    const made = await world.call(saveCourse, { version: 0, ...basicsWith({ title: EMPTY }) }, { token: other });
    expect(made.data.todo).toEqual(['title', 'cover', 'outline']);
    const early = await world.call(submitCourse, { id: made.data.id }, { token: other });
    expect(early.data.reason).toBe(FailureReason.CourseIncomplete);
  });

  test('keeps of an introduction the text, not what could run', async () => {
    const { token } = await mentorIn(world);
    const intro = {
      zh: '<h1 onclick="x()">標題</h1><script>alert(1)</script><img src=x onerror=y><a href="javascript:z">連結</a>',
      en: '<p style="position:fixed">Hi <strong>you</strong></p><iframe src="//evil.test"></iframe>',
    };
    const { data } = await world.call(saveCourse, { version: 0, ...basicsWith({ intro }) }, { token });
    const detail = await world.call(getManagedCourse, { id: data.id }, { token });
    expect(detail.data.basics.intro.en).toBe('<p>Hi <strong>you</strong></p>');
    expect(detail.data.basics.intro.zh).toMatch(/^<h3>標題<\/h3><a [^>]*>連結<\/a>$/);
    expect(detail.data.basics.intro.zh).not.toContain('javascript');
  });

  test('of two windows takes the first, and tells the second', async () => {
    const { token, id, basics, version } = await readyCourse();
    const save = (level: CourseBasics['level']) => world.call(saveCourse, { id, version, ...basics, level }, { token });
    const [one, two] = await Promise.all([save(2), save(3)]);
    expect([one.code, two.code].sort()).toEqual([ResultCode.Ok, ResultCode.Conflict]);
    expect([one, two].find(({ code }) => code !== ResultCode.Ok)?.data.reason).toBe(FailureReason.VersionStale);
  });

  test('is saved once when its answer was lost and it is sent again', async () => {
    const { token, id, basics, version } = await readyCourse();
    const unit = { ...ARTICLE, body_html: '<p onclick="x()">向量</p>' };
    const chapters = [{ title: { zh: '新的一章', en: '' }, units: [unit] }];
    const outline = () => world.call(saveOutline, { id, version, chapters }, { token });
    const first = (await outline()).data.version;
    expect((await outline()).data.version).toBe(first);
    const save = () => world.call(saveCourse, { id, version: first, ...basics, level: 3 }, { token });
    const second = (await save()).data.version;
    expect((await save()).data.version).toBe(second);
    // An older version would undo later changes.
    expect((await outline()).data.reason).toBe(FailureReason.VersionStale);
  });

  test('refuses a 4th picture, an original price below the price, and what is somebody else’s', async () => {
    const { token, id: mentorId } = await mentorIn(world);
    const own = await Promise.all([1, 2, 3, 4].map(() => fileOf(mentorId, 'image')));
    const foreign = await fileOf((await mentorIn(world)).id, 'image');
    const problems = async (change: Partial<CourseBasics>) =>
      (await world.call(saveCourse, { version: 0, ...basicsWith(change) }, { token })).data.errors;
    expect(await problems({ images: own })).toEqual({ images: 'too-long' });
    expect(await problems({ images: own.slice(0, 3) })).toBeUndefined();
    expect(await problems({ images: [foreign] })).toEqual({ images: 'unknown' });
    expect(await problems({ price_cents: 150_100 })).toEqual({ original_price_cents: 'out-of-range' });
    expect(await problems({ category_id: '999999' })).toEqual({ category_id: 'unknown' });
    const clip = await fileOf(mentorId, 'image');
    expect(await problems({ clip })).toEqual({ clip: 'unknown' });
  });

  test('is nobody else’s to see or to change', async () => {
    const { id, version, basics } = await readyCourse();
    const { token } = await mentorIn(world);
    const calls = [
      await world.call(getManagedCourse, { id }, { token }),
      await world.call(saveCourse, { id, version, ...basics }, { token }),
      await world.call(saveOutline, { id, version, chapters: [] }, { token }),
      ...(await Promise.all(
        [submitCourse, recallCourse, pauseCourse, resumeCourse, deleteCourse].map((action) =>
          world.call(action, { id }, { token }),
        ),
      )),
    ];
    expect(calls.map(({ code }) => code)).toEqual(calls.map(() => ResultCode.NotFound));
    expect(await rowOf(id)).toMatchObject({ status: 'draft', deletedAt: null, version });
  });

  test('is managed by mentors who may, on their side', async () => {
    const { token, member } = await world.member();
    expect((await world.call(listManagedCourses, {}, { token })).data.reason).toBe(FailureReason.WrongRole);
    await world.db
      .update(members)
      .set({ providerCheckStatus: 2, currentType: 2 })
      .where(eq(members.id, Number(member.id)));
    const refused = await world.call(listManagedCourses, {}, { token });
    expect(refused).toMatchObject({ code: ResultCode.Forbidden, data: { reason: FailureReason.ProviderRequired } });
  });

  test('has the length of its lessons, of films that are the mentor’s own', async () => {
    const { token, mentorId, id, version } = await readyCourse();
    const film = { ...ARTICLE, type: 'video', body_html: '', media: await fileOf(mentorId, 'video', 95) };
    const foreign = { ...film, media: await fileOf((await mentorIn(world)).id, 'video', 10) };
    const chapters = (unit: object) => [{ title: { zh: '章', en: '' }, units: [unit] }];
    const stolen = await world.call(saveOutline, { id, version, chapters: chapters(foreign) }, { token });
    expect(stolen.data.errors).toEqual({ chapters: 'unknown' });
    const other = await courseIn(world, { mentorId });
    const elsewhere = chapters({ ...film, id: String(other.unitIds[0]) });
    expect((await world.call(saveOutline, { id, version, chapters: elsewhere }, { token })).code).toBe(
      ResultCode.Invalid,
    );
    await world.call(saveOutline, { id, version, chapters: chapters(film) }, { token });
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    expect((await rowOf(id)).seconds).toBe(95);
  });

  test('is deleted unless somebody has it', async () => {
    const { token, id } = await readyCourse();
    expect((await world.call(deleteCourse, { id }, { token })).code).toBe(ResultCode.Ok);
    expect((await world.call(getManagedCourse, { id }, { token })).code).toBe(ResultCode.NotFound);

    const mentor = await mentorIn(world);
    const sold = await courseIn(world, { mentorId: mentor.id });
    const memberId = Number((await world.member()).member.id);
    await world.db.transaction((tx) =>
      enroll(tx, { memberId, courseId: sold.id, source: 'free', now: world.clock.now() }),
    );
    const kept = await world.call(deleteCourse, { id: String(sold.id) }, { token: mentor.token });
    expect(kept.data.reason).toBe(FailureReason.CourseInUse);
  });

  test('that is crowdfunded begins when it is approved, and its terms stand from then on', async () => {
    const DAY_MS = 86_400_000;
    const now = world.clock.now();
    const terms = {
      ...{ target_type: 'people' as const, target: 30, early_price_cents: 80_000 },
      deadline: new Date(now + 30 * DAY_MS).toISOString(),
      produce_by: new Date(now + 90 * DAY_MS).toISOString(),
    };
    const { token, id, basics, version } = await readyCourse({ crowdfund: terms });
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    const fund = async () =>
      (
        await world.db
          .select()
          .from(crowdfunds)
          .where(eq(crowdfunds.courseId, Number(id)))
      )[0];
    expect(await fund()).toMatchObject({ state: 'funding', target: 30, startsAt: now, deadline: now + 30 * DAY_MS });
    await world.call(saveCourse, { id, version, ...basics, crowdfund: { ...terms, target: 1 } }, { token });
    await world.call(submitCourse, { id }, { token });
    await decide(id, true);
    expect(await fund()).toMatchObject({ state: 'funding', target: 30 });
  });
});

test('courses are listed by where they stand', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const make = (values: Partial<typeof courses.$inferInsert>) => courseIn(world, { mentorId, ...values });
  await make({ titleZh: '草稿', status: 'draft' });
  await make({ titleZh: '審核中', status: 'pending' });
  await make({ titleZh: '上架', titleEn: 'On sale' });
  await make({ titleZh: '未通過', status: 'refused' });
  await make({ titleZh: '暫停', isPaused: true });
  const titles = async (tab: CourseTab, keyword = '') =>
    (await world.call(listManagedCourses, { tab, keyword }, { token })).data.list.map(({ title }) => title);
  expect(await titles('all')).toEqual(['暫停', '未通過', '上架', '審核中', '草稿']);
  expect(await titles('draft')).toEqual(['草稿']);
  expect(await titles('pending')).toEqual(['審核中']);
  expect(await titles('approved')).toEqual(['上架']);
  expect(await titles('refused')).toEqual(['未通過']);
  expect(await titles('paused')).toEqual(['暫停']);
  expect(await titles('crowdfund')).toEqual([]);
  expect(await titles('all', 'ON SALE')).toEqual(['上架']);
});

test('the desk counts courses and learners, and the profile is the mentor’s own', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const course = await courseIn(world, { mentorId, ratingSum: 9, ratingN: 2 });
  const memberId = Number((await world.member()).member.id);
  await world.db.transaction((tx) =>
    enroll(tx, { memberId, courseId: course.id, source: 'free', now: world.clock.now() }),
  );
  const profile = { intro: '我教數學。', subjects: ['數學'], education: [], experience: ['十年'], clip: '' };
  expect((await world.call(saveMentorProfile, profile, { token })).data).toMatchObject({ intro: '我教數學。' });
  const foreign = await fileOf((await mentorIn(world)).id, 'clip', 20);
  const stolen = await world.call(saveMentorProfile, { ...profile, clip: foreign }, { token });
  expect(stolen.data.errors).toEqual({ clip: 'unknown' });
  const { data } = await world.call(getStudio, {}, { token });
  expect(data).toMatchObject({
    profile: { intro: '我教數學。', subjects: ['數學'], experience: ['十年'], clip: null },
    numbers: { courses: 1, pending: 0, learners: 1, new_learners: 1, rating: 4.5, ratings: 2 },
  });
  expect(data.todo).toEqual(['headimg', 'clip']);
});
