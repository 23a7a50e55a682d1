import {
  FailureReason,
  getCourse,
  getManagedCourse,
  getOutline,
  previewCourse,
  ResultCode,
  saveCourse,
  saveOutline,
  submitCourse,
  type CourseBasics,
  type CourseChapter,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapters, courseImages, courses, crowdfunds, jobs, media, units } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { decideCourse } from './index.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.close());

const NONE = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };
const BASICS: CourseBasics = {
  title: { zh: '線性代數', en: 'Linear algebra' },
  subtitle: NONE,
  intro: { zh: '<p onclick="x()">從向量開始。</p>', en: '' },
  learn: { zh: ['矩陣'], en: [] },
  ...{ requirements: NO_LISTS, audience: NO_LISTS, category_id: null, level: 1, lang: 'zh' },
  ...{ price_cents: 120_000, original_price_cents: 150_000, images: [], clip: '', crowdfund: null },
};
const unit = (zh: string, preview = false) => ({
  ...{ type: 'article' as const, title: { zh, en: '' }, media: '', body_html: `<p>${zh}</p>`, preview },
});

const preview = async (token: string, id: string, language = 'zh-Hant') =>
  (await world.call(previewCourse, { id }, { token, headers: { 'accept-language': language } })).data;

/** All rows that an approval writes. */
const written = async () => ({
  courses: await world.db.select().from(courses).orderBy(courses.id),
  images: await world.db.select().from(courseImages),
  chapters: await world.db.select().from(chapters).orderBy(chapters.id),
  units: await world.db.select().from(units).orderBy(units.id),
  campaigns: await world.db.select().from(crowdfunds),
  jobs: await world.db.select({ id: jobs.id }).from(jobs).orderBy(jobs.id),
});

test('shows what is edited as it will be, once it is half there too, and writes nothing', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const key = 'image/20270115/1800000000000preview.png';
  const file = { ownerId: mentorId, key, type: 'image', mime: 'image/png', maxBytes: 10, size: 5 };
  await world.db.insert(media).values({ ...file, createdAt: 1, storedAt: 2 });
  const made = await world.call(saveCourse, { version: 0, ...BASICS, images: [key] }, { token });
  const { id, version } = made.data;
  const list = [{ title: { zh: '第一章', en: 'Chapter one' }, units: [unit('向量', true), unit('矩陣')] }];
  await world.call(saveOutline, { id, version, chapters: list }, { token });

  const before = await written();
  const { course, outline } = await preview(token, id);
  expect(course).toMatchObject({
    ...{ id, title: '線性代數', intro_html: '<p>從向量開始。</p>', learn: ['矩陣'], price_cents: 120_000, units: 2 },
    ...{ status: 'approved', paused: false, mine: false, owned: false, wished: false, progress: null },
  });
  expect(course.images).toHaveLength(1);
  expect(course.cover).toBe(course.images[0]);
  expect(outline).toMatchObject([
    {
      title: '第一章',
      units: [
        { title: '向量', preview: true, locked: false },
        { title: '矩陣', preview: false, locked: true },
      ],
    },
  ]);
  expect((await preview(token, id, 'en')).outline[0]?.title).toBe('Chapter one');
  expect(await written()).toEqual(before);
  expect((await world.call(getCourse, { id })).data.reason).toBe(FailureReason.NotFound);
});

test('is what everybody sees once the course is approved', async () => {
  const { token } = await mentorIn(world);
  const deadline = new Date(world.clock.now() + 9 * 86_400_000).toISOString();
  const produceBy = new Date(world.clock.now() + 99 * 86_400_000).toISOString();
  const terms = { target_type: 'people' as const, target: 30, deadline, early_price_cents: 90_000 };
  const basics = { ...BASICS, category_id: null, crowdfund: { ...terms, produce_by: produceBy } };
  const { data } = await world.call(saveCourse, { version: 0, ...basics }, { token });
  const before = await preview(token, data.id);
  await world.db
    .update(courses)
    .set({ status: 'pending' })
    .where(eq(courses.id, Number(data.id)));
  await world.db.transaction(async (db) => {
    await db.execute(`UPDATE course_draft SET state = 'pending' WHERE course_id = ${data.id}`);
    await decideCourse(db, { id: Number(data.id), pass: true, reason: '', now: world.clock.now() });
  });
  const { data: live } = await world.call(getCourse, { id: data.id });
  // The preview does not count the course while no version is on sale.
  expect({ ...before.course, mentor_courses: 1 }).toEqual(live);
  expect(live.crowdfund).toMatchObject({ state: 'funding', target: 30, percent: 0 });
});

test('shows the newer version of what is on sale, which stays as it is; and what waits for review', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const made = await courseIn(world, { mentorId });
  const id = String(made.id);
  const { data: live } = await world.call(getCourse, { id });
  const { course } = await preview(token, id);
  expect(course).toEqual(live);

  const { basics, version } = (await world.call(getManagedCourse, { id }, { token })).data;
  const saved = await world.call(saveCourse, { id, version, ...basics, title: { zh: '新的名字', en: '' } }, { token });
  expect(saved.code).toBe(ResultCode.Ok);
  expect((await preview(token, id)).course.title).toBe('新的名字');
  await world.call(submitCourse, { id }, { token });
  expect((await preview(token, id)).course.title).toBe('新的名字');
  expect((await world.call(getCourse, { id })).data.title).toBe(live.title);
  const { data: outline } = await world.call(getOutline, { id });
  const namesOf = (list: readonly CourseChapter[]) =>
    list.map(({ title, units: of }) => [title, of.map((one) => one.title)]);
  expect(namesOf((await preview(token, id)).outline)).toEqual(namesOf(outline));
});
