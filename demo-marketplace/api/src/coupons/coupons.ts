import { CouponProblem, wholeDollars } from '@lectern/marketplace-contract';
import { and, asc, count, eq, gt, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { couponMembers, coupons, type CouponRow } from '../db/schema/index.js';

/** Purchase that a coupon is to be applied to. */
export interface Purchase {
  /** True when coupons apply to it. */
  readonly isDiscountable: boolean;
  readonly itemType: string;
  /** Null for a type that has a single item. */
  readonly itemId: number | null;
  readonly amountCents: number;
}

/** A member's coupon, evaluated for a purchase. */
export interface Offer {
  /** Id of the claimed coupon of the member. */
  readonly id: number;
  readonly coupon: CouponRow;
  /** Discount in cents; 0 when there is a problem. */
  readonly offCents: number;
  readonly problem: CouponProblem | null;
}

/** Coupons of an item. */
export const isForItem = (itemType: string, itemId: number): SQL | undefined =>
  and(eq(coupons.itemType, itemType), eq(coupons.itemId, itemId));

function problemOf(coupon: CouponRow, purchase: Purchase, now: number): CouponProblem | null {
  const { isDiscountable, itemType, itemId, amountCents } = purchase;
  if (!isDiscountable) return CouponProblem.NotHere;
  const isForIt = coupon.itemType === null || (coupon.itemType === itemType && coupon.itemId === itemId);
  if (!isForIt) return CouponProblem.OtherItem;
  if (coupon.startsAt > now) return CouponProblem.NotStarted;
  return amountCents < coupon.minCents ? CouponProblem.MinimumNotMet : null;
}

/** Discount of a coupon in cents, at most `amountCents`. A percentage is rounded down to whole dollars. */
export const offOf = ({ kind, value }: Pick<CouponRow, 'kind' | 'value'>, amountCents: number): number =>
  Math.min(amountCents, kind === 'fixed' ? value : wholeDollars(Math.floor((amountCents * value) / 100)));

/** The member's usable coupons, the largest discount first. */
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

/** Reserves a coupon for an order; resolves with false when it is already reserved or used. */
export async function lockCoupon(db: Tx, id: number, orderId: number): Promise<boolean> {
  const locked = await db
    .update(couponMembers)
    .set({ state: 'locked', orderId })
    .where(and(eq(couponMembers.id, id), eq(couponMembers.state, 'usable')))
    .returning({ id: couponMembers.id });
  return locked.length > 0;
}

/** Marks the coupon of a paid order as used. */
export const spendCoupon = (db: Tx, orderId: number): Promise<unknown> =>
  db
    .update(couponMembers)
    .set({ state: 'used' })
    .where(and(eq(couponMembers.orderId, orderId), eq(couponMembers.state, 'locked')));

/** Releases the coupon of a cancelled or refunded order. */
export const freeCoupon = (db: Tx, orderId: number): Promise<unknown> =>
  db.update(couponMembers).set({ state: 'usable', orderId: null }).where(eq(couponMembers.orderId, orderId));

/** Number of coupons that the member can use. */
export async function countCoupons(db: Database, memberId: number, now: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(couponMembers)
    .innerJoin(coupons, eq(coupons.id, couponMembers.couponId))
    .where(and(eq(couponMembers.memberId, memberId), eq(couponMembers.state, 'usable'), gt(coupons.endsAt, now)));
  return row?.n ?? 0;
}
