import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const feedback = pgTable('feedback', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  type: text('type').notNull(),
  content: text('content').notNull(),
  /** Key of an uploaded image; empty for none. */
  imageKey: text('image_key').notNull().default(''),
  contact: text('contact').notNull().default(''),
  diag: text('diag').notNull().default(''),
  /** Type of the content that a complaint is about; null for other feedback. */
  targetType: text('target_type'),
  targetId: whole('target_id'),
  state: text('state').notNull().default('open'),
  reply: text('reply').notNull().default(''),
  decidedAt: at('decided_at'),
  createdAt: at('created_at').notNull(),
});
export type FeedbackRecord = typeof feedback.$inferSelect;
