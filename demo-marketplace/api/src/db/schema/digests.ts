import { pgTable } from 'drizzle-orm/pg-core';
import { at, whole } from './columns.js';

export const digests = pgTable('digest', {
  memberId: whole('member_id').primaryKey(),
  /** The last notice that was in one, or was passed over. */
  upto: whole('upto').notNull(),
  sentAt: at('sent_at').notNull(),
});
