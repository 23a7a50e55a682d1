import { FailureReason, feeOf, OrderStatus, PAYMENT_WINDOW_MS } from '@lectern/marketplace-contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { earnPoints, freeCoupon, lockCoupon, returnPoints, spendPoints, spendCoupon } from '../coupons/index.js';
import type { Database, Tx } from '../db/database.js';
import { members, orders, type OrderRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { enqueue } from '../jobs/index.js';
import { AccountKind, moneyOf, post, transfer, type AccountName } from '../ledger/index.js';
import { notify } from './notice-kinds.js';
import { lockOrder, moveOrder, ORDER } from './lifecycle.js';
import {
  checkHolds,
  nameOf,
  reserveSeats,
  type PurchasableTypes,
  type SeatRule,
  type Stock,
} from '../purchasables/index.js';
import { offeringOf, priceOf, stockOfItem, type Asking } from './quote.js';

/** Kind of the job that cancels an unpaid order at its deadline. */
export const EXPIRE_JOB = 'order-expire';
/** Kind of the job that settles an order and releases its money to the seller. */
export const SETTLE_JOB = 'order-settle';

const NUMBER_DIGITS = 10;

/** Creates an order number: the date and random digits, so that orders cannot be counted. */
function newOrderNo(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return day + String(randomInt(10 ** NUMBER_DIGITS)).padStart(NUMBER_DIGITS, '0');
}

/** True when the order can still be paid; an order past its deadline cannot, even before the job cancels it. */
export const isPayable = ({ status, expiresAt }: Pick<OrderRow, 'status' | 'expiresAt'>, now: number): boolean =>
  status === OrderStatus.Pending && now < expiresAt;

/** Finds an order of a buyer. @throws {ApiFailure} when it does not exist, or belongs to another member */
export async function orderOf(db: Database, buyerId: number, orderNo: string): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNo, orderNo), eq(orders.buyerId, buyerId)));
  if (order === undefined) throw new ApiFailure(FailureReason.NotFound);
  return order;
}

/** Places an order. An unpaid order of the same stock is superseded. */
export async function placeOrder(db: Tx, types: PurchasableTypes, asking: Asking): Promise<OrderRow> {
  const {
    buyer: { id: buyerId },
    now,
  } = asking;
  // Row lock: concurrent orders of one member are serialised.
  await db.select({ id: members.id }).from(members).where(eq(members.id, buyerId)).for('no key update');
  const offering = await offeringOf(db, types, asking);
  const stock = stockOfItem(offering);
  const { reserve } = types.of(offering);
  // Before the price, because its coupon and points return.
  if (stock !== undefined) await supersedePendingOrder(db, buyerId, stock, now);
  const quoted = await priceOf(db, types, { ...asking, offering });
  if (stock !== undefined && reserve !== undefined) await checkLimited(db, reserve, stock, { buyerId, now });
  const { itemType, itemId, sku, quantity, sellerId, titleZh, titleEn, cover, stockKey, oncePerBuyer } = quoted;
  const { amountCents, couponOffCents, pointOffCents, payableCents } = quoted;
  const expiresAt = now + PAYMENT_WINDOW_MS;
  const [made] = await db
    .insert(orders)
    .values({
      ...{ orderNo: newOrderNo(now), buyerId, itemType, itemId, sku, quantity, sellerId, titleZh, titleEn, cover },
      ...{
        stockKey,
        oncePerBuyer,
        amountCents,
        couponOffCents,
        pointOffCents,
        payableCents,
        createdAt: now,
        expiresAt,
      },
    })
    .returning();
  if (made === undefined) throw new Error('an order was not written');
  if (quoted.chosen !== undefined && !(await lockCoupon(db, quoted.chosen.id, made.id))) {
    throw new ApiFailure(FailureReason.CouponUnusable);
  }
  await spendPoints(db, { memberId: buyerId, orderNo: made.orderNo, points: pointOffCents, now });
  // Last, in the order of locks that a payment takes, to prevent deadlocks.
  if (stock !== undefined && reserve !== undefined) await reserveSeats(db, reserve, stock);
  const job = { kind: EXPIRE_JOB, payload: { orderNo: made.orderNo }, runAt: expiresAt };
  if (payableCents > 0) {
    await enqueue(db, { ...job, uniqueKey: `${EXPIRE_JOB} ${made.orderNo}` });
    return made;
  }
  await payOrder(db, types, { orderId: made.id, channel: 'free', source: moneyOf(buyerId), now });
  return orderOf(db, buyerId, made.orderNo);
}

interface Holding {
  readonly buyerId: number;
  readonly now: number;
}

/**
 * Cancels unpaid orders of a limited stock that are past their deadline, though their jobs may not have run: their
 * seats are free. One that is being paid at this moment keeps its lock until it is paid, and its seats.
 *
 * @throws {ApiFailure} hold-limit, for a buyer who has held seats too often
 */
async function checkLimited(db: Tx, rule: SeatRule, stock: Stock, { buyerId, now }: Holding): Promise<void> {
  if ((await rule.limit(db, stock)) === null) return;
  const late = await db
    .select({ orderNo: orders.orderNo })
    .from(orders)
    .where(and(eq(orders.stockKey, stock.stockKey), eq(orders.status, OrderStatus.Pending), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.buyerId), asc(orders.id));
  for (const { orderNo } of late) await expireOrder(db, orderNo, now);
  await checkHolds(db, stock, buyerId, now);
}

