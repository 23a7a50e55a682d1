import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.js';

/** Parts of the demo's content that were applied. */
export const demoParts = pgTable('demo_part', {
  name: text('name').primaryKey(),
  appliedAt: at('applied_at').notNull(),
});
