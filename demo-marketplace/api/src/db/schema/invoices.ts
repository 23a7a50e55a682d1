import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const invoices = pgTable('invoice', {
  id: bigId(),
  orderId: whole('order_id').notNull(),
  type: text('type', { enum: ['personal', 'company'] }).notNull(),
  title: text('title').notNull(),
  taxNo: text('tax_no').notNull().default(''),
  carrier: text('carrier').notNull().default(''),
  /** Donation code of the charity that receives the invoice; empty for none. */
  donation: text('donation').notNull().default(''),
  issuedAt: at('issued_at').notNull(),
});
export type InvoiceRow = typeof invoices.$inferSelect;
