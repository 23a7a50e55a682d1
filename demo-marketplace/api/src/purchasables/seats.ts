import { FailureReason, SEAT_HOLDS_MAX, SEAT_HOLDS_WINDOW_MS } from '@lectern/marketplace-contract';
import { and, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { orders } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { SeatRule, Stock } from './purchasable.js';

const quantityOf = (condition: SQL | undefined): SQL<number> =>
  sql<number>`(SELECT coalesce(sum(${orders.quantity}), 0) FROM ${orders} WHERE ${condition})`;

/** Seats sold by orders in force, for a stock that is sold by orders alone. */
export const soldByOrders = ({ stockKey }: Stock): SQL<number> =>
  quantityOf(and(eq(orders.stockKey, stockKey), inArray(orders.status, ['paid', 'refunding', 'settled'])));

interface Count {
  /** Buyer whose own unpaid order is not counted. */
  readonly butBuyer?: number;
  /** Time after whose deadline an unpaid order holds nothing; undefined counts it until it is cancelled. */
  readonly now?: number;
}

/** Number of seats that are sold, or held by unpaid orders. */
export async function takenSeats(db: Database, rule: SeatRule, stock: Stock, count: Count = {}): Promise<number> {
  const { butBuyer = 0, now } = count;
  const waiting = quantityOf(
    and(
      ...[eq(orders.stockKey, stock.stockKey), eq(orders.status, 'pending'), ne(orders.buyerId, butBuyer)],
      now === undefined ? undefined : gt(orders.expiresAt, now),
    ),
  );
  // One statement: an order that is paid meanwhile is counted once.
  const [row] = await db
    .select({ n: sql<number>`${rule.sold(stock)} + ${waiting}`.mapWith(Number) })
    .from(sql`(SELECT 1) AS one`);
  return row?.n ?? 0;
}

/** Number of seats left; null without a limit. */
export async function seatsLeft(db: Database, rule: SeatRule, stock: Stock, count?: Count): Promise<number | null> {
  const limit = await rule.limit(db, stock);
  return limit === null ? null : Math.max(0, limit - (await takenSeats(db, rule, stock, count)));
}

/**
 * Verifies under the lock of the stock that the order or enrollment just written has its seats; concurrent calls for
 * one stock are serialised.
 *
 * @throws {ApiFailure} sold-out, when not enough seats are left for it
 */
export async function reserveSeats(tx: Tx, rule: SeatRule, stock: Stock): Promise<void> {
  const limit = await rule.limit(tx, stock);
  if (limit === null) return;
  await rule.lock(tx, stock);
  if ((await takenSeats(tx, rule, stock)) > limit) throw new ApiFailure(FailureReason.SoldOut);
}

/**
 * Refuses another order of a member who has repeatedly held limited seats without paying, so that nobody can block
 * seats by renewing orders.
 *
 * @throws {ApiFailure} hold-limit
 */
export async function checkHolds(tx: Tx, { stockKey }: Stock, buyerId: number, now: number): Promise<void> {
  const isUnpaid = and(
    eq(orders.buyerId, buyerId),
    eq(orders.stockKey, stockKey),
    eq(orders.status, 'cancelled'),
    isNull(orders.paidAt),
    gt(orders.createdAt, now - SEAT_HOLDS_WINDOW_MS),
  );
  if ((await tx.$count(orders, isUnpaid)) >= SEAT_HOLDS_MAX) throw new ApiFailure(FailureReason.HoldLimit);
}
