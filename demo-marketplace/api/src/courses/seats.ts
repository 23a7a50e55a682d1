import { FailureReason, SEAT_HOLDS_MAX, SEAT_HOLDS_WINDOW_MS } from '@lectern/marketplace-contract';
import { and, eq, exists, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { courses, crowdfunds, enrollments, orders, type CourseRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';

/** Key of the seats of a course, which its orders and pledges take. */
export const stockOf = (courseId: number): string => `course ${courseId}`;

/** Condition for a pledge whose campaign still runs, which is no enrollment yet. */
const isUndecided = exists(
  sql`(SELECT 1 FROM ${crowdfunds} WHERE ${crowdfunds.courseId} = ${orders.itemId} AND ${crowdfunds.state} = 'funding')`,
);

/**
 * Number of seats taken by enrollments, pledges, and orders that await payment. An order holds its seat until it is
 * cancelled, even past its deadline, because a payment made at the last moment still needs the seat.
 */
export async function takenSeats(db: Database, courseId: number, butBuyer = 0): Promise<number> {
  const having = db.$count(enrollments, and(eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)));
  const waiting = db.$count(
    orders,
    and(eq(orders.stockKey, stockOf(courseId)), eq(orders.status, 'pending'), ne(orders.buyerId, butBuyer)),
  );
  const pledged = db.$count(
    orders,
    and(eq(orders.itemId, courseId), eq(orders.itemType, 'crowdfund'), eq(orders.status, 'paid'), isUndecided),
  );
  // One statement: an order that is paid meanwhile, or a campaign that ends, is counted in one of the three.
  const [row] = await db
    .select({ n: sql<number>`${having} + ${waiting} + ${pledged}`.mapWith(Number) })
    .from(sql`(SELECT 1) AS one`);
  return row?.n ?? 0;
}

/** Number of seats left; null without a limit. */
export const seatsLeft = async (
  db: Database,
  { id, seats }: Pick<CourseRow, 'id' | 'seats'>,
): Promise<number | null> => (seats === null ? null : Math.max(0, seats - (await takenSeats(db, id))));

async function seatsOf(db: Database, courseId: number): Promise<number | null> {
  const [course] = await db.select({ seats: courses.seats }).from(courses).where(eq(courses.id, courseId));
  return course?.seats ?? null;
}

/** @throws {ApiFailure} sold-out, when other members have all seats of the course */
export async function checkSeats(db: Database, courseId: number, buyerId: number): Promise<void> {
  const seats = await seatsOf(db, courseId);
  if (seats !== null && (await takenSeats(db, courseId, buyerId)) >= seats) throw new ApiFailure(FailureReason.SoldOut);
}

/**
 * Refuses another order of a member who has repeatedly held a seat of a limited course without paying, so that nobody
 * can block seats by renewing orders.
 *
 * @throws {ApiFailure} hold-limit
 */
export async function checkHolds(db: Tx, courseId: number, buyerId: number, now: number): Promise<void> {
  if ((await seatsOf(db, courseId)) === null) return;
  const isUnpaid = and(
    eq(orders.buyerId, buyerId),
    eq(orders.stockKey, stockOf(courseId)),
    eq(orders.status, 'cancelled'),
    isNull(orders.paidAt),
    gt(orders.createdAt, now - SEAT_HOLDS_WINDOW_MS),
  );
  if ((await db.$count(orders, isUnpaid)) >= SEAT_HOLDS_MAX) throw new ApiFailure(FailureReason.HoldLimit);
}

/**
 * Verifies under a row lock that the order or enrollment just written has a seat; concurrent calls for one course are
 * serialised.
 *
 * @throws {ApiFailure} sold-out, when no seat is left for it
 */
export async function reserveSeat(db: Tx, courseId: number): Promise<void> {
  const seats = await seatsOf(db, courseId);
  if (seats === null) return;
  await db.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update');
  if ((await takenSeats(db, courseId)) > seats) throw new ApiFailure(FailureReason.SoldOut);
}
