import { CouponProblem } from '@lectern/marketplace-contract';
import { and, asc, count, eq, gt } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { couponMembers, coupons, type CouponRow } from '../db/schema/index.js';

/** What a coupon would be used for. */
export interface Purchase {
  /** Coupons count for it. */
  readonly isDiscountable: boolean;
  readonly courseId: number | null;
  readonly amountCents: number;
}

/** A coupon of a member, as it counts for a purchase. */
export interface Offer {
  /** Of the member's own coupon. */
  readonly id: number;
  readonly coupon: CouponRow;
  /** 0 when there is a problem. */
  readonly offCents: number;
  readonly problem: CouponProblem | null;
}

function problemOf(
  coupon: CouponRow,
  { isDiscountable, courseId, amountCents }: Purchase,
  now: number,
): CouponProblem | null {
  if (!isDiscountable) return CouponProblem.NotHere;
  if (coupon.courseId !== null && coupon.courseId !== courseId) return CouponProblem.OtherCourse;
  if (coupon.startsAt > now) return CouponProblem.NotStarted;
  return amountCents < coupon.minCents ? CouponProblem.MinimumNotMet : null;
}

/** What a coupon takes off, in whole cents and never more than there is. */
export const offOf = ({ kind, value }: Pick<CouponRow, 'kind' | 'value'>, amountCents: number): number =>
  Math.min(amountCents, kind === 'fixed' ? value : Math.floor((amountCents * value) / 100));

/** The member's usable coupons; those that take off most come first. */
export async function offersFor(db: Database, memberId: number, purchase: Purchase, now: number): Promise<Offer[]> {
  const rows = await db
    .select({ id: couponMembers.id, coupon: coupons })
    .from(couponMembers)
    .innerJoin(coupons, eq(coupons.id, couponMembers.couponId))
    .where(and(eq(couponMembers.memberId, memberId), eq(couponMembers.state, 'usable'), gt(coupons.endsAt, now)))
    .orderBy(asc(couponMembers.id));
  return rows
    .map(({ id, coupon }) => {
      const problem = problemOf(coupon, purchase, now);
      return { id, coupon, problem, offCents: problem === null ? offOf(coupon, purchase.amountCents) : 0 };
    })
    .sort((a, b) => b.offCents - a.offCents);
}

/** Holds a coupon for an order; resolves with false when it is held or used already. */
export async function lockCoupon(db: Tx, id: number, orderId: number): Promise<boolean> {
  const locked = await db
    .update(couponMembers)
    .set({ state: 'locked', orderId })
    .where(and(eq(couponMembers.id, id), eq(couponMembers.state, 'usable')))
    .returning({ id: couponMembers.id });
  return locked.length > 0;
}

/** The order is paid: its coupon is used. */
export const spendCoupon = (db: Database, orderId: number): Promise<unknown> =>
  db
    .update(couponMembers)
    .set({ state: 'used' })
    .where(and(eq(couponMembers.orderId, orderId), eq(couponMembers.state, 'locked')));

/** Gives the coupon of an order back that is cancelled or refunded. */
export const freeCoupon = (db: Database, orderId: number): Promise<unknown> =>
  db.update(couponMembers).set({ state: 'usable', orderId: null }).where(eq(couponMembers.orderId, orderId));

/** How many coupons the member could use. */
export async function countCoupons(db: Database, memberId: number, now: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(couponMembers)
    .innerJoin(coupons, eq(coupons.id, couponMembers.couponId))
    .where(and(eq(couponMembers.memberId, memberId), eq(couponMembers.state, 'usable'), gt(coupons.endsAt, now)));
  return row?.n ?? 0;
}
