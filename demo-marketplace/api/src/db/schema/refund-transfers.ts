import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Refunds that a payment provider sends back to where a payment came from. */
export const refundTransfers = pgTable('refund_transfer', {
  id: bigId(),
  orderId: whole('order_id').notNull(),
  paymentId: whole('payment_id').notNull(),
  amountCents: whole('amount_cents').notNull(),
  state: text('state', { enum: ['requested', 'sent', 'settled', 'failed', 'credited', 'returned'] })
    .notNull()
    .default('requested'),
  /** Counts requests to the provider; a new one begins when the back office asks for another attempt. */
  attempt: integer('attempt').notNull().default(1),
  /** Calls of this attempt that were not answered. */
  calls: integer('calls').notNull().default(0),
  /** When the provider is called next; null when nothing is left to ask. */
  runAt: at('run_at'),
  providerRef: text('provider_ref').notNull().default(''),
  failure: text('failure').notNull().default(''),
  requestedAt: at('requested_at').notNull(),
  decidedAt: at('decided_at'),
});
export type RefundTransferRow = typeof refundTransfers.$inferSelect;
