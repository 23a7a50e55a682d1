import { and, eq, exists, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { courses, crowdfunds, enrollments, orders, type CourseRow } from '../db/schema/index.js';
import { holdsUntil } from '../visitor-cache/index.js';
import { reserveSeats, seatsLeft, takenSeats, type SeatRule, type Stock } from '../purchasables/index.js';

/** Key of the seats of a course, which its orders and pledges take. */
export const stockOf = (courseId: number): string => `course ${courseId}`;

const seatsOf = (courseId: number): Stock => ({ itemId: courseId, sku: '', stockKey: stockOf(courseId) });

/** Condition for a pledge whose campaign still runs, which is no enrollment yet. */
const isUndecided = exists(
  sql`(SELECT 1 FROM ${crowdfunds} WHERE ${crowdfunds.courseId} = ${orders.itemId} AND ${crowdfunds.state} = 'funding')`,
);

const countOf = (table: typeof orders | typeof enrollments, condition: SQL | undefined): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${table} WHERE ${condition})`;

/** Seats of courses: those of their learners, and of pledges to campaigns that still run. */
export const COURSE_SEATS: SeatRule = {
  async limit(db, { itemId }) {
    const [course] = await db.select({ seats: courses.seats }).from(courses).where(eq(courses.id, itemId));
    return course?.seats ?? null;
  },
  async lock(tx, { itemId }) {
    await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, itemId)).for('no key update');
  },
  sold({ itemId, stockKey }) {
    const learning = countOf(enrollments, and(eq(enrollments.courseId, itemId), isNull(enrollments.endedAt)));
    const pledged = countOf(
      orders,
      and(eq(orders.stockKey, stockKey), eq(orders.itemType, 'crowdfund'), eq(orders.status, 'paid'), isUndecided),
    );
    return sql<number>`${learning} + ${pledged}`;
  },
};

/** Number of seats of a course that are sold, or held by unpaid orders. */
export const takenCourseSeats = (db: Database, courseId: number): Promise<number> =>
  takenSeats(db, COURSE_SEATS, seatsOf(courseId));

/** Number of seats of a course that are left; null without a limit. */
export const courseSeatsLeft = (
  db: Database,
  { id, seats }: Pick<CourseRow, 'id' | 'seats'>,
  now: number,
): Promise<number | null> => {
  if (seats === null) return Promise.resolve(null);
  // Unpaid orders release their seats by time alone.
  holdsUntil(now);
  return seatsLeft(db, COURSE_SEATS, seatsOf(id), { now });
};

/** Reserves the seat of an enrollment just written. @throws {ApiFailure} sold-out, when none is left for it */
export const reserveSeat = (db: Tx, courseId: number): Promise<void> =>
  reserveSeats(db, COURSE_SEATS, seatsOf(courseId));
