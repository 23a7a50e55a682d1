import { FailureReason } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, type CourseRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { isEnrolled } from './enrollment.js';

const isMentorThere = sql`NOT EXISTS (
  SELECT 1 FROM member teacher WHERE teacher.id = ${courses.mentorId} AND teacher.is_banned
)`;

/** Condition for courses on sale, which everybody may open. */
export const isOnSale = and(
  eq(courses.status, 'approved'),
  eq(courses.isPaused, false),
  isNull(courses.deletedAt),
  isMentorThere,
);

/**
 * Condition for courses in lists: on sale, and not a failed or cancelled crowdfund. The query must join `crowdfund`.
 */
export const isListed = and(
  isOnSale,
  or(isNull(crowdfunds.courseId), inArray(crowdfunds.state, ['funding', 'producing', 'published'])),
);

/** A course with the caller's relation to it. */
export interface VisibleCourse {
  readonly course: CourseRow;
  readonly isMine: boolean;
  readonly isOwned: boolean;
}

/**
 * Finds a course that is on sale; its learners also find it while it is paused, and its mentor as long as it exists.
 * @throws {ApiFailure} not-found in all other cases, so that its existence is not revealed
 */
export async function findVisibleCourse(db: Database, courseId: number, memberId: number): Promise<VisibleCourse> {
  const [found] = await db
    .select({ course: courses, isOnSale: sql<boolean>`${isOnSale}` })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { course } = found;
  const isMine = course.mentorId === memberId;
  const isOwned = memberId !== 0 && (await isEnrolled(db, memberId, courseId));
  const isSeen = found.isOnSale || isMine || (isOwned && course.status === 'approved');
  if (!isSeen) throw new ApiFailure(FailureReason.NotFound);
  return { course, isMine, isOwned };
}
