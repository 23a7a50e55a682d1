import { OrderAction, OrderStatus, RefundProgress, type OrderView } from '@lectern/marketplace-contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { members, refunds, type OrderRow, type RefundRow, type RefundTransferRow } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { Storage } from '../upload/index.js';
import { invoicesOf, invoiceViewOf, isInvoiced } from './invoices.js';
import { isPayable } from './orders.js';
import { transfersOf, type RefundTransferState } from './refund-transfers.js';
import { refundUntil } from './refunds.js';

/** Status for display: an order past its payment deadline counts as cancelled, even before the job cancels it. */
export const statusOf = (order: OrderRow, now: number): OrderStatus =>
  order.status === OrderStatus.Pending && !isPayable(order, now) ? OrderStatus.Cancelled : order.status;

function actionsOf(types: PurchasableTypes, order: OrderRow, hasInvoice: boolean, now: number): OrderAction[] {
  const invoice = !hasInvoice && isInvoiced(types, order) ? [OrderAction.Invoice] : [];
  const { hasPage } = types.of(order).view;
  const until = refundUntil(types, order);
  switch (statusOf(order, now)) {
    case OrderStatus.Pending:
      return [OrderAction.Pay, OrderAction.Cancel];
    case OrderStatus.Paid:
    case OrderStatus.Settled: {
      const enter = hasPage ? [OrderAction.Enter] : [];
      return [...enter, ...(until !== undefined && now < until ? [OrderAction.Refund] : []), ...invoice];
    }
    case OrderStatus.Refunding:
      return [OrderAction.Enter, OrderAction.RefundCancel, ...invoice];
    case OrderStatus.Cancelled:
    case OrderStatus.Refunded:
      return [...(hasPage ? [OrderAction.Reorder] : []), OrderAction.Delete];
  }
}

async function refundsOf(db: Database, orderIds: readonly number[]): Promise<ReadonlyMap<number, RefundRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(desc(refunds.id));
  // After the reversal the newest row of each order comes last and wins.
  return new Map(rows.reverse().map((row) => [row.orderId, row]));
}

/** Names of the sellers of orders, by member id, without banned ones. */
async function sellersOf(db: Database, orders: readonly OrderRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(orders.flatMap(({ sellerId }) => sellerId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(inArray(members.id, ids), eq(members.isBanned, false)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const PROGRESS = {
  requested: RefundProgress.Sent,
  sent: RefundProgress.Sent,
  settled: RefundProgress.Settled,
  failed: RefundProgress.Delayed,
  credited: RefundProgress.Wallet,
  returned: RefundProgress.Returned,
} as const satisfies Record<RefundTransferState, RefundProgress>;

/** Progress of a refund. A payment that came too late is refunded without the order having been paid. */
function progressOf({ status }: OrderRow, transfer: RefundTransferRow | undefined): RefundProgress | null {
  if (transfer !== undefined) return PROGRESS[transfer.state];
  return status === OrderStatus.Refunded ? RefundProgress.Wallet : null;
}

const timeOf = (at: number | null): string | null => (at === null ? null : isoOf(at));

interface Reading {
  readonly db: Database;
  readonly types: PurchasableTypes;
  readonly storage: Storage;
  readonly language: Language;
  readonly now: number;
}

/** The item of an order, or of a quote. */
export const lineOf = (
  item: Pick<OrderRow, 'itemType' | 'itemId' | 'sku' | 'quantity' | 'titleZh' | 'titleEn' | 'cover'>,
  { storage, language }: Pick<Reading, 'storage' | 'language'>,
): OrderView['item'] => ({
  type: item.itemType,
  id: item.itemId === null ? '' : String(item.itemId),
  sku: item.sku,
  quantity: item.quantity,
  title: inLanguage(language, item.titleZh, item.titleEn),
  cover: storage.urlOf(item.cover),
});

/** Orders, as their buyer sees them. */
export async function viewsOf(reading: Reading, rows: readonly OrderRow[]): Promise<OrderView[]> {
  const { db, types, now } = reading;
  const asked = await refundsOf(
    db,
    rows.map(({ id }) => id),
  );
  const issued = await invoicesOf(
    db,
    rows.map(({ id }) => id),
  );
  const transfers = await transfersOf(
    db,
    rows.map(({ id }) => id),
  );
  const sellers = await sellersOf(db, rows);
  return rows.map((order) => {
    const seller = sellers.get(order.sellerId ?? 0);
    const refund = asked.get(order.id);
    const invoice = issued.get(order.id);
    const until = refundUntil(types, order);
    return {
      order_no: order.orderNo,
      status: statusOf(order, now),
      item: lineOf(order, reading),
      seller: seller === undefined ? null : { id: String(order.sellerId), name: seller },
      amount_cents: order.amountCents,
      coupon_off_cents: order.couponOffCents,
      point_off_cents: order.pointOffCents,
      payable_cents: order.payableCents,
      created_at: isoOf(order.createdAt),
      expires_at: isoOf(order.expiresAt),
      paid_at: timeOf(order.paidAt),
      channel: order.channel,
      refund_until: until === undefined || now >= until ? null : isoOf(until),
      refund:
        refund === undefined
          ? null
          : {
              state: refund.state,
              amount_cents: refund.amountCents,
              reason: refund.reason,
              answer: refund.answer,
              applied_at: isoOf(refund.appliedAt),
              decided_at: timeOf(refund.decidedAt),
            },
      refund_progress: progressOf(order, transfers.get(order.id)),
      invoice: invoice === undefined ? null : invoiceViewOf(invoice, order),
      actions: actionsOf(types, order, invoice !== undefined, now),
    };
  });
}
