import {
  isAskable,
  isBlankHtml,
  UnitType,
  type CourseBasics,
  type CourseTodo,
  type CrowdfundTerms,
  type OutlineChapter,
  type OutlineUnit,
} from '@lectern/marketplace-contract';
import { asc, eq, inArray } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import {
  chapters,
  courseImages,
  crowdfunds,
  media,
  units,
  type CourseDocument,
  type CourseRow,
} from '../db/schema/index.js';
import { sanitise } from './sanitise.js';

/** Sanitised content of a course, as it is stored. */
export function cleanBasics(basics: CourseBasics): CourseBasics {
  const { zh, en } = basics.intro;
  return { ...basics, intro: { zh: sanitise(zh), en: sanitise(en) } };
}

export const cleanOutline = (list: readonly OutlineChapter[]): OutlineChapter[] =>
  list.map((chapter) => ({
    ...chapter,
    units: chapter.units.map((unit) => ({ ...unit, body_html: sanitise(unit.body_html) })),
  }));

/** Campaign terms that were published; they can no longer change. */
export async function crowdfundOf(db: Database, courseId: number): Promise<typeof crowdfunds.$inferSelect | undefined> {
  const [row] = await db.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId));
  return row;
}

const termsOf = (row: typeof crowdfunds.$inferSelect): CrowdfundTerms => ({
  target_type: row.targetType,
  target: row.target,
  deadline: isoOf(row.deadline),
  early_price_cents: row.earlyPriceCents,
  produce_by: isoOf(row.produceBy),
});

/** Document of the version on sale. */
export async function liveDocument(db: Database, course: CourseRow): Promise<CourseDocument> {
  const [images, [clip], crowdfund, chapterRows, unitRows] = [
    await db.select().from(courseImages).where(eq(courseImages.courseId, course.id)).orderBy(asc(courseImages.sort)),
    course.clipMediaId === null
      ? []
      : await db.select({ key: media.key }).from(media).where(eq(media.id, course.clipMediaId)),
    await crowdfundOf(db, course.id),
    await db
      .select()
      .from(chapters)
      .where(eq(chapters.courseId, course.id))
      .orderBy(asc(chapters.sort), asc(chapters.id)),
    await db
      .select({ unit: units, key: media.key })
      .from(units)
      .leftJoin(media, eq(media.id, units.mediaId))
      .where(eq(units.courseId, course.id))
      .orderBy(asc(units.sort), asc(units.id)),
  ];
  const lists = ({ zh, en }: CourseRow['learn']) => ({ zh: [...zh], en: [...en] });
  return {
    basics: {
      title: { zh: course.titleZh, en: course.titleEn },
      subtitle: { zh: course.subtitleZh, en: course.subtitleEn },
      intro: { zh: course.introZh, en: course.introEn },
      learn: lists(course.learn),
      requirements: lists(course.requirements),
      audience: lists(course.audience),
      category_id: course.categoryId === null ? null : String(course.categoryId),
      level: course.level as CourseBasics['level'],
      lang: course.lang as CourseBasics['lang'],
      price_cents: course.priceCents,
      original_price_cents: course.originalPriceCents,
      seats: course.seats,
      images: images.map(({ key }) => key),
      clip: clip?.key ?? '',
      crowdfund: crowdfund === undefined ? null : termsOf(crowdfund),
    },
    chapters: chapterRows.map((chapter) => ({
      id: String(chapter.id),
      title: { zh: chapter.titleZh, en: chapter.titleEn },
      units: unitRows
        .filter(({ unit }) => unit.chapterId === chapter.id)
        .map(({ unit, key }) => ({
          id: String(unit.id),
          type: unit.type,
          title: { zh: unit.titleZh, en: unit.titleEn },
          media: key ?? '',
          body_html: unit.bodyHtml,
          ...(unit.quiz !== null && { quiz: unit.quiz }),
          preview: unit.isPreview,
        })),
    })),
  };
}

/** Keys of all files in a document. */
export const keysOf = ({ basics, chapters: list }: CourseDocument): readonly string[] =>
  [...basics.images, basics.clip, ...list.flatMap(({ units: of }) => of.map((unit) => unit.media))].filter(
    (key) => key !== '',
  );

/** Media rows of files, by key. */
export const filesOf = (db: Database, keys: readonly string[]): Promise<(typeof media.$inferSelect)[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(media)
        .where(inArray(media.key, [...keys]));

const isEmptyUnit = ({ type, media: key, body_html: html }: OutlineUnit): boolean => {
  if (type === UnitType.Article) return isBlankHtml(html);
  return type !== UnitType.Quiz && key === '';
};
const isUnasked = ({ type, quiz }: OutlineUnit): boolean =>
  type === UnitType.Quiz && (quiz === undefined || quiz.questions.length === 0 || !quiz.questions.every(isAskable));

/** Fields that are missing before a course can be submitted. */
export function todoOf({ basics, chapters: list }: CourseDocument, now: number): CourseTodo[] {
  const { title, intro, category_id, images, crowdfund } = basics;
  const all = list.flatMap(({ units: of }) => of);
  const isNamed = ({ title: { zh, en } }: { readonly title: { readonly zh: string; readonly en: string } }) =>
    zh !== '' || en !== '';
  const lacks: Readonly<Record<CourseTodo, boolean>> = {
    title: title.zh === '' && title.en === '',
    intro: isBlankHtml(intro.zh) && isBlankHtml(intro.en),
    category: category_id === null,
    cover: images.length === 0,
    // A crowdfunded course may be submitted without an outline, since it is produced later.
    outline: crowdfund === null && (list.length === 0 || list.some(({ units: of }) => of.length === 0)),
    'unit-titles': ![...list, ...all].every(isNamed),
    'unit-content': all.some(isEmptyUnit),
    'unit-quiz': all.some(isUnasked),
    deadline: crowdfund !== null && Date.parse(crowdfund.deadline) <= now,
    'produce-by': crowdfund !== null && Date.parse(crowdfund.produce_by) <= Date.parse(crowdfund.deadline),
  };
  return (Object.keys(lacks) as CourseTodo[]).filter((item) => lacks[item]);
}
