import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Announcements of a mentor to the learners of a course. */
export const announcements = pgTable('course_announcement', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  /** Recipient; null for all learners. */
  memberId: whole('member_id'),
  content: text('content').notNull(),
  createdAt: at('created_at').notNull(),
});
