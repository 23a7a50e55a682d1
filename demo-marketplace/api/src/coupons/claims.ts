import { FailureReason, FieldProblem } from '@lectern/marketplace-contract';
import { and, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { isOnSale } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { couponMembers, coupons, courses, type CouponRow } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';

/** A coupon that a member has claimed. */
export interface OwnCoupon {
  readonly id: number;
  readonly coupon: CouponRow;
}

/** Condition for a coupon that can be claimed at `now`; coupons of courses that are off sale cannot. */
export const isGiven = (now: number): SQL | undefined =>
  and(
    lte(coupons.startsAt, now),
    gt(coupons.endsAt, now),
    isNull(coupons.stoppedAt),
    or(
      isNull(coupons.courseId),
      sql`EXISTS (SELECT 1 FROM ${courses} WHERE ${courses.id} = ${coupons.courseId} AND ${isOnSale})`,
    ),
  );

/**
 * Claims one coupon for a member, checked by the update itself: never more than the total, at most one per member, and
 * none that the mentor has stopped meanwhile.
 */
async function give(
  db: Database,
  id: number,
  isOffered: SQL | undefined,
  memberId: number,
  now: number,
): Promise<OwnCoupon> {
  return db.transaction(async (inner) => {
    const [mine] = await inner
      .insert(couponMembers)
      .values({ couponId: id, memberId, claimedAt: now })
      .onConflictDoNothing()
      .returning({ id: couponMembers.id });
    if (mine === undefined) throw new ApiFailure(FailureReason.StateChanged);
    const [coupon] = await inner
      .update(coupons)
      .set({ claimed: sql`${coupons.claimed} + 1` })
      .where(and(eq(coupons.id, id), lt(coupons.claimed, coupons.total), isOffered))
      .returning();
    if (coupon === undefined) throw new ApiFailure(FailureReason.CouponGone);
    return { id: mine.id, coupon };
  });
}

const find = (db: Database, isWanted: SQL | undefined): Promise<{ readonly id: number }[]> =>
  db.select({ id: coupons.id }).from(coupons).where(isWanted);

/** Claims a public coupon. */
export async function claim(db: Database, id: number, memberId: number, now: number): Promise<OwnCoupon> {
  const isOffered = and(isNull(coupons.code), isGiven(now));
  const [coupon] = await find(db, and(eq(coupons.id, id), isOffered));
  if (coupon === undefined) throw new ApiFailure(FailureReason.NotFound);
  return give(db, coupon.id, isOffered, memberId, now);
}

/** Claims the coupon of a code; the case of its letters does not matter. */
export async function redeem(db: Database, code: string, memberId: number, now: number): Promise<OwnCoupon> {
  const isOffered = and(eq(coupons.code, code.toUpperCase()), isGiven(now));
  const [coupon] = await find(db, isOffered);
  if (coupon === undefined) throw badField('code', FieldProblem.Unknown);
  return give(db, coupon.id, isOffered, memberId, now);
}
