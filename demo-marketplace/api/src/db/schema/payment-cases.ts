import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const paymentCases = pgTable('payment_case', {
  id: bigId(),
  kind: text('kind', { enum: ['wrong-amount', 'unknown-payment', 'job-failed', 'refund-failed'] }).notNull(),
  /** Identifies the problem, so that a repeated report does not open a second case. */
  reference: text('reference').notNull(),
  paymentId: whole('payment_id'),
  refundTransferId: whole('refund_transfer_id'),
  orderNo: text('order_no').notNull().default(''),
  providerRef: text('provider_ref').notNull().default(''),
  outNo: text('out_no').notNull().default(''),
  /** Amount received in cents; null for another currency. */
  amountCents: whole('amount_cents'),
  note: text('note').notNull().default(''),
  openedAt: at('opened_at').notNull(),
  closedAt: at('closed_at'),
  outcome: text('outcome', { enum: ['credited', 'returned', 'dismissed', 'retried'] }),
  reason: text('reason').notNull().default(''),
});
export type PaymentCaseRow = typeof paymentCases.$inferSelect;
