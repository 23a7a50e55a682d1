import { FailureReason, InvoiceType, OrderStatus, type InvoiceView } from '@lectern/marketplace-contract';
import { inArray } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { invoices, type InvoiceRow, type OrderRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { PurchasableTypes } from '../purchasables/index.js';

const NUMBER_DIGITS = 8;
/** Tax included in every price, in percent. */
const TAX_PERCENT = 5;

/** True when an invoice can be issued: for a paid order that was not refunded. Recharges have no invoice. */
export const isInvoiced = (types: PurchasableTypes, { itemType, status, payableCents }: OrderRow): boolean =>
  types.of({ itemType }).terms.hasInvoice &&
  payableCents > 0 &&
  (status === OrderStatus.Paid || status === OrderStatus.Refunding || status === OrderStatus.Settled);

/** Tax included in an amount, in whole dollars as on every invoice. */
const taxIn = (cents: number): number => Math.round((cents - cents / (1 + TAX_PERCENT / 100)) / 100) * 100;

export const invoiceViewOf = (row: InvoiceRow, order: OrderRow): InvoiceView => ({
  no: `LE-${String(row.id).padStart(NUMBER_DIGITS, '0')}`,
  ...{ type: row.type, title: row.title, tax_no: row.taxNo, carrier: row.carrier, donation: row.donation },
  amount_cents: order.payableCents,
  tax_cents: taxIn(order.payableCents),
  issued_at: isoOf(row.issuedAt),
  voided_at: order.status === OrderStatus.Refunded && order.closedAt !== null ? isoOf(order.closedAt) : null,
});

/** Invoices by order id. */
export async function invoicesOf(db: Database, orderIds: readonly number[]): Promise<ReadonlyMap<number, InvoiceRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, [...orderIds]));
  return new Map(rows.map((row) => [row.orderId, row]));
}

interface Wanted {
  readonly type: InvoiceType;
  readonly title: string;
  readonly taxNo: string;
  readonly carrier: string;
  readonly donation: string;
}

interface Issuing {
  readonly order: OrderRow;
  readonly wanted: Wanted;
  readonly now: number;
}

/** Issues an invoice; fields that do not belong to its type are left out. */
export async function issueInvoice(db: Database, types: PurchasableTypes, issuing: Issuing): Promise<InvoiceView> {
  const { order, wanted, now } = issuing;
  if (!isInvoiced(types, order)) throw new ApiFailure(FailureReason.StateChanged);
  const { type, title } = wanted;
  const isCompany = type === InvoiceType.Company;
  const [made] = await db
    .insert(invoices)
    .values({
      ...{ orderId: order.id, type, title, issuedAt: now },
      ...(isCompany ? { taxNo: wanted.taxNo } : { carrier: wanted.carrier, donation: wanted.donation }),
    })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) throw new ApiFailure(FailureReason.StateChanged);
  return invoiceViewOf(made, order);
}
