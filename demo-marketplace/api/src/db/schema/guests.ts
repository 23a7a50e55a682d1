import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.js';

/** Users of the conference server that were made for somebody without an account. */
export const guests = pgTable('guest', {
  username: text('username').primaryKey(),
  createdAt: at('created_at').notNull(),
  /** When the guest was made, or was last found in a conference or in chat. */
  seenAt: at('seen_at').notNull(),
});
