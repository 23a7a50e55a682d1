import { FailureReason } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, type CourseRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { isEnrolled } from './enrollment.js';

const isMentorThere = sql`NOT EXISTS (
  SELECT 1 FROM member teacher WHERE teacher.id = ${courses.mentorId} AND teacher.is_banned
)`;

/** On sale: everybody may open it. */
export const isOnSale = and(
  eq(courses.status, 'approved'),
  eq(courses.isPaused, false),
  isNull(courses.deletedAt),
  isMentorThere,
);

/** Offered in lists: on sale, and not a crowdfund that came to nothing; `crowdfund` has to be joined. */
export const isListed = and(
  isOnSale,
  or(isNull(crowdfunds.courseId), inArray(crowdfunds.state, ['funding', 'producing', 'published'])),
);

/** A course as somebody may see it. */
export interface VisibleCourse {
  readonly course: CourseRow;
  readonly isMine: boolean;
  readonly isOwned: boolean;
}

/**
 * A course that is on sale; who has it sees it when it is paused too, and its mentor sees it as long as it is there.
 * @throws {ApiFailure} for everything else, as if there were nothing
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
