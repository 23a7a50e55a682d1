import type { ManagedCourse } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { FailureReason } from '@lectern/marketplace-contract';
import type { Database } from '../db/database.js';
import { courseDrafts, courses, members, type CourseRow, type MemberRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Storage } from '../upload/storage.js';
import { detailOf, open } from './manage.js';

/** A course that awaits a decision. */
interface WaitingCourse {
  readonly course: CourseRow;
  readonly mentor: MemberRow;
  /** True when an older version is on sale. */
  readonly isUpdate: boolean;
  /** Milliseconds since the epoch. */
  readonly submittedAt: number;
}

/** Courses that await a decision, the oldest first. */
export async function openCourses(db: Database): Promise<readonly WaitingCourse[]> {
  const submittedAt = sql<number>`coalesce(${courseDrafts.submittedAt}, ${courses.submittedAt}, ${courses.updatedAt})`;
  const rows = await db
    .select({ course: courses, mentor: members, submittedAt: submittedAt.mapWith(Number) })
    .from(courses)
    .innerJoin(members, eq(members.id, courses.mentorId))
    .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
    .where(
      and(
        isNull(courses.deletedAt),
        or(eq(courseDrafts.state, 'pending'), and(isNull(courseDrafts.courseId), eq(courses.status, 'pending'))),
      ),
    )
    .orderBy(asc(submittedAt), asc(courses.id));
  return rows.map((row) => ({ ...row, isUpdate: row.course.status === 'approved' }));
}

/** Submitted version of a course, as its mentor sees it. @throws {ApiFailure} 404 */
export async function courseForReview(
  db: Database,
  storage: Storage,
  { id, now }: { readonly id: number; readonly now: number },
): Promise<ManagedCourse> {
  const [course] = await db.select({ mentorId: courses.mentorId }).from(courses).where(eq(courses.id, id));
  if (course === undefined) throw new ApiFailure(FailureReason.NotFound);
  const own = { mentorId: course.mentorId, id: String(id) };
  return db.transaction(async (transaction) => detailOf(transaction, storage, await open(transaction, own), now));
}
