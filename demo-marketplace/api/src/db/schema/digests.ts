import { pgTable } from 'drizzle-orm/pg-core';
import { at, whole } from './columns.js';

export const digests = pgTable('digest', {
  memberId: whole('member_id').primaryKey(),
  /** Last notification that a digest contained or skipped. */
  upto: whole('upto').notNull(),
  sentAt: at('sent_at').notNull(),
});
