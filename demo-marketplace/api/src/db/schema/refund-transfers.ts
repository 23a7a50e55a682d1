import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Refunds that a payment provider returns to the source of the payment. */
export const refundTransfers = pgTable('refund_transfer', {
  id: bigId(),
  orderId: whole('order_id').notNull(),
  paymentId: whole('payment_id').notNull(),
  amountCents: whole('amount_cents').notNull(),
  state: text('state', { enum: ['requested', 'sent', 'settled', 'failed', 'credited', 'returned'] })
    .notNull()
    .default('requested'),
  /** Number of the current refund request; increased when the back office asks for another attempt. */
  attempt: integer('attempt').notNull().default(1),
  /** Calls of this attempt without a response. */
  calls: integer('calls').notNull().default(0),
  /** Time of the next call to the provider; null when no call is pending. */
  runAt: at('run_at'),
  providerRef: text('provider_ref').notNull().default(''),
  failure: text('failure').notNull().default(''),
  requestedAt: at('requested_at').notNull(),
  decidedAt: at('decided_at'),
});
export type RefundTransferRow = typeof refundTransfers.$inferSelect;
