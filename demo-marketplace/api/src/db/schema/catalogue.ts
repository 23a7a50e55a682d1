import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Reviews of courses; one per learner and course. */
export const reviews = pgTable('review', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  memberId: whole('member_id').notNull(),
  star: integer('star').notNull(),
  content: text('content').notNull(),
  /** Keys of images. */
  images: jsonb('images').$type<readonly string[]>().notNull().default([]),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /**
   * Time at which the back office hid it from everybody except its author. Questions and replies have the same column.
   */
  hiddenAt: at('hidden_at'),
});
export type ReviewRow = typeof reviews.$inferSelect;

export const courseQuestions = pgTable('course_question', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  /** Null for the whole course. */
  unitId: whole('unit_id'),
  second: integer('second'),
  memberId: whole('member_id').notNull(),
  content: text('content').notNull(),
  createdAt: at('created_at').notNull(),
  hiddenAt: at('hidden_at'),
});
export type CourseQuestionRow = typeof courseQuestions.$inferSelect;

export const questionReplies = pgTable('course_question_reply', {
  id: bigId(),
  questionId: whole('question_id').notNull(),
  memberId: whole('member_id').notNull(),
  content: text('content').notNull(),
  createdAt: at('created_at').notNull(),
  hiddenAt: at('hidden_at'),
});

/** Likes; `type` is a type of content that a feature registers, as in `wishes` and `feedback`. */
export const likes = pgTable(
  'likes',
  {
    memberId: whole('member_id').notNull(),
    type: text('type').notNull(),
    targetId: whole('target_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.targetId, table.memberId] })],
);

export const wishes = pgTable(
  'wish',
  {
    memberId: whole('member_id').notNull(),
    type: text('type').notNull(),
    targetId: whole('target_id').notNull(),
    /** Price when it was added. */
    priceCents: whole('price_cents').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.type, table.targetId] })],
);

export const follows = pgTable(
  'follow',
  {
    memberId: whole('member_id').notNull(),
    /** Member who is followed. */
    targetId: whole('target_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.targetId] })],
);
