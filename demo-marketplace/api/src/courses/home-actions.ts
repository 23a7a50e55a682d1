import {
  getCategoryTree,
  getHome,
  getHotWords,
  search,
  SearchType,
  suggest,
  type CategoryNode,
} from '@lectern/marketplace-contract';
import { asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { categories, courses, crowdfunds, members, reviews } from '../db/schema/index.js';
import { keptForVisitors, onCall, type BoundAction } from '../http/call.js';
import { inLanguage } from '../http/language.js';
import type { Storage } from '../upload/storage.js';
import { cardsOf } from './cards.js';
import { countCourses, findCourses, topCourses } from './listing.js';
import { findMentors, isMentor, mentorCards, mentorNamed } from './mentor-cards.js';
import { myCourses } from './my-courses.js';
import { readerOf, type Reader } from './reader.js';
import { nextClasses, newFromFollowed } from './for-member.js';
import { suggestionsFor } from './suggestions.js';
import { isListed } from './visible.js';

/** Maximum items of each section of the home page. */
const SHOWN = {
  banners: 4,
  hot: 8,
  crowdfunding: 4,
  fresh: 8,
  free: 4,
  mentors: 6,
  continue: 4,
  classes: 3,
  followed: 4,
} as const;
const FIRST_PAGE = 1;
/** Results per type when a search covers all types. */
const OF_EACH = 6;
const HOT_WORDS = 8;

const listedIn = (): ReturnType<typeof sql<number>> =>
  sql<number>`(SELECT count(*)::int FROM ${courses}
    LEFT JOIN ${crowdfunds} ON ${crowdfunds.courseId} = ${courses.id}
    WHERE ${courses.categoryId} = ${sql.raw('"category"."id"')} AND ${isListed})`;

async function treeOf({ db, language }: Reader): Promise<CategoryNode[]> {
  const rows = await db
    .select({ category: categories, n: listedIn() })
    .from(categories)
    .where(eq(categories.kind, 'course'))
    .orderBy(asc(categories.sort), asc(categories.id));
  const nodeOf = ({ category: { id, nameZh, nameEn, icon }, n }: (typeof rows)[number]) => ({
    id: String(id),
    name: inLanguage(language, nameZh, nameEn),
    icon,
    courses: n,
  });
  return rows
    .filter(({ category }) => category.parentId === null)
    .map((top) => {
      const children = rows.filter(({ category }) => category.parentId === top.category.id).map(nodeOf);
      const node = nodeOf(top);
      return { ...node, courses: children.reduce((sum, child) => sum + child.courses, node.courses), children };
    });
}

async function statsOf({ db }: Reader) {
  // One statement, because this delays the first page of every visitor.
  const [stats] = await db
    .select({
      courses: count(),
      mentors: db.$count(members, isMentor),
      // Distinct: a member of two courses is one learner.
      learners: sql<number>`(SELECT count(DISTINCT member_id)::int FROM enrollment WHERE ended_at IS NULL)`,
      reviews: db.$count(reviews, isNull(reviews.hiddenAt)),
    })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(isListed);
  return stats ?? { courses: 0, mentors: 0, learners: 0, reviews: 0 };
}

/**
 * Actions of the home page, search and categories: `/api/Index/{home,search,suggest,hot_words}` and
 * `/api/Category/tree`.
 */
export const homeActions = (storage: Storage): readonly BoundAction[] =>
  sharedActions(storage).map((bound) => keptForVisitors(bound));

const sharedActions = (storage: Storage): readonly BoundAction[] => [
  onCall(getCategoryTree, (_request, call) => treeOf(readerOf(call, storage))),

  onCall(getHome, async (_request, call) => {
    const reader = readerOf(call, storage);
    const mine = { page: FIRST_PAGE, limit: SHOWN.continue };
    // In parallel, since these queries are independent.
    const [{ hot, funded, fresh, free }, mentors, tree, stats, learning, classes, followed] = await Promise.all([
      topCourses(reader, {
        hot: [{ kind: 'online', sort: 'hot' }, SHOWN.hot],
        // Campaigns in production are sorted after those that still accept pledges.
        funded: [{ kind: 'crowdfund', sort: 'ending' }, SHOWN.crowdfunding],
        fresh: [{ kind: 'online', sort: 'new' }, SHOWN.fresh],
        free: [{ kind: 'free' }, SHOWN.free],
      }),
      findMentors(reader, isMentor, { page: FIRST_PAGE, limit: SHOWN.mentors }).then(({ rows }) =>
        mentorCards(reader, rows),
      ),
      treeOf(reader),
      statsOf(reader),
      ...(reader.memberId === 0
        ? ([[], [], []] as const)
        : ([
            myCourses(reader, 'learning', mine).then(({ list }) => list),
            nextClasses(reader, SHOWN.classes),
            newFromFollowed(reader, SHOWN.followed),
          ] as const)),
    ]);
    const crowdfunding = funded.filter(({ crowdfund }) => crowdfund?.state === 'funding');
    const banners = [hot[0], crowdfunding[0], fresh[0], hot[1]].filter((course) => course !== undefined);
    return {
      banners: banners.filter(({ id }, index) => banners.findIndex((one) => one.id === id) === index),
      // A category that only mentors choose from leads nowhere.
      categories: tree.filter(({ courses: n }) => n > 0),
      continue: [...learning],
      classes: [...classes],
      followed: [...followed],
      hot,
      crowdfunding,
      fresh,
      free,
      mentors,
      stats,
    };
  }),

  onCall(search, async ({ query, type = SearchType.All, page, limit }, call) => {
    const reader = readerOf(call, storage);
    if (query === '') return { courses: [], mentors: [], counts: { course: 0, mentor: 0 }, page, limit };
    const isAll = type === SearchType.All;
    const part = isAll ? { page: FIRST_PAGE, limit: OF_EACH } : { page, limit };
    const filter = { keyword: query };
    const rows = type === SearchType.Mentor ? [] : await findCourses(reader, filter, part);
    const named = await findMentors(reader, mentorNamed(query), part);
    return {
      courses: await cardsOf(reader, rows),
      mentors: type === SearchType.Course ? [] : await mentorCards(reader, named.rows),
      counts: { course: await countCourses(reader, filter), mentor: named.total },
      page,
      limit,
    };
  }),

  onCall(suggest, ({ query }, call) => suggestionsFor(readerOf(call, storage), query)),

  onCall(getHotWords, async (_request, call) => {
    const { db, language } = readerOf(call, storage);
    const learners = sql`sum(${courses.learnersN})`;
    const rows = await db
      .select({ zh: categories.nameZh, en: categories.nameEn })
      .from(courses)
      .innerJoin(categories, eq(categories.id, courses.categoryId))
      .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
      .where(isListed)
      .groupBy(categories.id)
      .orderBy(desc(learners), asc(categories.id))
      .limit(HOT_WORDS);
    return rows.map(({ zh, en }) => inLanguage(language, zh, en));
  }),
];
