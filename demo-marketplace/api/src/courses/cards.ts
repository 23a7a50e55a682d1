import { daysLeft, type CourseCard, type CrowdfundBrief, type MemberBrief } from '@lectern/marketplace-contract';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { courseImages, crowdfunds, enrollments, members, units, wishes, type CourseRow } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Storage } from '../upload/storage.js';
import { holdsUntil } from '../visitor-cache/index.js';
import { meanOf, type Reader } from './reader.js';

const DAY_MS = 86_400_000;

type CrowdfundRow = typeof crowdfunds.$inferSelect;

/** Time from which {@link daysLeft} of a deadline is another number, or the deadline itself, in milliseconds since the epoch. */
function nextDayAt(deadline: number, now: number): number {
  if (deadline < now) return Number.POSITIVE_INFINITY;
  const days = daysLeft(deadline, now);
  return days === 0 ? deadline : deadline - (days - 0.5) * DAY_MS + 1;
}

/** A campaign as public pages show it. */
export function crowdfundOf(row: CrowdfundRow, course: Pick<CourseRow, 'priceCents'>, now: number): CrowdfundBrief {
  holdsUntil(nextDayAt(row.deadline, now));
  const reached = row.targetType === 'people' ? row.reachedN : row.reachedCents;
  return {
    state: row.state,
    target_type: row.targetType,
    target: row.target,
    reached,
    backers: row.reachedN,
    percent: Math.floor((reached * 100) / row.target),
    starts_at: isoOf(row.startsAt),
    deadline: isoOf(row.deadline),
    days_left: daysLeft(row.deadline, now),
    early_price_cents: row.earlyPriceCents,
    later_price_cents: course.priceCents,
    produce_by: isoOf(row.produceBy),
  };
}

/** Names and images of members, by id. */
export async function briefsOf(
  db: Database,
  storage: Storage,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MemberBrief>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: members.id, name: members.name, headimgKey: members.headimgKey })
    .from(members)
    .where(inArray(members.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, name, headimgKey }) => [id, { id: String(id), name, headimg: storage.urlOf(headimgKey) }]),
  );
}

/** Placeholder for a member whose row does not exist. */
export const NOBODY: MemberBrief = { id: '1', name: '', headimg: '' };

/** Cards of courses, in the given order; the number of queries does not depend on the number of courses. */
export async function cardsOf(reader: Reader, rows: readonly CourseRow[]): Promise<CourseCard[]> {
  if (rows.length === 0) return [];
  const { db, now, language, memberId, storage } = reader;
  const ids = rows.map(({ id }) => id);
  const mentors = await briefsOf(
    db,
    storage,
    rows.map(({ mentorId }) => mentorId),
  );
  const covers = await db
    .select()
    .from(courseImages)
    .where(and(inArray(courseImages.courseId, ids), eq(courseImages.sort, 0)));
  const counts = await db
    .select({ courseId: units.courseId, n: count() })
    .from(units)
    .where(inArray(units.courseId, ids))
    .groupBy(units.courseId);
  const funds = await db.select().from(crowdfunds).where(inArray(crowdfunds.courseId, ids));
  const isVisitor = memberId === 0;
  const wished = isVisitor
    ? []
    : await db
        .select({ id: wishes.targetId })
        .from(wishes)
        .where(and(eq(wishes.memberId, memberId), eq(wishes.type, 'course'), inArray(wishes.targetId, ids)));
  const owned = isVisitor
    ? []
    : await db
        .select({ id: enrollments.courseId })
        .from(enrollments)
        .where(
          and(eq(enrollments.memberId, memberId), inArray(enrollments.courseId, ids), isNull(enrollments.endedAt)),
        );
  return rows.map((course) => {
    const fund = funds.find(({ courseId, state }) => courseId === course.id && state !== 'draft');
    return {
      id: String(course.id),
      title: inLanguage(language, course.titleZh, course.titleEn),
      subtitle: inLanguage(language, course.subtitleZh, course.subtitleEn),
      cover: storage.urlOf(covers.find(({ courseId }) => courseId === course.id)?.key ?? ''),
      mentor: mentors.get(course.mentorId) ?? NOBODY,
      category_id: course.categoryId === null ? '' : String(course.categoryId),
      price_cents: course.priceCents,
      original_price_cents: course.originalPriceCents,
      rating: meanOf(course.ratingSum, course.ratingN),
      ratings: course.ratingN,
      learners: course.learnersN,
      units: counts.find(({ courseId }) => courseId === course.id)?.n ?? 0,
      seconds: course.seconds,
      level: course.level as CourseCard['level'],
      lang: course.lang,
      crowdfund: fund === undefined ? null : crowdfundOf(fund, course, now),
      wished: wished.some(({ id }) => id === course.id),
      owned: owned.some(({ id }) => id === course.id),
    };
  });
}
