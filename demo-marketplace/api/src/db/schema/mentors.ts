import type { ApplicationForm, CourseBasics, OutlineChapter } from '@lectern/marketplace-contract';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, whole } from './columns.js';

type PublicForm = Omit<ApplicationForm, 'real_name' | 'id_card'>;

/** One row per member; earlier decisions are in the audit log. */
export const providerApplications = pgTable('provider_application', {
  memberId: whole('member_id').primaryKey(),
  form: jsonb('form').$type<PublicForm>().notNull(),
  /** Name and identity card, encrypted. */
  identitySealed: text('identity_sealed').notNull().default(''),
  state: text('state', { enum: ['draft', 'applying', 'approved', 'failed'] })
    .notNull()
    .default('draft'),
  reason: text('reason').notNull().default(''),
  submittedAt: at('submitted_at'),
  decidedAt: at('decided_at'),
  reviewerId: whole('reviewer_id'),
  updatedAt: at('updated_at').notNull(),
});
export type ApplicationRow = typeof providerApplications.$inferSelect;

/** Public profile of a mentor, in addition to the public profile of every member. */
export const mentorProfiles = pgTable('mentor_profile', {
  memberId: whole('member_id').primaryKey(),
  intro: text('intro').notNull().default(''),
  photoKey: text('photo_key').notNull().default(''),
  clipMediaId: whole('clip_media_id'),
  subjects: jsonb('subjects').$type<readonly string[]>().notNull().default([]),
  education: jsonb('education').$type<readonly string[]>().notNull().default([]),
  experience: jsonb('experience').$type<readonly string[]>().notNull().default([]),
  credentials: jsonb('credentials').$type<ApplicationForm['credentials']>().notNull().default([]),
  updatedAt: at('updated_at').notNull(),
});
export type MentorProfileRow = typeof mentorProfiles.$inferSelect;

/** The parts of a course that its mentor edits. */
export interface CourseDocument {
  readonly basics: CourseBasics;
  readonly chapters: readonly OutlineChapter[];
}

/** Version of a course that is being edited or reviewed; without a row, the version on sale is the newest. */
export const courseDrafts = pgTable('course_draft', {
  courseId: whole('course_id').primaryKey(),
  state: text('state', { enum: ['editing', 'pending', 'refused'] })
    .notNull()
    .default('editing'),
  reason: text('reason').notNull().default(''),
  document: jsonb('document').$type<CourseDocument>().notNull(),
  submittedAt: at('submitted_at'),
  updatedAt: at('updated_at').notNull(),
});
export type CourseDraftRow = typeof courseDrafts.$inferSelect;
