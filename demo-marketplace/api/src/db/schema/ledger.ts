import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const ledgerAccounts = pgTable('ledger_account', {
  id: bigId(),
  ownerType: text('owner_type').notNull(),
  ownerId: whole('owner_id').notNull(),
  kind: text('kind').notNull(),
  /** `TWD`, or `PTS` for points. */
  unit: text('unit').notNull(),
  /** Cents or points, updated by a trigger with each entry. */
  balance: whole('balance').notNull().default(0),
  mayOwe: boolean('may_owe').notNull(),
});

export const ledgerTransactions = pgTable('ledger_transaction', {
  id: bigId(),
  business: text('business').notNull(),
  businessId: text('business_id').notNull(),
  memo: text('memo').notNull(),
  at: at('at').notNull(),
});

export const ledgerEntries = pgTable('ledger_entry', {
  id: bigId(),
  transactionId: whole('transaction_id').notNull(),
  accountId: whole('account_id').notNull(),
  amount: whole('amount').notNull(),
  /** Set by a trigger. */
  balanceAfter: whole('balance_after'),
});
