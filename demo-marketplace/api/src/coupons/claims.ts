import { FailureReason, FieldProblem } from '@lectern/marketplace-contract';
import { and, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { couponMembers, coupons, type CouponRow } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { PurchasableTypes } from '../purchasables/index.js';

/** A coupon that a member has claimed. */
export interface OwnCoupon {
  readonly id: number;
  readonly coupon: CouponRow;
}

/** Condition for a coupon that can be claimed at `now`; coupons of items that are off sale cannot. */
export function isGiven(types: PurchasableTypes, now: number): SQL | undefined {
  const isOnSale = types.all.map(({ type, couponItems }) =>
    couponItems === undefined ? undefined : and(eq(coupons.itemType, type), couponItems.isOnSale(coupons.itemId)),
  );
  return and(
    lte(coupons.startsAt, now),
    gt(coupons.endsAt, now),
    isNull(coupons.stoppedAt),
    or(isNull(coupons.itemId), ...isOnSale),
  );
}

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

export interface Claim {
  readonly memberId: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Claims a public coupon. */
export async function claim(
  db: Database,
  types: PurchasableTypes,
  { id, memberId, now }: Claim & { readonly id: number },
): Promise<OwnCoupon> {
  const isOffered = and(isNull(coupons.code), isGiven(types, now));
  const [coupon] = await find(db, and(eq(coupons.id, id), isOffered));
  if (coupon === undefined) throw new ApiFailure(FailureReason.NotFound);
  return give(db, coupon.id, isOffered, memberId, now);
}

/** Claims the coupon of a code; the case of its letters does not matter. */
export async function redeem(
  db: Database,
  types: PurchasableTypes,
  { code, memberId, now }: Claim & { readonly code: string },
): Promise<OwnCoupon> {
  const isOffered = and(eq(coupons.code, code.toUpperCase()), isGiven(types, now));
  const [coupon] = await find(db, isOffered);
  if (coupon === undefined) throw badField('code', FieldProblem.Unknown);
  return give(db, coupon.id, isOffered, memberId, now);
}
