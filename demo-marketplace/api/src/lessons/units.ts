import { FailureReason } from '@lectern/marketplace-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isOnSale } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { courses, enrollments, units, type CourseRow, type EnrollmentRow, type UnitRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Caller } from '../login/sessions.js';

/** A unit that the caller may see. */
export interface OpenUnit {
  readonly unit: UnitRow;
  readonly course: CourseRow;
  /** Defined when the member is enrolled in the course. */
  readonly enrollment: EnrollmentRow | undefined;
}

/**
 * Finds a unit for a permitted caller: a learner of the course, its mentor, staff, and everybody while it is a preview
 * of a course on sale. @throws {ApiFailure}
 */
export async function openUnit(db: Database, unitId: string, caller: Caller | undefined): Promise<OpenUnit> {
  const [found] = await db
    .select({ unit: units, course: courses, enrollment: enrollments, isOnSale: sql<boolean>`${isOnSale}` })
    .from(units)
    .innerJoin(courses, eq(courses.id, units.courseId))
    .leftJoin(
      enrollments,
      and(
        eq(enrollments.courseId, units.courseId),
        eq(enrollments.memberId, caller?.member.id ?? 0),
        isNull(enrollments.endedAt),
      ),
    )
    .where(eq(units.id, Number(unitId)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { unit, course } = found;
  const enrollment = found.enrollment ?? undefined;
  const isOwn = caller !== undefined && (caller.member.id === course.mentorId || caller.member.isStaff);
  if (enrollment !== undefined || isOwn) return { unit, course, enrollment };
  if (!found.isOnSale) throw new ApiFailure(FailureReason.NotFound);
  if (unit.isPreview) return { unit, course, enrollment };
  throw new ApiFailure(caller === undefined ? FailureReason.LoginRequired : FailureReason.NotEnrolled);
}

/** {@link openUnit} for actions of enrolled learners only. @throws {ApiFailure} */
export async function learnUnit(
  db: Database,
  unitId: string,
  caller: Caller,
): Promise<OpenUnit & { readonly enrollment: EnrollmentRow }> {
  const { enrollment, ...open } = await openUnit(db, unitId, caller);
  if (enrollment === undefined) throw new ApiFailure(FailureReason.NotEnrolled);
  return { ...open, enrollment };
}
