import { and, asc, eq, lte } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { orders, payments, refundTransfers, type RefundTransferRow } from '../db/schema/index.js';
import { delayAfter, Worker, type WorkerLog } from '../jobs/index.js';
import { notify } from './notice-kinds.js';
import { moveTransfer, parseTransferKey, transferKey } from '../orders/index.js';
import { openCase } from './cases.js';
import type { PaymentProvider, RefundNotice, RefundResult } from './ports.js';

/** Number of calls without a response after which a case is opened. */
const MAX_CALLS = 10;
/** Longer than any provider takes to respond, so that no other process calls meanwhile. */
const LEASE_MS = 120_000;
const HOUR_MS = 3_600_000;
/** Interval at which a pending refund is polled, in case its notification is lost. */
const PENDING_CHECK_MS = 6 * HOUR_MS;

interface SenderPorts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: WorkerLog;
  readonly providers: readonly PaymentProvider[];
}

/** Claims the next due transfer, so that no other process does for the duration of the lease. */
async function claim(db: Tx, now: number) {
  const [found] = await db
    .select({ transfer: refundTransfers, payment: payments, orderNo: orders.orderNo })
    .from(refundTransfers)
    .innerJoin(payments, eq(payments.id, refundTransfers.paymentId))
    .innerJoin(orders, eq(orders.id, refundTransfers.orderId))
    .where(lte(refundTransfers.runAt, now))
    .orderBy(asc(refundTransfers.runAt), asc(refundTransfers.id))
    .limit(1)
    .for('update', { of: refundTransfers, skipLocked: true });
  if (found === undefined) return undefined;
  const calls = found.transfer.calls + 1;
  await db
    .update(refundTransfers)
    .set({ calls, runAt: now + LEASE_MS })
    .where(eq(refundTransfers.id, found.transfer.id));
  return { ...found, transfer: { ...found.transfer, calls } };
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** Books the response of a provider; a response to an older attempt changes nothing. */
async function apply(
  db: Tx,
  { id, attempt }: Pick<RefundTransferRow, 'id' | 'attempt'>,
  { state, providerRef, failure = '' }: RefundResult,
  now: number,
): Promise<boolean> {
  const facts = { attempt, now, ...(providerRef !== '' && { providerRef }) };
  if (state === 'pending') {
    return (await moveTransfer(db, id, { ...facts, event: 'send', runAt: now + PENDING_CHECK_MS })) !== undefined;
  }
  const moved = await moveTransfer(db, id, { ...facts, event: state === 'settled' ? 'settle' : 'fail', failure });
  if (moved === undefined) return false;
  const { transfer, order } = moved;
  if (transfer.state === 'settled') {
    const what = { zh: order.titleZh, en: order.titleEn };
    await notify(db, {
      ...{ to: order.buyerId, kind: 'refund-settled', now },
      params: { what, amount: transfer.amountCents },
    });
    return true;
  }
  await openCase(db, {
    ...{ kind: 'refund-failed', reference: `refund-failed ${id} ${attempt}`, refundTransferId: id },
    ...{ orderNo: order.orderNo, providerRef: transfer.providerRef, outNo: transferKey(order.orderNo, transfer) },
    ...{ amountCents: transfer.amountCents, note: failure, openedAt: now },
  });
  return true;
}

/** Handles a notification about a refund; a repeated or late one changes nothing. */
export async function handleRefundNotice(db: Tx, notice: RefundNotice, now: number): Promise<string> {
  const found = parseTransferKey(notice.key);
  if (found === undefined) return 'unknown';
  return (await apply(db, found, notice, now)) ? notice.state : 'known';
}

/** Sends refunds to the providers, outside of any transaction, and repeats them until they respond. */
export function refundSender({ db, clock, log, providers }: SenderPorts): Worker {
  const ask = async ({ transfer, payment, orderNo }: Claimed): Promise<RefundResult> => {
    const provider = providers.find(({ channel }) => channel === payment.channel);
    if (provider === undefined) throw new Error(`no provider takes ${payment.channel} any more`);
    const { amountCents, providerRef } = transfer;
    if (transfer.state === 'sent') return provider.refundStatus(providerRef);
    return provider.refund({ key: transferKey(orderNo, transfer), paymentRef: payment.providerRef, amountCents });
  };

  // A call without a response may have been executed, so only the same attempt may be repeated, without limit.
  const repeatLater = async ({ transfer, orderNo }: Claimed, error: unknown): Promise<void> => {
    const { id, attempt, calls, state } = transfer;
    log(`refund ${id} was not answered, call ${calls}`, error);
    await db.transaction(async (tx) => {
      if (calls % MAX_CALLS === 0) {
        const note = String(withoutValues(error)).slice(0, 500);
        const unanswered = { kind: 'job-failed', reference: `refund-unanswered ${id}` } as const;
        await openCase(tx, { ...unanswered, orderNo, note, openedAt: clock.now() });
      }
      await tx
        .update(refundTransfers)
        .set({ runAt: clock.now() + delayAfter(calls) })
        .where(and(eq(refundTransfers.id, id), eq(refundTransfers.attempt, attempt), eq(refundTransfers.state, state)));
    });
  };

  const workOne = async (): Promise<boolean> => {
    const claimed = await db.transaction((tx) => claim(tx, clock.now()));
    if (claimed === undefined) return false;
    let result: RefundResult;
    try {
      result = await ask(claimed);
    } catch (error) {
      await repeatLater(claimed, error);
      return true;
    }
    const isPendingStill = claimed.transfer.state === 'sent' && result.state === 'pending';
    if (!isPendingStill) await db.transaction((tx) => apply(tx, claimed.transfer, result, clock.now()));
    else await postpone(db, claimed.transfer, clock.now());
    return true;
  };
  return new Worker({ clock, workOne, log });
}

const postpone = (db: Database, { id }: RefundTransferRow, now: number): Promise<unknown> =>
  db
    .update(refundTransfers)
    .set({ runAt: now + PENDING_CHECK_MS, calls: 0 })
    .where(and(eq(refundTransfers.id, id), eq(refundTransfers.state, 'sent')));
