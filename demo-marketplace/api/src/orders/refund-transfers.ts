import { PaymentState } from '@lectern/marketplace-contract';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { orders, payments, refundTransfers, type OrderRow, type RefundTransferRow } from '../db/schema/index.js';
import { moneyOf, OUTSIDE, post, REFUNDS, transfer, type Posting } from '../ledger/index.js';
import { REFUND_TRANSFER, type RefundTransferEvent } from './lifecycle.js';
import { splitRefund, type RefundParts } from './refund-split.js';

/** State of a refund through a payment provider. */
export type RefundTransferState = RefundTransferRow['state'];

/** States in which the buyer has not received the money. */
export const OPEN_TRANSFER_STATES = ['requested', 'sent', 'failed'] as const satisfies readonly RefundTransferState[];

/** The provider payment of an order; undefined for an order paid from a wallet. */
export async function providerPaymentOf(db: Database, { id, channel }: Pick<OrderRow, 'id' | 'channel'>) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.channel, channel), eq(payments.state, PaymentState.Succeeded)))
    .orderBy(desc(payments.id))
    .limit(1);
  return payment;
}

const NOTHING: RefundParts = { provider: 0, wallet: 0, points: 0 };

/** Amounts of a full refund, by source. */
export async function refundPartsOf(db: Database, order: OrderRow): Promise<RefundParts> {
  const { payableCents, pointOffCents: points } = order;
  const isProvider = (await providerPaymentOf(db, order)) !== undefined;
  const paid = { provider: isProvider ? payableCents : 0, wallet: isProvider ? 0 : payableCents, points };
  return splitRefund(paid, NOTHING, payableCents + points);
}

interface NewTransfer {
  readonly orderId: number;
  readonly paymentId: number;
  readonly amountCents: number;
  readonly now: number;
}

/**
 * Records a refund that is due through a provider, booked on {@link REFUNDS}. The provider is called later, outside of
 * any transaction.
 *
 * @throws {RangeError} when the refunds would exceed the payment
 */
export async function requestTransfer(db: Tx, { orderId, paymentId, amountCents, now }: NewTransfer) {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId)).for('no key update');
  const [before] = await db
    .select({ cents: sql<number>`coalesce(sum(${refundTransfers.amountCents}), 0)`.mapWith(Number) })
    .from(refundTransfers)
    .where(eq(refundTransfers.paymentId, paymentId));
  const left = (payment?.amountCents ?? 0) - (before?.cents ?? 0);
  if (amountCents > left) throw new RangeError(`payment ${paymentId} has ${left} cents left to refund`);
  await db.insert(refundTransfers).values({ orderId, paymentId, amountCents, requestedAt: now, runAt: now });
}

/** Postings of a full refund; the part paid through a provider is requested from it. */
export async function refundPostings(db: Tx, order: OrderRow, now: number): Promise<readonly Posting[]> {
  const { provider, wallet } = await refundPartsOf(db, order);
  const payment = provider === 0 ? undefined : await providerPaymentOf(db, order);
  if (payment !== undefined) {
    await requestTransfer(db, { orderId: order.id, paymentId: payment.id, amountCents: provider, now });
  }
  return [
    { account: REFUNDS, amount: provider },
    { account: moneyOf(order.buyerId), amount: wallet },
  ];
}

/** Idempotency key of one attempt: the provider pays it out once, however often it is requested. */
export const transferKey = (orderNo: string, { id, attempt }: Pick<RefundTransferRow, 'id' | 'attempt'>): string =>
  `refund-${orderNo}-${id}-${attempt}`;

/** Transfer id and attempt number of a key; undefined for a malformed key. */
export function parseTransferKey(key: string) {
  const [, id, attempt] = /^refund-\d+-(\d{1,15})-(\d{1,9})$/.exec(key) ?? [];
  return id === undefined || attempt === undefined ? undefined : { id: Number(id), attempt: Number(attempt) };
}

interface Move {
  readonly event: RefundTransferEvent;
  /** Attempt of the event; a late event of an older attempt changes nothing. */
  readonly attempt: number;
  readonly providerRef?: string;
  readonly failure?: string;
  /** Time of the next call to the provider, for `requested` and `sent`. */
  readonly runAt?: number;
  readonly now: number;
}

/**
 * Applies an event to a transfer and books its effect. Resolves with undefined and changes nothing when the event is
 * not legal, since providers repeat notifications.
 */
export async function moveTransfer(db: Tx, id: number, { event, attempt, ...move }: Move) {
  const [found] = await db
    .select({ transfer: refundTransfers, order: orders })
    .from(refundTransfers)
    .innerJoin(orders, eq(orders.id, refundTransfers.orderId))
    .where(eq(refundTransfers.id, id))
    .for('update', { of: refundTransfers });
  if (found === undefined || found.transfer.attempt !== attempt) return undefined;
  const { state: from, amountCents } = found.transfer;
  if (!REFUND_TRANSFER.can(from, event)) return undefined;
  const to = REFUND_TRANSFER.next(from, event);
  const isAgain = to === 'requested';
  const isOpen = isAgain || to === 'sent';
  const [moved] = await db
    .update(refundTransfers)
    .set({
      state: to,
      runAt: isOpen ? (move.runAt ?? move.now) : null,
      decidedAt: isOpen ? null : move.now,
      ...(move.failure !== undefined && { failure: move.failure }),
      ...(move.providerRef !== undefined && { providerRef: move.providerRef }),
      ...(isAgain ? { attempt: attempt + 1, calls: 0, failure: '', providerRef: '' } : { calls: 0 }),
    })
    .where(eq(refundTransfers.id, id))
    .returning();
  if (moved === undefined) throw new Error(`refund transfer ${id} is gone`);
  const { orderNo, buyerId } = found.order;
  const booking = { businessId: `${orderNo} ${id} ${attempt}`, memo: '', at: move.now };
  if (to === 'settled' || to === 'returned') {
    const postings = transfer(REFUNDS, OUTSIDE, amountCents);
    // A refund may be settled, fail afterwards, and then be returned manually.
    await post(db, { ...booking, business: to === 'settled' ? 'refund-settled' : 'refund-returned', postings });
  }
  if (to === 'credited') {
    const postings = transfer(REFUNDS, moneyOf(buyerId), amountCents);
    await post(db, { ...booking, business: 'refund-credited', postings });
  }
  if (from === 'settled') {
    const postings = transfer(OUTSIDE, REFUNDS, amountCents);
    await post(db, { ...booking, business: 'refund-bounced', postings });
  }
  return { transfer: moved, order: found.order };
}

/** The newest transfer of each order. */
export async function transfersOf(
  db: Database,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, RefundTransferRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(refundTransfers)
    .where(inArray(refundTransfers.orderId, [...orderIds]))
    .orderBy(refundTransfers.id);
  return new Map(rows.map((row) => [row.orderId, row]));
}
