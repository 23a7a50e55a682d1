import type { UnitQuiz } from '@lectern/marketplace-contract';
import { boolean, customType, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Lists of sentences, in both languages. */
export interface Bilingual {
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable('category', {
  id: bigId(),
  /** `course`, `ask`, … */
  kind: text('kind').notNull(),
  parentId: whole('parent_id'),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  icon: text('icon').notNull().default(''),
  sort: integer('sort').notNull().default(0),
});

const NO_LISTS: Bilingual = { zh: [], en: [] };

export const courses = pgTable('course', {
  id: bigId(),
  mentorId: whole('mentor_id').notNull(),
  categoryId: whole('category_id'),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  subtitleZh: text('subtitle_zh').notNull().default(''),
  subtitleEn: text('subtitle_en').notNull().default(''),
  /** Sanitised HTML. */
  introZh: text('intro_zh').notNull().default(''),
  introEn: text('intro_en').notNull().default(''),
  learn: jsonb('learn').$type<Bilingual>().notNull().default(NO_LISTS),
  requirements: jsonb('requirements').$type<Bilingual>().notNull().default(NO_LISTS),
  audience: jsonb('audience').$type<Bilingual>().notNull().default(NO_LISTS),
  /** 0 for everybody, 1 beginners, 2 intermediate, 3 advanced. */
  level: integer('level').notNull().default(0),
  /** Language in which the course is taught. */
  lang: text('lang').notNull().default('zh'),
  /** 0 is free. */
  priceCents: whole('price_cents').notNull().default(0),
  originalPriceCents: whole('original_price_cents').notNull().default(0),
  /** Maximum number of learners; null for no limit. */
  seats: integer('seats'),
  clipMediaId: whole('clip_media_id'),
  status: text('status', { enum: ['draft', 'pending', 'approved', 'refused'] })
    .notNull()
    .default('draft'),
  /** Approved but taken off sale; its learners keep it. */
  isPaused: boolean('is_paused').notNull().default(false),
  refuseReason: text('refuse_reason').notNull().default(''),
  /** Incremented with each save of its mentor; a save based on an older version is refused. */
  version: integer('version').notNull().default(1),
  learnersN: integer('learners_n').notNull().default(0),
  ratingSum: integer('rating_sum').notNull().default(0),
  ratingN: integer('rating_n').notNull().default(0),
  seconds: integer('seconds').notNull().default(0),
  /** Search tokens of titles and mentor, computed in the API because PostgreSQL does not segment Chinese. */
  search: tsvector('search').notNull().default(''),
  publishedAt: at('published_at'),
  submittedAt: at('submitted_at'),
  deletedAt: at('deleted_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});
export type CourseRow = typeof courses.$inferSelect;

/** At most three per course; the first is the cover. */
export const courseImages = pgTable(
  'course_image',
  {
    courseId: whole('course_id').notNull(),
    sort: integer('sort').notNull(),
    key: text('key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.sort] })],
);

export const chapters = pgTable('chapter', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  sort: integer('sort').notNull().default(0),
});

export const units = pgTable('unit', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  chapterId: whole('chapter_id').notNull(),
  type: text('type', { enum: ['video', 'article', 'quiz', 'file'] }).notNull(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  mediaId: whole('media_id'),
  bodyHtml: text('body_html').notNull().default(''),
  /** Only of a quiz, with the right choices. */
  quiz: jsonb('quiz').$type<UnitQuiz>(),
  /** The unit is open to everybody. */
  isPreview: boolean('is_preview').notNull().default(false),
  seconds: integer('seconds').notNull().default(0),
  sort: integer('sort').notNull().default(0),
});
export type UnitRow = typeof units.$inferSelect;

/** Campaign of a course that is produced once it has enough backers. */
export const crowdfunds = pgTable('crowdfund', {
  courseId: whole('course_id').primaryKey(),
  targetType: text('target_type', { enum: ['people', 'amount'] }).notNull(),
  /** People or cents, by `targetType`. */
  target: whole('target').notNull(),
  startsAt: at('starts_at').notNull(),
  deadline: at('deadline').notNull(),
  earlyPriceCents: whole('early_price_cents').notNull(),
  produceBy: at('produce_by').notNull(),
  state: text('state', { enum: ['draft', 'funding', 'producing', 'published', 'failed', 'cancelled'] })
    .notNull()
    .default('draft'),
  reachedN: integer('reached_n').notNull().default(0),
  reachedCents: whole('reached_cents').notNull().default(0),
  settledAt: at('settled_at'),
  /** Reason that its mentor gave for the cancellation. */
  cancelReason: text('cancel_reason').notNull().default(''),
  /** Time at which a version with lessons was approved during the campaign; null before that. */
  lessonsApprovedAt: at('lessons_approved_at'),
  /** Time of the last reminder of `produceBy` to the mentor. */
  remindedAt: at('reminded_at'),
  /** Time at which it is cancelled because its lessons are overdue; null while they are not. */
  cancelAt: at('cancel_at'),
});

export type CrowdfundRow = typeof crowdfunds.$inferSelect;

/** Progress updates of a crowdfunded course for its backers. */
export const crowdfundUpdates = pgTable('crowdfund_update', {
  id: bigId(),
  courseId: whole('course_id').notNull(),
  content: text('content').notNull(),
  /** Keys of images. */
  images: jsonb('images').$type<readonly string[]>().notNull().default([]),
  createdAt: at('created_at').notNull(),
});

/** Enrolments of members in courses. */
export const enrollments = pgTable('enrollment', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  courseId: whole('course_id').notNull(),
  source: text('source').$type<'order' | 'free' | 'crowdfund'>().notNull(),
  orderNo: text('order_no'),
  percent: integer('percent').notNull().default(0),
  lastUnitId: whole('last_unit_id'),
  lastSecond: integer('last_second').notNull().default(0),
  completedAt: at('completed_at'),
  /** Time of the member's last activity in the course; null before the first lesson. */
  learnedAt: at('learned_at'),
  /** Time up to which elapsed time was spent on credited seconds of video; null before the first lesson. */
  watchFrom: at('watch_from'),
  endedAt: at('ended_at'),
  createdAt: at('created_at').notNull(),
});
export type EnrollmentRow = typeof enrollments.$inferSelect;
