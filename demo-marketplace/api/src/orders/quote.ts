import { FailureReason, FieldProblem, OrderItemType } from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import { offersFor, pointBalance, pointsCap, type Offer } from '../coupons/index.js';
import type { Database } from '../db/database.js';
import { orders } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import {
  findPurchasable,
  purchasableOf,
  seatsLeft,
  type Buyer,
  type Offering,
  type Stock,
  type WantedItem,
} from '../purchasables/index.js';

/** Item and discounts of an order, as the contract declares them. */
export interface Wanted {
  readonly item: {
    readonly type: string;
    readonly id?: string | undefined;
    readonly sku?: string | undefined;
    readonly quantity?: number | undefined;
    readonly amount_cents?: number | undefined;
  };
  readonly coupon_id?: string | undefined;
  readonly points?: number | undefined;
}

/** Price of an order with its discounts. */
export interface Quote extends Offering {
  readonly offers: readonly Offer[];
  /** The selected coupon. */
  readonly chosen: Offer | undefined;
  readonly couponOffCents: number;
  readonly points: number;
  readonly pointOffCents: number;
  readonly pointMax: number;
  readonly payableCents: number;
}

/** Stock of an offering or order; undefined for an item that has none. */
export const stockOfItem = ({
  itemId,
  sku,
  stockKey,
}: Pick<Offering, 'itemId' | 'sku' | 'stockKey'>): Stock | undefined =>
  itemId === null || stockKey === null ? undefined : { itemId, sku, stockKey };

/** @throws {ApiFailure} when the item does not exist, or this buyer cannot buy it now */
export async function offeringOf(db: Database, { item }: Wanted, buyer: Buyer, now: number): Promise<Offering> {
  const { type, id, sku = '', quantity = 1, amount_cents: amountCents } = item;
  const asked = findPurchasable(type);
  if (asked === undefined) throw badField('item.type', FieldProblem.Unknown);
  const wanted: WantedItem = { id: id === undefined ? undefined : Number(id), sku, quantity, amountCents };
  if (!asked.whoMayBuy.identities.includes(buyer.identity)) throw new ApiFailure(FailureReason.WrongRole);
  const first = await asked.quote(db, wanted, now);
  const offering = 'soldAs' in first ? await purchasableOf({ itemType: first.soldAs }).quote(db, wanted, now) : first;
  if ('soldAs' in offering) throw new Error(`${type} is sold as ${offering.soldAs}, which is sold as another type`);
  const problem = await purchasableOf(offering).whoMayBuy.check(db, buyer, offering);
  if (problem !== undefined) throw new ApiFailure(problem);
  return offering;
}

/** Resolves with true when the buyer has a paid order of the stock. */
async function hasBought(db: Database, buyerId: number, stockKey: string): Promise<boolean> {
  const isPaid = inArray(orders.status, ['paid', 'refunding', 'settled']);
  return (await db.$count(orders, and(eq(orders.buyerId, buyerId), eq(orders.stockKey, stockKey), isPaid))) > 0;
}

/** @throws {ApiFailure} when the buyer has the item already, or others have all seats of it */
async function checkAvailable(db: Database, offering: Offering, { id: butBuyer }: Buyer, now: number): Promise<void> {
  const stock = stockOfItem(offering);
  if (stock === undefined) return;
  if (offering.oncePerBuyer && (await hasBought(db, butBuyer, stock.stockKey))) {
    throw new ApiFailure(FailureReason.AlreadyOwned);
  }
  const { reserve } = purchasableOf(offering);
  const left = reserve === undefined ? null : await seatsLeft(db, reserve, stock, { butBuyer, now });
  if (left !== null && left < offering.quantity) throw new ApiFailure(FailureReason.SoldOut);
}

/**
 * Computes the price of an order: the coupon is applied first, then the points.
 *
 * @throws {ApiFailure} when the item cannot be ordered with these discounts
 */
export async function quote(db: Database, wanted: Wanted, buyer: Buyer, now: number): Promise<Quote> {
  return priceOf(db, { offering: await offeringOf(db, wanted, buyer, now), wanted, buyer, now });
}

interface Pricing {
  readonly offering: Offering;
  readonly wanted: Wanted;
  readonly buyer: Buyer;
  readonly now: number;
}

/**
 * Computes the price of an offering as {@link quote} does.
 *
 * @throws {ApiFailure} when the item cannot be ordered with these discounts
 */
export async function priceOf(db: Database, { offering, wanted, buyer, now }: Pricing): Promise<Quote> {
  await checkAvailable(db, offering, buyer, now);
  const { amountCents, itemType, itemId } = offering;
  // Items of other types have ids of their own.
  const courseId = itemType === OrderItemType.Course ? itemId : null;
  const { isDiscountable } = purchasableOf(offering).terms;
  const offers = await offersFor(db, buyer.id, { courseId, amountCents, isDiscountable }, now);
  const chosen = wanted.coupon_id === undefined ? undefined : offers.find(({ id }) => id === Number(wanted.coupon_id));
  if (wanted.coupon_id !== undefined && (chosen === undefined || chosen.problem !== null)) {
    throw new ApiFailure(FailureReason.CouponUnusable);
  }
  const couponOffCents = chosen?.offCents ?? 0;
  const points = await pointBalance(db, buyer.id);
  const cap = isDiscountable ? pointsCap(amountCents - couponOffCents) : 0;
  const pointMax = Math.min(points, cap);
  const pointOffCents = wanted.points ?? 0;
  if (pointOffCents > pointMax) throw badField('points', FieldProblem.OutOfRange);
  const payableCents = amountCents - couponOffCents - pointOffCents;
  return { ...offering, offers, chosen, couponOffCents, points, pointOffCents, pointMax, payableCents };
}
