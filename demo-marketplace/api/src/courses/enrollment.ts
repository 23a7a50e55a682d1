import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { courses, enrollments, type EnrollmentRow } from '../db/schema/index.js';

export interface Enrolling {
  readonly memberId: number;
  readonly courseId: number;
  readonly source: EnrollmentRow['source'];
  /** Number of the order that pays for it. */
  readonly orderNo?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const countLearners = (db: Tx, courseId: number, by: number): Promise<unknown> =>
  db
    .update(courses)
    .set({ learnersN: sql`greatest(${courses.learnersN} + ${by}, 0)` })
    .where(eq(courses.id, courseId));

/**
 * Enrolls a member in a course and counts the learner; an existing enrollment is left unchanged. An enrollment that
 * ended with a refund is reopened with its progress. Resolves with true when the member was not enrolled before.
 */
export async function enroll(db: Tx, { memberId, courseId, source, orderNo, now }: Enrolling): Promise<boolean> {
  const facts = { source, orderNo: orderNo ?? null };
  const begun = await db
    .insert(enrollments)
    .values({ memberId, courseId, ...facts, createdAt: now })
    .onConflictDoUpdate({
      target: [enrollments.memberId, enrollments.courseId],
      set: { ...facts, endedAt: null },
      setWhere: isNotNull(enrollments.endedAt),
    })
    .returning({ id: enrollments.id });
  if (begun.length === 0) return false;
  await countLearners(db, courseId, 1);
  return true;
}

export interface EnrollmentOf {
  readonly memberId: number;
  readonly courseId: number;
}

/** Ends an enrollment after a refund and keeps its progress. Resolves with true when an enrollment was active. */
export async function endEnrollment(
  db: Tx,
  { memberId, courseId, now }: EnrollmentOf & { readonly now: number },
): Promise<boolean> {
  const ended = await db
    .update(enrollments)
    .set({ endedAt: now })
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)))
    .returning({ id: enrollments.id });
  if (ended.length === 0) return false;
  await countLearners(db, courseId, -1);
  return true;
}

/** Resolves with true when the member is enrolled in the course. */
export async function isEnrolled(db: Database, memberId: number, courseId: number): Promise<boolean> {
  const rows = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)));
  return rows.length > 0;
}
