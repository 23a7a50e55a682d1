import { FailureReason, type CourseStats } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { stockOf } from '../courses/index.js';
import type { Database } from '../db/database.js';
import { chapters, courses, courseViews, enrollments, orders, units, unitProgress } from '../db/schema/index.js';
import type { MemberRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface StatsQuery {
  readonly id: string;
  readonly mentor: MemberRow;
  readonly days: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly language: Language;
  readonly now: number;
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
const plusDays = (day: string, days: number): string => dayText(Date.parse(day) + days * DAY_MS);

/** Date of a timestamp in the mentor's time zone. */
const dayAt = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms);
const dayOf = (ms: SQL, timezone: string): SQL<string> =>
  sql<string>`to_char(to_timestamp(${ms} / 1000.0) AT TIME ZONE ${timezone}, 'YYYY-MM-DD')`;

/** First and last day of the period; by default the last `days` days including today. */
function rangeOf({ days, from, to, mentor, now }: StatsQuery): { readonly from: string; readonly to: string } {
  const last = to ?? (from === undefined ? dayAt(now, mentor.timezone) : plusDays(from, days - 1));
  return { from: from ?? plusDays(last, 1 - days), to: last };
}

const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1 }, (_, n) => plusDays(from, n));

/** Statistics of a mentor's course. @throws {ApiFailure} 404 */
export async function statsOf(db: Database, query: StatsQuery): Promise<CourseStats> {
  const { mentor, language } = query;
  const { from, to } = rangeOf(query);
  const [course] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, Number(query.id)), eq(courses.mentorId, mentor.id), isNull(courses.deletedAt)));
  if (course === undefined) throw new ApiFailure(FailureReason.NotFound);

  const within = (ms: SQL) => sql`${dayOf(ms, mentor.timezone)} BETWEEN ${from} AND ${to}`;
  const viewed = sql`(${courseViews.hour}::bigint * ${HOUR_MS})`;
  const views = await db
    .select({ day: dayOf(viewed, mentor.timezone), n: sql<number>`sum(${courseViews.n})::int` })
    .from(courseViews)
    .where(and(eq(courseViews.courseId, course.id), within(viewed)))
    // By position: repeating the expression would bind the time zone as another parameter, which PostgreSQL treats as a
    // different expression.
    .groupBy(sql`1`);
  const paidAt = sql`${orders.paidAt}`;
  const isRefunded = sql`${orders.status} = 'refunded'`;
  const isKept = sql`${orders.status} IN ('paid', 'refunding', 'settled')`;
  const sold = await db
    .select({
      day: dayOf(paidAt, mentor.timezone),
      orders: sql<number>`count(*)::int`,
      refunds: sql<number>`(count(*) FILTER (WHERE ${isRefunded}))::int`,
      revenue: sql<string>`coalesce(sum(${orders.payableCents}) FILTER (WHERE ${isKept}), 0)`,
      earned: sql<string>`coalesce(sum(${orders.payableCents} - ${orders.feeCents}) FILTER (WHERE ${isKept}), 0)`,
    })
    .from(orders)
    .where(and(eq(orders.stockKey, stockOf(course.id)), sql`${orders.paidAt} IS NOT NULL`, within(paidAt)))
    .groupBy(sql`1`);
  const joinedAt = sql`${enrollments.createdAt}`;
  const joined = await db
    .select({ day: dayOf(joinedAt, mentor.timezone), n: sql<number>`count(*)::int` })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, course.id), isNull(enrollments.endedAt), within(joinedAt)))
    .groupBy(sql`1`);

  const [learning] = await db
    .select({
      all: sql<number>`count(*)::int`,
      started: sql<number>`(count(*) FILTER (WHERE ${enrollments.learnedAt} IS NOT NULL))::int`,
      completed: sql<number>`(count(*) FILTER (WHERE ${enrollments.completedAt} IS NOT NULL))::int`,
      progress: sql<number>`coalesce(round(avg(${enrollments.percent})), 0)::int`,
    })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, course.id), isNull(enrollments.endedAt)));
  const isHere = sql`${enrollments.id} IS NOT NULL`;
  const lessons = await db
    .select({
      id: units.id,
      titleZh: units.titleZh,
      titleEn: units.titleEn,
      started: sql<number>`(count(*) FILTER (WHERE ${isHere}))::int`,
      done: sql<number>`(count(*) FILTER (WHERE ${isHere} AND ${unitProgress.doneAt} IS NOT NULL))::int`,
    })
    .from(units)
    .innerJoin(chapters, eq(chapters.id, units.chapterId))
    .leftJoin(unitProgress, eq(unitProgress.unitId, units.id))
    .leftJoin(enrollments, and(eq(enrollments.id, unitProgress.enrollmentId), isNull(enrollments.endedAt)))
    .where(eq(units.courseId, course.id))
    .groupBy(units.id, chapters.sort, chapters.id)
    .orderBy(asc(chapters.sort), asc(chapters.id), asc(units.sort), asc(units.id));

  const on = <Row extends { readonly day: string }>(rows: readonly Row[], day: string) =>
    rows.find((row) => row.day === day);
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  return {
    title: inLanguage(language, course.titleZh, course.titleEn),
    ...{ from, to },
    views: sum(views, ({ n }) => n),
    orders: sum(sold, (row) => row.orders),
    revenue_cents: sum(sold, ({ revenue }) => Number(revenue)),
    earned_cents: sum(sold, ({ earned }) => Number(earned)),
    refunds: sum(sold, ({ refunds }) => refunds),
    new_learners: sum(joined, ({ n }) => n),
    days: daysOf(from, to).map((day) => ({
      day,
      views: on(views, day)?.n ?? 0,
      learners: on(joined, day)?.n ?? 0,
      revenue_cents: Number(on(sold, day)?.revenue ?? 0),
    })),
    learners: learning?.all ?? 0,
    started: learning?.started ?? 0,
    completed: learning?.completed ?? 0,
    progress: learning?.progress ?? 0,
    units: lessons.map(({ id, titleZh, titleEn, started, done }) => ({
      ...{ id: String(id), title: inLanguage(language, titleZh, titleEn), started, done },
    })),
  };
}
