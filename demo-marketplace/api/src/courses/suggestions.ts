import type { ResponseOf, suggest } from '@lectern/marketplace-contract';
import { and, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { categories, courses, crowdfunds, members } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import { containing, isMentor } from './mentor-cards.js';
import { isNamed } from './listing.js';
import { nearQuery } from './near-words.js';
import type { Reader } from './reader.js';
import { searchTokens } from './search-tokens.js';
import { isListed } from './visible.js';

type Suggestion = ResponseOf<typeof suggest>[number];

const MOST = 8;
const MOST_MENTORS = 2;
const MOST_CATEGORIES = 2;

interface CategoryName {
  readonly id: number;
  readonly zh: string;
  readonly en: string;
}

const categoriesOf = ({ db }: Reader): Promise<readonly CategoryName[]> =>
  db
    .select({ id: categories.id, zh: categories.nameZh, en: categories.nameEn })
    .from(categories)
    .where(eq(categories.kind, 'course'));

/** Courses that the condition or a category fits, those with the most learners first. */
const coursesWhere = ({ db }: Reader, where: SQL, found: readonly CategoryName[]) =>
  db
    .select({ id: courses.id, mentorId: courses.mentorId, zh: courses.titleZh, en: courses.titleEn })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(
      and(
        isListed,
        found.length === 0
          ? where
          : or(
              where,
              inArray(
                courses.categoryId,
                found.map(({ id }) => id),
              ),
            ),
      ),
    )
    .orderBy(desc(sql`${where} IS TRUE`), desc(courses.learnersN), desc(courses.id))
    .limit(MOST);

/** Mentors by name, then those who teach the courses that were found. */
async function mentorsOf({ db }: Reader, words: string, teaching: readonly number[]) {
  const isNamedSo = ilike(members.name, containing(words));
  return db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(isMentor, or(isNamedSo, teaching.length === 0 ? undefined : inArray(members.id, [...teaching]))))
    .orderBy(desc(sql`${isNamedSo}`), members.id)
    .limit(MOST_MENTORS);
}

/** Words of courses on sale, of their mentors and of the categories. */
async function wordsOf({ db }: Reader, names: readonly CategoryName[]): Promise<readonly string[]> {
  const rows = await db
    .selectDistinct({ word: sql<string>`unnest(tsvector_to_array(${courses.search}))` })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(isListed);
  return [...new Set([...rows.map(({ word }) => word), ...searchTokens(names.flatMap(({ zh, en }) => [zh, en]))])];
}

/** Categories whose name in either language matches a tsquery. */
async function categoriesNear({ db }: Reader, names: readonly CategoryName[], query: string) {
  if (names.length === 0) return [];
  const rows = sql.join(
    names.map(({ id, zh, en }) => sql`(${id}::bigint, ${sql.param(searchTokens([zh, en]))}::text[])`),
    sql`, `,
  );
  const found = await db.execute<{ id: string }>(
    sql`SELECT n.id FROM (VALUES ${rows}) AS n(id, words) WHERE array_to_tsvector(n.words) @@ ${query}::tsquery`,
  );
  const ids = new Set(found.rows.map(({ id }) => Number(id)));
  return names.filter(({ id }) => ids.has(id));
}

/**
 * Returns up to eight courses, mentors and categories that go by the words, in either language; when there are none,
 * those that go by words like them, so that a typing error still finds something.
 */
export async function suggestionsFor(reader: Reader, query: string): Promise<Suggestion[]> {
  const words = query.trim();
  if (words === '') return [];
  const names = await categoriesOf(reader);
  const typed = words.toLowerCase();
  const named = names.filter(({ zh, en }) => [zh, en].some((name) => name.toLowerCase().includes(typed)));
  const found = await coursesWhere(reader, isNamed(words), named);
  const exact = await listed(reader, words, named, found);
  if (exact.length > 0) return exact;
  const near = nearQuery(words, await wordsOf(reader, names));
  if (near === '') return [];
  const nearNames = await categoriesNear(reader, names, near);
  const nearCourses = await coursesWhere(reader, sql`${courses.search} @@ ${near}::tsquery`, nearNames);
  return listed(reader, words, nearNames, nearCourses);
}

async function listed(
  reader: Reader,
  words: string,
  named: readonly CategoryName[],
  found: Awaited<ReturnType<typeof coursesWhere>>,
): Promise<Suggestion[]> {
  const { language } = reader;
  const mentors = await mentorsOf(reader, words, [...new Set(found.map(({ mentorId }) => mentorId))]);
  const tops = named.slice(0, MOST_CATEGORIES);
  return [
    ...found.slice(0, MOST - mentors.length - tops.length).map(({ id, zh, en }) => ({
      ...{ type: 'course' as const, id: String(id) },
      text: inLanguage(language, zh, en),
    })),
    ...mentors.map(({ id, name }) => ({ type: 'mentor' as const, id: String(id), text: name })),
    ...tops.map(({ id, zh, en }) => ({
      ...{ type: 'category' as const, id: String(id) },
      text: inLanguage(language, zh, en),
    })),
  ];
}
