import { Locale } from '@lectern/marketplace-contract';
import { asc, eq, inArray } from 'drizzle-orm';
import {
  categories,
  chapters,
  courseImages,
  courses,
  crowdfunds,
  searchVector,
  units,
  type Database,
  type DemoLesson,
} from '@lectern/marketplace-api/seeding';
import { CATEGORIES, type CategoryName } from './categories.js';
import { COURSES, type DemoCourse } from './course-lines.js';
import { both, filmsOf, introOf, NOTES, notesOf, WELCOME } from './lessons.js';
import type { DemoPeople } from './members.js';
import { MENTORS } from './people.js';
import { coverKey } from './pictures.js';
import type { SeededRandom } from './random.js';
import { AUDIENCE, REQUIREMENTS } from './words.js';

const DAY_MS = 86_400_000;
const CENTS = 100;

/** A course as it was inserted. */
export interface SeededCourse {
  readonly id: number;
  readonly mentorId: number;
  /** Undefined for the welcome course. */
  readonly line: DemoCourse | undefined;
  readonly publishedAt: number;
  readonly priceCents: number;
  readonly unitIds: readonly number[];
}

async function seedCategories(db: Database): Promise<ReadonlyMap<CategoryName, readonly number[]>> {
  const names = Object.keys(CATEGORIES) as CategoryName[];
  const row = (name: string, sort: number) => ({ kind: 'course', nameZh: both(name).zh, nameEn: both(name).en, sort });
  const tops = await db
    .insert(categories)
    .values(names.map((name, sort) => ({ ...row(CATEGORIES[name].name, sort), icon: CATEGORIES[name].icon })))
    .returning({ id: categories.id });
  const lines = names.flatMap((name, index) =>
    CATEGORIES[name].children.map((child, sort) => ({
      name,
      row: { ...row(child, sort), parentId: tops[index]?.id ?? null },
    })),
  );
  const written = await db
    .insert(categories)
    .values(lines.map((line) => line.row))
    .returning({ id: categories.id });
  return new Map(
    names.map((name) => [name, written.flatMap(({ id }, index) => (lines[index]?.name === name ? [id] : []))]),
  );
}

type CourseInsert = typeof courses.$inferInsert;
type UnitInsert = Omit<typeof units.$inferInsert, 'chapterId' | 'courseId'>;
interface Draft {
  readonly row: CourseInsert;
  readonly line: DemoCourse | undefined;
  readonly motif: string;
  /** Texts for the search. */
  readonly texts: readonly string[];
  readonly chapters: readonly { readonly title: string; readonly units: readonly UnitInsert[] }[];
}

const titled = (title: string) => ({ titleZh: both(title).zh, titleEn: both(title).en });
const secondsOf = (draft: Draft['chapters']): number =>
  draft.flatMap((chapter) => chapter.units).reduce((sum, { seconds = 0 }) => sum + seconds, 0);

/** Rows of a course that has no id yet. */
function draftOf(
  line: DemoCourse,
  film: DemoLesson,
  facts: Pick<CourseInsert, 'mentorId' | 'categoryId'>,
  at: number,
  now: number,
): Draft {
  const parts = line.chapters.map((chapter, index) => ({
    title: chapter,
    units: [...filmsOf(line.level), NOTES].map((lesson, sort): UnitInsert => {
      const [name, of] = [both(lesson), both(chapter)];
      return {
        ...{ titleZh: `${of.zh}：${name.zh}`, titleEn: `${of.en}: ${name.en}`, sort },
        ...(lesson === NOTES
          ? { type: 'article', bodyHtml: notesOf(chapter) }
          : { type: 'video', mediaId: film.mediaId, seconds: film.seconds, isPreview: index === 0 && sort === 0 }),
      };
    }),
  }));
  const intro = introOf(line);
  const names = line.chapters.map(both);
  return {
    line,
    motif: CATEGORIES[line.category].motif,
    chapters: parts,
    row: {
      ...{ ...facts, ...titled(line.title), subtitleZh: both(line.subtitle).zh, subtitleEn: both(line.subtitle).en },
      ...{ introZh: intro.zh, introEn: intro.en, requirements: REQUIREMENTS[line.level], audience: AUDIENCE },
      learn: { zh: names.map(({ zh }) => `能說清楚並運用「${zh}」`), en: names.map(({ en }) => `Know and use: ${en}`) },
      ...{ level: line.level, lang: Locale.Chinese, status: 'approved', seconds: secondsOf(parts) },
      ...{ priceCents: line.price * CENTS, originalPriceCents: line.original * CENTS },
      ...{
        publishedAt: at,
        submittedAt: at - DAY_MS,
        createdAt: at - 9 * DAY_MS,
        updatedAt: Math.max(at, now - 20 * DAY_MS),
      },
    },
    texts: [line.title, line.subtitle, CATEGORIES[line.category].name, MENTORS[line.mentor]?.name ?? ''],
  };
}

