import { FailureReason, FieldProblem, OrderItemType } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { offersFor, pointBalance, pointsCap, type Offer } from '../coupons/index.js';
import { checkSeats, isEnrolled, stockOf } from '../courses/index.js';
import { isOnSale } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { courseImages, courses, crowdfunds, orders } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { purchasableOf, takesPledges } from './purchasables/index.js';

/** Item and discounts of an order, as the contract declares them. */
export interface Wanted {
  readonly item: {
    readonly type: 'course' | 'recharge';
    readonly id?: string | undefined;
    readonly amount_cents?: number | undefined;
  };
  readonly coupon_id?: string | undefined;
  readonly points?: number | undefined;
}

/** An item that can be bought now, at its price. */
interface Ware {
  readonly itemType: OrderItemType;
  readonly itemId: number | null;
  /** Stock that an order takes from; null for none. */
  readonly stockKey: string | null;
  readonly sellerId: number | null;
  readonly titleZh: string;
  readonly titleEn: string;
  /** Key of the cover; empty for none. */
  readonly cover: string;
  readonly amountCents: number;
}

/** Price of an order with its discounts. */
export interface Quote extends Ware {
  readonly offers: readonly Offer[];
  /** The selected coupon. */
  readonly chosen: Offer | undefined;
  readonly couponOffCents: number;
  readonly points: number;
  readonly pointOffCents: number;
  readonly pointMax: number;
  readonly payableCents: number;
}

const RECHARGE = { itemType: OrderItemType.Recharge, itemId: null, stockKey: null, sellerId: null, cover: '' } as const;

/** @throws {ApiFailure} when the course does not exist, or this buyer cannot buy it now */
async function wareOf(db: Database, { type, id, amount_cents = 0 }: Wanted['item'], buyerId: number, now: number) {
  if (type === 'recharge') {
    return { ...RECHARGE, titleZh: '錢包儲值', titleEn: 'Wallet top-up', amountCents: amount_cents } satisfies Ware;
  }
  const courseId = Number(id);
  const [found] = await db
    .select({ course: courses, crowdfund: crowdfunds, cover: courseImages.key, isOnSale: sql<boolean>`${isOnSale}` })
    .from(courses)
    .leftJoin(courseImages, and(eq(courseImages.courseId, courses.id), eq(courseImages.sort, 0)))
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(and(eq(courses.id, courseId), eq(courses.status, 'approved'), isNull(courses.deletedAt)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { course, crowdfund } = found;
  if (!found.isOnSale || course.mentorId === buyerId) throw new ApiFailure(FailureReason.NotForSale);
  const { mentorId: sellerId, titleZh, titleEn } = course;
  const facts = { itemId: courseId, stockKey: stockOf(courseId), sellerId, titleZh, titleEn, cover: found.cover ?? '' };
  const isPledge = crowdfund !== null && crowdfund.state !== 'published';
  if (isPledge && !takesPledges(crowdfund, now)) throw new ApiFailure(FailureReason.NotForSale);
  const amountCents = isPledge ? crowdfund.earlyPriceCents : course.priceCents;
  if (amountCents === 0) throw new ApiFailure(FailureReason.NotForSale);
  const itemType = isPledge ? OrderItemType.Crowdfund : OrderItemType.Course;
  return { ...facts, itemType, amountCents } satisfies Ware;
}

/** Resolves with true when the member has the course or a pledge to it. */
async function has(db: Database, memberId: number, courseId: number): Promise<boolean> {
  const paid = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.buyerId, memberId),
        eq(orders.stockKey, stockOf(courseId)),
        inArray(orders.status, ['paid', 'refunding', 'settled']),
      ),
    );
  return paid.length > 0 || (await isEnrolled(db, memberId, courseId));
}

/**
 * Computes the price of an order: the coupon is applied first, then the points.
 *
 * @throws {ApiFailure} when the item cannot be ordered with these discounts
 */
export async function quote(db: Database, wanted: Wanted, buyerId: number, now: number): Promise<Quote> {
  const ware: Ware = await wareOf(db, wanted.item, buyerId, now);
  const { itemId: courseId, amountCents } = ware;
  if (courseId !== null && (await has(db, buyerId, courseId))) throw new ApiFailure(FailureReason.AlreadyOwned);
  if (courseId !== null) await checkSeats(db, courseId, buyerId);
  const { isDiscountable } = purchasableOf(ware).terms;
  const offers = await offersFor(db, buyerId, { courseId, amountCents, isDiscountable }, now);
  const chosen = wanted.coupon_id === undefined ? undefined : offers.find(({ id }) => id === Number(wanted.coupon_id));
  if (wanted.coupon_id !== undefined && (chosen === undefined || chosen.problem !== null)) {
    throw new ApiFailure(FailureReason.CouponUnusable);
  }
  const couponOffCents = chosen?.offCents ?? 0;
  const points = await pointBalance(db, buyerId);
  const cap = isDiscountable ? pointsCap(amountCents - couponOffCents) : 0;
  const pointMax = Math.min(points, cap);
  const pointOffCents = wanted.points ?? 0;
  if (pointOffCents > pointMax) throw badField('points', FieldProblem.OutOfRange);
  const payableCents = amountCents - couponOffCents - pointOffCents;
  return { ...ware, offers, chosen, couponOffCents, points, pointOffCents, pointMax, payableCents };
}
