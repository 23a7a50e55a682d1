import { FailureReason, FieldProblem, OrderStatus, RefundState } from '@lectern/marketplace-contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { members, orders, refunds, type OrderRow, type RefundRow } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { AccountKind, FEES, moneyOf, moving, post } from '../ledger/index.js';
import type { PurchasableTypes, Usage } from '../purchasables/index.js';
import { Throttle } from '../security/index.js';
import { lockOrder, moveOrder, moveRefund } from './lifecycle.js';
import { refundPostings } from './refund-transfers.js';
import { releaseCouponAndPoints, orderOf, settleLater, shareOf } from './orders.js';

const DAY_MS = 86_400_000;
const UNUSED: Usage = { percent: 0, certificateNo: null };
/** Maximum refund requests of one order per day. */
const ASKED_PER_DAY = 10;

/** End of the refund period in milliseconds since the epoch; undefined when the order cannot be refunded. */
export function refundUntil(types: PurchasableTypes, order: OrderRow): number | undefined {
  if (order.payableCents === 0 || order.status !== OrderStatus.Paid) return undefined;
  return types.of(order).refund.until(order);
}

interface Application {
  readonly buyerId: number;
  readonly orderNo: string;
  readonly reason: string;
  /** Keys of images that the buyer uploaded. */
  readonly images: readonly string[];
  readonly now: number;
}

/** Requests a refund of an order. */
export async function applyForRefund(db: Tx, types: PurchasableTypes, application: Application): Promise<void> {
  const { buyerId, orderNo, reason, images, now } = application;
  const order = await orderOf(db, buyerId, orderNo);
  const until = refundUntil(types, order);
  if (until === undefined) throw new ApiFailure(FailureReason.StateChanged);
  if (now >= until) throw new ApiFailure(FailureReason.RefundOver);
  // Read again under the lock: the campaign may have been settled meanwhile.
  if (now >= (refundUntil(types, await lockOrder(db, order.id)) ?? 0)) throw new ApiFailure(FailureReason.StateChanged);
  await moveOrder(db, order.id, 'request-refund');
  await db
    .insert(refunds)
    .values({ orderId: order.id, amountCents: order.payableCents, reason, images, appliedAt: now });
  // Each request sends a mail to the seller.
  await new Throttle(db).take([{ key: `refund ${order.id}`, max: ASKED_PER_DAY, windowMs: DAY_MS }], now);
  const { refund, notifications } = types.of(order);
  await notifications.refundRequested(db, order, now);
  if (refund.isAutomatic !== true) return;
  const open = await openRefundOf(db, order.id);
  if (open !== undefined) await decideRefund(db, types, { id: open.id, pass: true, reason: '', now });
}

/** Withdraws a refund request. */
export async function withdrawRefundRequest(db: Tx, buyerId: number, orderNo: string, now: number): Promise<void> {
  const order = await orderOf(db, buyerId, orderNo);
  await leave(db, order, now);
  const open = await openRefundOf(db, order.id);
  if (open !== undefined) await moveRefund(db, open.id, 'withdraw', { decidedAt: now });
}

/** The open refund request of an order; at most one exists. */
export async function openRefundOf(db: Database, orderId: number): Promise<RefundRow | undefined> {
  const isOpen = and(eq(refunds.orderId, orderId), eq(refunds.state, RefundState.Applying));
  const [open] = await db.select().from(refunds).where(isOpen);
  return open;
}

/** Returns an order from refunding to paid, and settles it when its release became due meanwhile. */
async function leave(db: Tx, { id, orderNo, releaseAt }: OrderRow, now: number): Promise<void> {
  await moveOrder(db, id, 'keep');
  await settleLater(db, orderNo, Math.max(now, releaseAt ?? now));
}

/** A decision of the back office. */
export interface Decision {
  /** Id of the refund request or withdrawal. */
  readonly id: number;
  readonly pass: boolean;
  /** Reason for the member; required for a refusal. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Refuses a negative decision without a reason. */
export function checkReason({ pass, reason }: Decision): void {
  if (!pass && reason.trim() === '') throw badField('reason', FieldProblem.Required);
}

/**
 * Decides a refund request; the caller writes the audit log. When granted, the money returns to its sources from the
 * seller's frozen earnings and the platform's share, and the buyer loses the item.
 *
 * @returns the member concerned
 * @throws {ApiFailure} not-found, or state-changed when it is decided already
 */
export async function decideRefund(
  db: Tx,
  types: PurchasableTypes,
  decision: Decision,
): Promise<{ readonly memberId: number }> {
  checkReason(decision);
  const { id, pass, reason, now } = decision;
  return db.transaction(async (inner) => {
    const [found] = await inner
      .select({ order: orders })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(refunds.id, id));
    if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
    const { order } = found;
    await (pass ? giveBack(inner, types, order, now) : leave(inner, order, now));
    // An older request of the same order is refused here.
    await moveRefund(inner, id, pass ? 'grant' : 'refuse', { answer: reason, decidedAt: now });
    return { memberId: order.buyerId };
  });
}

async function giveBack(db: Tx, types: PurchasableTypes, order: OrderRow, now: number): Promise<void> {
  await moveOrder(db, order.id, 'grant-refund', { closedAt: now });
  const { orderNo, sellerId, feeCents } = order;
  const postings = moving([
    { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: -shareOf(order) },
    { account: FEES, amount: -feeCents },
    ...(await refundPostings(db, order, now)),
  ]);
  await post(db, { business: 'refund', businessId: orderNo, memo: '', at: now, postings });
  await releaseCouponAndPoints(db, order, now);
  const { refund, notifications } = types.of(order);
  await refund.revoke(db, order, now);
  await notifications.refunded(db, order, now);
}

/** An open refund request, with the facts for the decision. */
export interface OpenRefund extends Usage {
  readonly refund: RefundRow;
  readonly order: OrderRow;
  readonly buyerName: string;
}

/** Open refund requests, the oldest first. */
export async function openRefunds(db: Database, types: PurchasableTypes): Promise<OpenRefund[]> {
  const rows = await db
    .select({ refund: refunds, order: orders, buyerName: members.name })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(members, eq(members.id, orders.buyerId))
    .where(eq(refunds.state, RefundState.Applying))
    .orderBy(asc(refunds.id));
  const used = new Map<number, Usage>();
  const asked = rows.map(({ order }) => order);
  for (const itemType of new Set(asked.map((order) => order.itemType))) {
    const ofType = asked.filter((order) => order.itemType === itemType);
    const found = await types.of({ itemType }).view.usageOf(db, ofType);
    for (const [id, usage] of found) used.set(id, usage);
  }
  return rows.map((row) => ({ ...row, ...(used.get(row.order.id) ?? UNUSED) }));
}
