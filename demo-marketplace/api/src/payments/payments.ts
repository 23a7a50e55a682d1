import { FailureReason, PayChannel, PaymentState } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import type { Database, Pool, Tx } from '../db/database.js';
import { orders, payments, type OrderRow, type PaymentRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { moneyOf, OUTSIDE, post, REFUNDS, transfer, UncoveredError } from '../ledger/index.js';
import { notify } from './notice-kinds.js';
import { closeUnpaid, isPayable, payOrder, requestTransfer } from '../orders/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import { openCase } from './cases.js';
import type { PaymentNotice, PaymentProvider } from './ports.js';

/** @throws {ApiFailure} with the reason when the order cannot be paid now */
export function checkPayable(order: OrderRow, now: number): void {
  if (isPayable(order, now)) return;
  const isExpired = order.status === 'pending' || order.cancelReason === 'expired';
  throw new ApiFailure(isExpired ? FailureReason.OrderExpired : FailureReason.StateChanged);
}

/** Pays an order from its buyer's wallet. */
export async function payFromBalance(db: Tx, types: PurchasableTypes, order: OrderRow, now: number): Promise<void> {
  if (!types.of(order).terms.isPaidFromWallet) throw new ApiFailure(FailureReason.PaymentUnavailable);
  try {
    const source = moneyOf(order.buyerId);
    const problem = await payOrder(db, types, { orderId: order.id, channel: PayChannel.Balance, source, now });
    if (problem !== undefined) throw new ApiFailure(problem);
  } catch (error) {
    if (error instanceof UncoveredError) throw new ApiFailure(FailureReason.BalanceShort);
    throw error;
  }
}

/** A payment attempt at a provider. */
export interface Attempt {
  /** Identifies the attempt at the provider. */
  readonly outNo: string;
  /** Address of the payment page. */
  readonly url: string;
}

interface Beginning {
  readonly order: OrderRow;
  readonly outNo: string;
  readonly title: string;
  /** Public origin of the site. */
  readonly origin: string;
}

/**
 * Starts an attempt at a provider. It runs outside of a transaction, because a slow provider would otherwise hold a
 * database connection. An attempt that was started before is not started again.
 */
export async function beginPayment(
  pool: Pool,
  provider: PaymentProvider,
  { order, outNo, title, origin }: Beginning,
): Promise<Attempt> {
  if ((await pool.$count(payments, eq(payments.outNo, outNo))) > 0) return { outNo, url: '' };
  const { orderNo, payableCents: amountCents, expiresAt } = order;
  const returnUrl = `${origin}/video-pay?order=${orderNo}`;
  try {
    return { outNo, url: await provider.begin({ outNo, amountCents, title, returnUrl, expiresAt }) };
  } catch (cause) {
    throw new ApiFailure(FailureReason.PaymentUnavailable, {}, { cause });
  }
}

/** Stores an attempt. */
export async function recordPaymentAttempt(
  db: Tx,
  { id: orderId, payableCents: amountCents }: OrderRow,
  { outNo, channel, now }: Pick<Attempt, 'outNo'> & { readonly channel: string; readonly now: number },
): Promise<void> {
  await db.insert(payments).values({ orderId, channel, outNo, amountCents, createdAt: now });
}

/** Outcome of a payment notification. */
export type PaymentOutcome = 'paid' | 'failed' | 'refunded' | 'known' | 'unknown' | 'wrong-amount';

/**
 * Handles a provider's notification of an attempt. A payment that comes too late, or for an order that is already paid,
 * is refunded to its source. A repeated notification changes nothing, and neither does a failure after a success.
 */
export async function handlePaymentNotice(
  db: Tx,
  types: PurchasableTypes,
  notice: PaymentNotice,
  now: number,
): Promise<PaymentOutcome> {
  const [payment] = await db.select().from(payments).where(eq(payments.outNo, notice.outNo)).for('no key update');
  if (payment === undefined) {
    if (notice.hasSucceeded) await openCase(db, strange(notice, now));
    return 'unknown';
  }
  if (!notice.hasSucceeded) return handleFailedPayment(db, payment, notice, now);
  if (payment.state === PaymentState.Succeeded || payment.state === PaymentState.Refunded) return 'known';
  // The amount differs from the requested one: the back office has to resolve it.
  if (notice.amountCents !== undefined && notice.amountCents !== payment.amountCents) {
    await openCase(db, await wrongAmount(db, payment, notice, now));
    return 'wrong-amount';
  }
  return handleSucceededPayment(db, types, { payment, notice, now });
}

/** Amount received; null for another currency, which providers report as a negative amount. */
const paidOf = ({ amountCents }: PaymentNotice): number | null =>
  amountCents === undefined || amountCents < 0 ? null : amountCents;

const strange = (notice: PaymentNotice, now: number) => ({
  ...{ kind: 'unknown-payment' as const, reference: `unknown-payment ${notice.outNo} ${notice.providerRef}` },
  ...{ outNo: notice.outNo, providerRef: notice.providerRef, amountCents: paidOf(notice), openedAt: now },
});

async function wrongAmount(db: Database, { id, orderId }: PaymentRow, notice: PaymentNotice, now: number) {
  const [order] = await db.select({ orderNo: orders.orderNo }).from(orders).where(eq(orders.id, orderId));
  return {
    ...strange(notice, now),
    ...{ kind: 'wrong-amount' as const, reference: `wrong-amount ${notice.outNo}`, paymentId: id },
    orderNo: order?.orderNo ?? '',
  };
}

async function handleFailedPayment(
  db: Database,
  payment: PaymentRow,
  notice: PaymentNotice,
  now: number,
): Promise<PaymentOutcome> {
  const failed = await db
    .update(payments)
    .set({ state: PaymentState.Failed, providerRef: notice.providerRef, decidedAt: now })
    .where(and(eq(payments.id, payment.id), eq(payments.state, PaymentState.Created)))
    .returning({ id: payments.id });
  return failed.length > 0 ? 'failed' : 'known';
}

interface Success {
  readonly payment: PaymentRow;
  readonly notice: PaymentNotice;
  readonly now: number;
}

async function handleSucceededPayment(
  db: Tx,
  types: PurchasableTypes,
  { payment, notice, now }: Success,
): Promise<PaymentOutcome> {
  const { id, orderId, channel, amountCents } = payment;
  const problem = await payOrder(db, types, { orderId, channel, source: OUTSIDE, now });
  const state = problem === undefined ? PaymentState.Succeeded : PaymentState.Refunded;
  await db.update(payments).set({ state, providerRef: notice.providerRef, decidedAt: now }).where(eq(payments.id, id));
  if (problem === undefined) return 'paid';
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error(`payment ${id} is for no order`);
  const postings = transfer(OUTSIDE, REFUNDS, amountCents);
  await requestTransfer(db, { orderId, paymentId: id, amountCents, now });
  await post(db, { business: 'late-payment', businessId: `${order.orderNo} ${id}`, memo: '', at: now, postings });
  // Points are returned after money, as everywhere, to prevent deadlocks.
  if (!isPayable(order, now)) await closeUnpaid(db, order, 'expired', now);
  const params = { what: { zh: order.titleZh, en: order.titleEn }, amount: amountCents };
  await notify(db, { to: order.buyerId, kind: 'payment-returned', params, now });
  return 'refunded';
}
