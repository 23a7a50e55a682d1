import { FailureReason, PaymentCaseOutcome, PaymentState } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import {
  jobs,
  orders,
  paymentCases,
  payments,
  refundTransfers,
  type OrderRow,
  type PaymentCaseRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { enqueue, type Jobs } from '../jobs/index.js';
import { moneyOf, OUTSIDE, post, transfer } from '../ledger/index.js';
import { notify } from './notice-kinds.js';
import { moveTransfer, type RefundTransferEvent } from '../orders/index.js';

/** Opens a case for the back office; a repeated report of the same problem opens no second case. */
export async function openCase(db: Tx, facts: typeof paymentCases.$inferInsert): Promise<void> {
  await db.insert(paymentCases).values(facts).onConflictDoNothing();
}

/** Resolutions available for a case. */
export function outcomesOf({ kind, paymentId, amountCents }: PaymentCaseRow): PaymentCaseOutcome[] {
  if (kind === 'job-failed') return [PaymentCaseOutcome.Dismissed];
  if (kind === 'refund-failed') {
    return [PaymentCaseOutcome.Retried, PaymentCaseOutcome.Credited, PaymentCaseOutcome.Returned];
  }
  const canCredit = paymentId !== null && amountCents !== null && amountCents > 0;
  return [
    ...(canCredit ? [PaymentCaseOutcome.Credited] : []),
    PaymentCaseOutcome.Returned,
    PaymentCaseOutcome.Dismissed,
  ];
}

interface Closing {
  readonly id: number;
  readonly outcome: PaymentCaseOutcome;
  readonly reason: string;
  /** Staff member who closes the case. */
  readonly staffId: number;
  readonly now: number;
}

/** Closes a case; `credited` books the payment to the buyer's wallet. */
export async function closeCase(db: Tx, { id, outcome, reason, staffId, now }: Closing): Promise<PaymentCaseRow> {
  const [known] = await db.select().from(paymentCases).where(eq(paymentCases.id, id));
  if (known === undefined) throw new ApiFailure(FailureReason.NotFound);
  if (!outcomesOf(known).includes(outcome)) throw new ApiFailure(FailureReason.StateChanged);
  const [closed] = await db
    .update(paymentCases)
    .set({ outcome, reason, closedAt: now })
    .where(and(eq(paymentCases.id, id), isNull(paymentCases.closedAt)))
    .returning();
  if (closed === undefined) throw new ApiFailure(FailureReason.StateChanged);
  if (closed.refundTransferId !== null)
    await decideTransfer(db, closed.refundTransferId, { outcome, reason, staffId, now });
  if (closed.paymentId === null) return closed;
  const order = await endPayment(db, closed.paymentId, outcome, now);
  if (order?.buyerId === staffId) throw new ApiFailure(FailureReason.OwnCase);
  if (outcome === PaymentCaseOutcome.Credited && order !== undefined) await credit(db, closed, order, now);
  return closed;
}

const TRANSFER_EVENTS: Readonly<Partial<Record<PaymentCaseOutcome, RefundTransferEvent>>> = {
  [PaymentCaseOutcome.Retried]: 'retry',
  [PaymentCaseOutcome.Credited]: 'credit',
  [PaymentCaseOutcome.Returned]: 'return',
};

/** Resolves a refund that the provider refused: retries it, credits the wallet, or records a manual payment. */
async function decideTransfer(db: Tx, id: number, { outcome, reason, staffId, now }: Omit<Closing, 'id'>) {
  const [known] = await db
    .select({ attempt: refundTransfers.attempt })
    .from(refundTransfers)
    .where(eq(refundTransfers.id, id));
  const event = TRANSFER_EVENTS[outcome];
  const moved =
    known === undefined || event === undefined
      ? undefined
      : await moveTransfer(db, id, { event, attempt: known.attempt, now });
  if (moved === undefined) throw new ApiFailure(FailureReason.StateChanged);
  const { order, transfer: row } = moved;
  if (order.buyerId === staffId) throw new ApiFailure(FailureReason.OwnCase);
  if (outcome === PaymentCaseOutcome.Retried) return;
  const kind = outcome === PaymentCaseOutcome.Credited ? 'refund-credited' : 'refund-returned';
  const what = { zh: order.titleZh, en: order.titleEn };
  await notify(db, { to: order.buyerId, kind, params: { what, amount: row.amountCents, reason }, now });
}

/** Ends an attempt that was resolved manually; later notifications of its provider change nothing. */
async function endPayment(db: Tx, paymentId: number, outcome: PaymentCaseOutcome, now: number) {
  const [found] = await db
    .select({ order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, paymentId));
  if (outcome === PaymentCaseOutcome.Dismissed) return found?.order;
  const state = outcome === PaymentCaseOutcome.Credited ? PaymentState.Refunded : PaymentState.Failed;
  const ended = await db
    .update(payments)
    .set({ state, decidedAt: now })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, [PaymentState.Created, PaymentState.Failed])))
    .returning({ id: payments.id });
  // The right amount has arrived and was booked meanwhile.
  if (ended.length === 0 && outcome === PaymentCaseOutcome.Credited) throw new ApiFailure(FailureReason.StateChanged);
  return found?.order;
}

async function credit(db: Tx, { id, amountCents }: PaymentCaseRow, order: OrderRow, now: number): Promise<void> {
  const amount = amountCents ?? 0;
  const businessId = `${order.orderNo} ${id}`;
  const postings = transfer(OUTSIDE, moneyOf(order.buyerId), amount);
  await post(db, { business: 'payment-case', businessId, memo: '', at: now, postings });
  const what = { zh: order.titleZh, en: order.titleEn };
  await notify(db, { to: order.buyerId, kind: 'payment-credited', params: { what, amount }, now });
}

/**
 * Retries money jobs that failed permanently and opens a case for each, since they would otherwise never run again.
 * Resolves with the failed jobs.
 */
export async function retryFailedMoneyJobs(db: Tx, kinds: Jobs, now: number): Promise<readonly string[]> {
  const moneyKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.movesMoney === true);
  const failed = await db
    .select()
    .from(jobs)
    .where(and(isNotNull(jobs.failedAt), isNull(jobs.doneAt), inArray(jobs.kind, moneyKinds)))
    .for('update', { skipLocked: true });
  for (const { id, kind, payload, lastError } of failed) {
    const orderNo = typeof payload['orderNo'] === 'string' ? payload['orderNo'] : '';
    const note = `${kind}: ${lastError ?? ''}`;
    await openCase(db, {
      ...{ kind: 'job-failed', reference: `${kind} ${JSON.stringify(payload)}` },
      ...{ orderNo, note, openedAt: now },
    });
    await db.update(jobs).set({ doneAt: now }).where(eq(jobs.id, id));
    await enqueue(db, { kind, payload, runAt: now });
  }
  return failed.map(({ kind, payload }) => `${kind} ${JSON.stringify(payload)}`);
}
