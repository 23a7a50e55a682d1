import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** What a mentor told the learners of a course. */
export const announcements = pgTable('course_announcement', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  /** The one learner that it is for; all of them when null. */
  memberId: whole('member_id'),
  content: text('content').notNull(),
  createdAt: at('created_at').notNull(),
});
