import {
  CourseKind,
  CourseLength,
  CourseSort,
  type CourseCard,
  type listCourses,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, type CourseRow } from '../db/schema/index.js';
import { holdsUntil } from '../visitor-cache/index.js';
import { cardsOf } from './cards.js';
import type { Reader } from './reader.js';
import { searchQuery } from './search-tokens.js';
import { isListed } from './visible.js';

/** Filters of a course list. */
export type CourseFilter = Omit<RequestOf<typeof listCourses>, 'page' | 'limit'>;

const HOUR = 3_600;
const SHORT_BELOW = HOUR;
const LONG_FROM = 3 * HOUR;

export const LENGTHS: Readonly<Record<CourseLength, SQL | undefined>> = {
  [CourseLength.Short]: lt(courses.seconds, SHORT_BELOW),
  [CourseLength.Medium]: and(gte(courses.seconds, SHORT_BELOW), lt(courses.seconds, LONG_FROM)),
  [CourseLength.Long]: gte(courses.seconds, LONG_FROM),
};

const isFinished = or(isNull(crowdfunds.courseId), eq(crowdfunds.state, 'published'));
const KINDS: Readonly<Record<CourseKind, SQL | undefined>> = {
  [CourseKind.All]: undefined,
  [CourseKind.Online]: isFinished,
  [CourseKind.Crowdfund]: inArray(crowdfunds.state, ['funding', 'producing']),
  [CourseKind.Free]: and(isFinished, eq(courses.priceCents, 0)),
};

const learners = sql`${courses.learnersN} + coalesce(${crowdfunds.reachedN}, 0)`;
/** Rating weighted by its count: five ratings of 3.5 are added, so that few good ratings rank below many. */
const weighed = sql`(${courses.ratingSum} + 17.5) / (${courses.ratingN} + 5)`;
export const mean = sql`CASE WHEN ${courses.ratingN} = 0 THEN 0 ELSE ${courses.ratingSum}::numeric / ${courses.ratingN} END`;

const orderOf = (sort: CourseSort, now: number): SQL[] => {
  const orders: Readonly<Record<CourseSort, SQL>> = {
    [CourseSort.Hot]: desc(learners),
    [CourseSort.Newest]: sql`${courses.publishedAt} DESC NULLS LAST`,
    [CourseSort.PriceUp]: asc(courses.priceCents),
    [CourseSort.PriceDown]: desc(courses.priceCents),
    [CourseSort.Rating]: desc(weighed),
    [CourseSort.Ending]: sql`CASE WHEN ${crowdfunds.state} = 'funding' AND ${crowdfunds.deadline} > ${now}
      THEN ${crowdfunds.deadline} END ASC NULLS LAST`,
  };
  return [orders[sort], desc(learners), desc(courses.id)];
};

/** Condition for rows that contain all words; a query without a letter matches nothing. */
export const isNamed = (words: string): SQL => {
  const query = searchQuery(words);
  return query === '' ? sql`false` : sql`${courses.search} @@ ${query}::tsquery`;
};

const inCategory = (id: string): SQL =>
  sql`${courses.categoryId} IN (SELECT c.id FROM category c WHERE c.id = ${Number(id)} OR c.parent_id = ${Number(id)})`;

export const hasCaptions = (lang: string): SQL =>
  sql`EXISTS (SELECT 1 FROM unit u JOIN caption c ON c.media_id = u.media_id
    WHERE u.course_id = ${courses.id} AND c.lang = ${lang})`;

/** Condition of a catalogue filter; the query must join `crowdfund`. */
export function conditionOf(filter: CourseFilter): SQL | undefined {
  const { kind = CourseKind.All, keyword = '', rating = 0 } = filter;
  return and(
    isListed,
    KINDS[kind],
    filter.category_id === undefined ? undefined : inCategory(filter.category_id),
    keyword === '' ? undefined : isNamed(keyword),
    filter.price_min === undefined ? undefined : gte(courses.priceCents, filter.price_min),
    filter.price_max === undefined ? undefined : lte(courses.priceCents, filter.price_max),
    filter.level === undefined ? undefined : eq(courses.level, filter.level),
    filter.lang === undefined ? undefined : eq(courses.lang, filter.lang),
    rating === 0 ? undefined : gte(mean, rating),
    filter.length === undefined ? undefined : LENGTHS[filter.length],
    filter.captions === undefined ? undefined : hasCaptions(filter.captions),
    filter.mentor_id === undefined ? undefined : eq(courses.mentorId, Number(filter.mentor_id)),
  );
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

/** Ids of one page of the catalogue. The query reads index columns only, since the rows are wide. */
async function pickCourses({ db, now }: Reader, filter: CourseFilter, page: Page): Promise<readonly number[]> {
  // The first page shows the deadline that passes first; later pages do not.
  if (filter.sort === CourseSort.Ending && page.page > 1) holdsUntil(now);
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(conditionOf(filter))
    .orderBy(...orderOf(filter.sort ?? CourseSort.Hot, now))
    .limit(page.limit)
    .offset(offsetOf(page));
  return rows.map(({ id }) => id);
}

/** Rows of courses, in the given order. */
async function rowsOf(db: Database, ids: readonly number[]): Promise<readonly CourseRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(courses)
    .where(inArray(courses.id, [...ids]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Rows of one page of the catalogue. */
export const findCourses = async (reader: Reader, filter: CourseFilter, page: Page): Promise<readonly CourseRow[]> =>
  rowsOf(reader.db, await pickCourses(reader, filter, page));

export async function countCourses({ db }: Reader, filter: CourseFilter): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(conditionOf(filter));
  return row?.n ?? 0;
}

/** First courses of several lists as cards; data that the lists share is read once. */
export async function topCourses<Name extends string>(
  reader: Reader,
  lists: Readonly<Record<Name, readonly [filter: CourseFilter, limit: number]>>,
): Promise<Record<Name, CourseCard[]>> {
  const found: (readonly [Name, readonly number[]])[] = [];
  for (const name of Object.keys(lists) as Name[]) {
    const [filter, limit] = lists[name];
    found.push([name, await pickCourses(reader, filter, { page: 1, limit })]);
  }
  const rows = await rowsOf(reader.db, [...new Set(found.flatMap(([, ids]) => ids))]);
  const cards = new Map((await cardsOf(reader, rows)).map((card) => [Number(card.id), card]));
  const listed = found.map(([name, ids]) => [name, ids.flatMap((id) => cards.get(id) ?? [])] as const);
  return Object.fromEntries(listed) as Record<Name, CourseCard[]>;
}

/** Related courses: of the same category or mentor, those with the most learners first. */
export async function relatedTo(reader: Reader, course: CourseRow, limit: number): Promise<CourseCard[]> {
  const { db } = reader;
  const isNear = sql<number>`(CASE WHEN ${courses.categoryId} = ${course.categoryId} THEN 2 ELSE 0 END)
    + (CASE WHEN ${courses.mentorId} = ${course.mentorId} THEN 1 ELSE 0 END)`;
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(and(isListed, sql`${courses.id} <> ${course.id}`, gt(isNear, 0)))
    .orderBy(desc(isNear), desc(learners), desc(courses.id))
    .limit(limit);
  const near = await rowsOf(
    db,
    rows.map(({ id }) => id),
  );
  return cardsOf(reader, near);
}