function welcomeDraft(mentorId: number, film: DemoLesson, at: number): Draft {
  const parts = [
    {
      title: WELCOME.chapter,
      units: [
        {
          ...titled(WELCOME.video),
          type: 'video',
          mediaId: film.mediaId,
          seconds: film.seconds,
          isPreview: true,
          sort: 0,
        },
        { ...titled(WELCOME.article), type: 'article', bodyHtml: WELCOME.body, sort: 1 },
      ] satisfies UnitInsert[],
    },
  ];
  return {
    ...{ line: undefined, motif: 'welcome', chapters: parts },
    row: {
      ...{ mentorId, ...titled(WELCOME.title), status: 'approved', level: 1, seconds: secondsOf(parts) },
      ...{ subtitleZh: both(WELCOME.subtitle).zh, subtitleEn: both(WELCOME.subtitle).en },
      ...{ introZh: WELCOME.intro.zh, introEn: WELCOME.intro.en, requirements: REQUIREMENTS[0], audience: AUDIENCE },
      learn: {
        zh: ['使用播放器、筆記與提問', '取得結業證書'],
        en: ['Use the player, notes and questions', 'Get a certificate'],
      },
      ...{ publishedAt: at, submittedAt: at, createdAt: at, updatedAt: at },
    },
    texts: [WELCOME.title, WELCOME.subtitle, MENTORS[0]?.name ?? ''],
  };
}

/** Inserts thousands of rows in batches, since the parameters of a statement are limited. */
async function insertAll<T>(rows: readonly T[], insert: (part: T[]) => PromiseLike<unknown>): Promise<void> {
  const PART = 400;
  for (let from = 0; from < rows.length; from += PART) await insert(rows.slice(from, from + PART));
}

/** Seeds forty courses with their lessons, six of them crowdfunded. */
export async function seedCourses(
  db: Database,
  { mentors }: DemoPeople,
  films: readonly DemoLesson[],
  random: SeededRandom,
  now: number,
): Promise<void> {
  const inCategory = await seedCategories(db);
  const filmOf = (topic: string): DemoLesson => {
    const film = films.find((one) => one.topic === topic) ?? films[0];
    if (film === undefined) throw new Error('there are no films');
    return film;
  };
  const [demoMentor = 0] = mentors;
  const drafts = [
    welcomeDraft(demoMentor, filmOf('welcome'), now - 380 * DAY_MS),
    ...COURSES.map((line, index) => {
      // The latest course is from this week; the age of a crowdfunded one depends on its campaign.
      const age = line.fund === undefined ? 360 - index * 11 + random.stream(line.title).between(0, 9) : 34;
      const facts = {
        mentorId: mentors[line.mentor] ?? demoMentor,
        categoryId: inCategory.get(line.category)?.[line.child] ?? null,
      };
      return draftOf(line, filmOf(CATEGORIES[line.category].topic), facts, now - Math.max(age, 3) * DAY_MS, now);
    }),
  ];
  const written = await db
    .insert(courses)
    .values(drafts.map(({ row, texts }) => ({ ...row, search: searchVector(texts) })))
    .returning({ id: courses.id });
  const idOf = (index: number): number => written[index]?.id ?? 0;
  await db
    .insert(courseImages)
    .values(drafts.map(({ motif }, index) => ({ courseId: idOf(index), sort: 0, key: coverKey(index + 1, motif) })));

  const parts = drafts.flatMap((draft, index) =>
    draft.chapters.map(({ title, units: lessons }, sort) => ({ courseId: idOf(index), title, sort, lessons })),
  );
  const headed = await db
    .insert(chapters)
    .values(parts.map(({ courseId, title, sort }) => ({ courseId, ...titled(title), sort })))
    .returning({ id: chapters.id });
  const rows = parts.flatMap(({ courseId, lessons }, index) =>
    lessons.map((lesson) => ({ ...lesson, courseId, chapterId: headed[index]?.id ?? 0 })),
  );
  await insertAll(rows, (part) => db.insert(units).values(part));

  const funds = drafts.flatMap(({ line }, index) =>
    line?.fund === undefined ? [] : [{ ...line.fund, courseId: idOf(index) }],
  );
  await db.insert(crowdfunds).values(
    funds.map(({ courseId, state, type, target, percent, days, early }) => {
      const deadline = now + days * DAY_MS;
      const isPeople = type === 'people';
      const cents = Math.round((target * CENTS * percent) / 100);
      const backers = isPeople ? Math.round((target * percent) / 100) : Math.ceil(cents / (early * CENTS));
      return {
        ...{ courseId, state, targetType: type, target: isPeople ? target : target * CENTS },
        ...{ startsAt: now - 33 * DAY_MS, deadline, produceBy: deadline + 60 * DAY_MS, earlyPriceCents: early * CENTS },
        ...{ reachedN: backers, reachedCents: backers * early * CENTS },
        settledAt: state === 'funding' ? null : deadline,
      };
    }),
  );
}

/**
 * The courses of the demo in the order above, found by their Chinese titles. Courses that were renamed or deleted are
 * left out, so a later part must look up the title that it needs.
 */
export async function demoCourses(db: Database): Promise<readonly SeededCourse[]> {
  const lines = [undefined, ...COURSES];
  const titleOf = (line: DemoCourse | undefined): string => both(line?.title ?? WELCOME.title).zh;
  const found = await db
    .select()
    .from(courses)
    .where(inArray(courses.titleZh, lines.map(titleOf)))
    .orderBy(asc(courses.id));
  const lessons = await db
    .select({ id: units.id, courseId: units.courseId })
    .from(units)
    .innerJoin(chapters, eq(chapters.id, units.chapterId))
    .where(
      inArray(
        units.courseId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(chapters.sort), asc(chapters.id), asc(units.sort), asc(units.id));
  return lines.flatMap((line) => {
    const course = found.find(({ titleZh }) => titleZh === titleOf(line));
    if (course === undefined) return [];
    const { id, mentorId, publishedAt, priceCents } = course;
    const unitIds = lessons.filter(({ courseId }) => courseId === id).map((unit) => unit.id);
    return [{ id, mentorId, line, publishedAt: publishedAt ?? course.createdAt, priceCents, unitIds }];
  });
}