async function supersedePendingOrder(db: Tx, buyerId: number, { stockKey }: Stock, now: number): Promise<void> {
  const [former] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.stockKey, stockKey), eq(orders.status, OrderStatus.Pending)));
  if (former !== undefined) await closeUnpaid(db, former, 'replaced', now);
}

/** Cancels an unpaid order and returns its coupon and points. Resolves with false when it is already paid or closed. */
export async function closeUnpaid(db: Tx, { id }: OrderRow, cancelReason: string, now: number): Promise<boolean> {
  const { status } = await lockOrder(db, id);
  if (!ORDER.can(status, 'cancel')) return false;
  await releaseCouponAndPoints(db, await moveOrder(db, id, 'cancel', { cancelReason, closedAt: now }), now);
  return true;
}

/** Returns the coupon and the points of a cancelled order. */
export async function releaseCouponAndPoints(db: Tx, order: OrderRow, now: number): Promise<void> {
  await freeCoupon(db, order.id);
  const { buyerId: memberId, orderNo, pointOffCents: points } = order;
  await returnPoints(db, { memberId, orderNo, points, now });
}

interface Paying {
  readonly orderId: number;
  readonly channel: string;
  /** Account that is debited. */
  readonly source: AccountName;
  readonly now: number;
}

/**
 * Pays a pending order before its deadline and fulfils it. Otherwise resolves with the reason, and nothing is booked.
 *
 * @throws {UncoveredError} when the balance of the source is insufficient
 */
export async function payOrder(db: Tx, types: PurchasableTypes, paying: Paying): Promise<FailureReason | undefined> {
  const { orderId, channel, source, now } = paying;
  const [known] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (known === undefined) throw new Error(`there is no order ${orderId}`);
  // The item is locked before the order, as everywhere, to prevent deadlocks.
  const purchasable = types.of(known);
  const { terms, payout } = purchasable;
  const problem = await purchasable.onPaid.check(db, known, now);
  if (problem !== undefined) return problem;
  const current = await lockOrder(db, orderId);
  if (!isPayable(current, now)) {
    const isExpired = current.status === OrderStatus.Pending || current.cancelReason === 'expired';
    return isExpired ? FailureReason.OrderExpired : FailureReason.StateChanged;
  }
  let paid = await moveOrder(db, orderId, 'pay', {
    channel,
    paidAt: now,
    feeCents: feeOf(known.payableCents, terms.feePercent),
    releaseAt: await payout.releaseAt(db, current, now),
  });
  if (payout.isImmediate) paid = await moveOrder(db, orderId, 'settle', { closedAt: now });
  if (paid.payableCents > 0) {
    await post(db, { ...purchasable.onPaid.book(paid, source), businessId: paid.orderNo, memo: '', at: now });
  }
  await spendCoupon(db, orderId);
  await purchasable.fulfil(db, paid, now);
  if (paid.releaseAt !== null) await settleLater(db, paid.orderNo, paid.releaseAt);
  await purchasable.notifications.paid(db, paid, now);
  return undefined;
}

/** The seller's share of an order, in cents. */
export const shareOf = ({ payableCents, feeCents }: OrderRow): number => payableCents - feeCents;

/**
 * Schedules the settlement of an order. The job has no unique key: a pending one may be running right now, without
 * seeing the changes of this transaction. An order is settled once, however many jobs exist.
 */
export const settleLater = (db: Tx, orderNo: string, runAt: number): Promise<void> =>
  enqueue(db, { kind: SETTLE_JOB, payload: { orderNo }, runAt });

/** Cancels an order past its payment deadline; does nothing for others. */
export async function expireOrder(db: Tx, orderNo: string, now: number): Promise<void> {
  const [late] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNo, orderNo), eq(orders.status, OrderStatus.Pending), lte(orders.expiresAt, now)));
  if (late === undefined || !(await closeUnpaid(db, late, 'expired', now))) return;
  await notify(db, { to: late.buyerId, kind: 'order-expired', params: { what: nameOf(late) }, now });
}

/** Settles an order after its refund period: releases the money to the seller and credits points to the buyer. */
export async function settleOrder(db: Tx, orderNo: string, now: number): Promise<void> {
  const [due] = await db.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, orderNo));
  if (due === undefined) return;
  const { status, releaseAt } = await lockOrder(db, due.id);
  // The job may be from before a refund request, or from before the release was postponed.
  if (!ORDER.can(status, 'settle') || releaseAt === null || releaseAt > now) return;
  const settled = await moveOrder(db, due.id, 'settle', { closedAt: now });
  const share = shareOf(settled);
  const seller = settled.sellerId ?? 0;
  if (share > 0) {
    const postings = transfer(moneyOf(seller, AccountKind.Frozen), moneyOf(seller, AccountKind.Earnings), share);
    await post(db, { business: 'release', businessId: orderNo, memo: '', at: now, postings });
  }
  await earnPoints(db, { memberId: settled.buyerId, orderNo, paidCents: settled.payableCents, now });
}
