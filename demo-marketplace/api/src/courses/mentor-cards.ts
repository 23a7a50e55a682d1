import type { MentorCard } from '@lectern/marketplace-contract';
import { and, count, countDistinct, desc, eq, ilike, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, enrollments, follows, members, type MemberRow } from '../db/schema/index.js';
import { offsetOf, type Page } from './listing.js';
import { meanOf, type Reader } from './reader.js';
import { isListed } from './visible.js';

/** Condition for mentors: members who may manage content and are not banned. Staff members are never listed. */
export const isMentor = and(eq(members.isProvider, true), eq(members.isBanned, false), eq(members.isStaff, false));

/** Escapes the wildcards of a LIKE pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** LIKE pattern for texts that contain the words. */
export const containing = (words: string): string => `%${escaped(words)}%`;

/** Condition for mentors whose name contains the words. */
export const mentorNamed = (words: string): SQL | undefined => and(isMentor, ilike(members.name, containing(words)));

/** Number of learners per mentor; a learner of two of their courses counts once. */
export async function learnersOf(db: Database, mentorIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ id: courses.mentorId, n: countDistinct(enrollments.memberId) })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(inArray(courses.mentorId, [...mentorIds]), isNull(courses.deletedAt), isNull(enrollments.endedAt)))
    .groupBy(courses.mentorId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Cards of mentors, in the given order. */
export async function mentorCards(reader: Reader, rows: readonly MemberRow[]): Promise<MentorCard[]> {
  if (rows.length === 0) return [];
  const { db, memberId, storage } = reader;
  const ids = rows.map(({ id }) => id);
  const taught = await db
    .select({
      id: courses.mentorId,
      courses: count(),
      ratingSum: sql<string>`sum(${courses.ratingSum})`,
      ratingN: sql<string>`sum(${courses.ratingN})`,
    })
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(and(inArray(courses.mentorId, ids), isListed))
    .groupBy(courses.mentorId);
  const learners = await learnersOf(db, ids);
  const followed = await db
    .select({
      id: follows.targetId,
      n: count(),
      byReader: sql<boolean>`bool_or(${follows.memberId} = ${memberId})`,
    })
    .from(follows)
    .where(inArray(follows.targetId, ids))
    .groupBy(follows.targetId);
  return rows.map((member) => {
    const teaching = taught.find(({ id }) => id === member.id);
    const following = followed.find(({ id }) => id === member.id);
    const ratings = Number(teaching?.ratingN ?? 0);
    return {
      id: String(member.id),
      name: member.name,
      headimg: storage.urlOf(member.headimgKey),
      intro: member.intro,
      courses: teaching?.courses ?? 0,
      learners: learners.get(member.id) ?? 0,
      rating: meanOf(Number(teaching?.ratingSum ?? 0), ratings),
      ratings,
      followers: following?.n ?? 0,
      followed: following?.byReader ?? false,
    };
  });
}

/** Mentors, those with the most learners first. */
export async function findMentors(
  { db }: Reader,
  where: SQL | undefined,
  page: Page,
): Promise<{ readonly rows: readonly MemberRow[]; readonly total: number }> {
  const learners = sql`(SELECT coalesce(sum(taught.learners_n), 0) FROM course taught
    WHERE taught.mentor_id = ${members.id} AND taught.status = 'approved' AND taught.deleted_at IS NULL)`;
  const rows = await db
    .select()
    .from(members)
    .where(where)
    .orderBy(desc(learners), members.id)
    .limit(page.limit)
    .offset(offsetOf(page));
  const [counted] = await db.select({ n: count() }).from(members).where(where);
  return { rows, total: counted?.n ?? 0 };
}
