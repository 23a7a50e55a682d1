import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.js';

/** Users of the conference server that were created for guests without an account. */
export const guests = pgTable('guest', {
  username: text('username').primaryKey(),
  createdAt: at('created_at').notNull(),
  /** Time at which the guest was created, or last seen in a conference or in chat. */
  seenAt: at('seen_at').notNull(),
});
