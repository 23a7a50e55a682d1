import type { RequestOf, submitQuiz } from '@lectern/marketplace-contract';
import { boolean, customType, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Ranges of seconds; adjacent ranges are merged. */
const secondRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/** WebVTT captions by language. */
export const captions = pgTable(
  'caption',
  {
    mediaId: whole('media_id').notNull(),
    lang: text('lang', { enum: ['zh', 'en'] }).notNull(),
    vtt: text('vtt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.lang] })],
);

export const unitProgress = pgTable(
  'unit_progress',
  {
    enrollmentId: whole('enrollment_id').notNull(),
    unitId: whole('unit_id').notNull(),
    second: integer('second').notNull().default(0),
    watched: secondRanges('watched').notNull().default('{}'),
    /** The playback that last reported the position, and its sequence number. */
    play: text('play').notNull(),
    step: integer('step').notNull(),
    doneAt: at('done_at'),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enrollmentId, table.unitId] })],
);

/** Attempts of learners at quizzes. */
export const quizAttempts = pgTable('quiz_attempt', {
  id: bigId(),
  enrollmentId: whole('enrollment_id').notNull(),
  unitId: whole('unit_id').notNull(),
  answers: jsonb('answers').$type<RequestOf<typeof submitQuiz>['answers']>().notNull(),
  /** Percent of the questions answered right. */
  score: integer('score').notNull(),
  isPassed: boolean('is_passed').notNull(),
  createdAt: at('created_at').notNull(),
});

export const lessonNotes = pgTable('lesson_note', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  unitId: whole('unit_id').notNull(),
  second: integer('second').notNull(),
  content: text('content').notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const signingKeys = pgTable('signing_key', {
  kid: text('kid').primaryKey(),
  /** Ed25519, base64url. */
  publicX: text('public_x').notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: at('created_at').notNull(),
});

export const certificates = pgTable('certificate', {
  id: bigId(),
  no: text('no').notNull(),
  memberId: whole('member_id').notNull(),
  courseId: whole('course_id').notNull(),
  /** The signed payload, byte by byte. */
  payload: text('payload').notNull(),
  signature: text('signature').notNull(),
  kid: text('kid').notNull(),
  issuedAt: at('issued_at').notNull(),
  revokedAt: at('revoked_at'),
  revokeReason: text('revoke_reason').notNull().default(''),
});
export type CertificateRow = typeof certificates.$inferSelect;
