import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { COURSE_PRICE_MAX_CENTS, COURSE_IMAGES_MAX } from './constants.js';
import { courseChapter, courseInfo } from './courses.js';
import { Locale } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyLine, anyWords, id, listOf, moment, paging } from './fields.js';
import { UnitType } from './lessons.js';
import { unitQuiz } from './quizzes.js';
import { inWholeDollars, isWholeDollars } from './whole-dollars.js';

/** Not in the specification. */
export const COURSE_TITLE_MAX = 80;
export const CHAPTERS_MAX = 50;
export const UNITS_MAX = 300;
export const COURSE_SEATS_MAX = 100_000;
const INTRO_HTML_MAX = 20_000;
const SENTENCES_MAX = 12;
const SUBTITLE_MAX = 160;

const both = (max: number) => z.object({ zh: anyWords(max), en: anyWords(max) });
/** The same on one line. Requests are checked with it; texts stored before the rule existed are still read. */
const bothLines = (max: number) => z.object({ zh: anyLine(max), en: anyLine(max) });
const sentences = z.array(anyWords(120)).check(z.maxLength(SENTENCES_MAX));
const bothLists = z.object({ zh: sentences, en: sentences });
const lines = z.array(anyLine(120)).check(z.maxLength(SENTENCES_MAX));
const bothLineLists = z.object({ zh: lines, en: lines });
const cents = z.int().check(z.minimum(0), z.maximum(COURSE_PRICE_MAX_CENTS));
/** The same in whole dollars. Requests are checked with it; amounts stored before the rule existed are still read. */
const dollars = cents.check(inWholeDollars);
/** Key of an uploaded file. */
const fileKey = anyWords(200);

/** Review status of a course (specification §4). */
export const CourseStatus = { Draft: 'draft', Pending: 'pending', Approved: 'approved', Refused: 'refused' } as const;
export type CourseStatus = (typeof CourseStatus)[keyof typeof CourseStatus];

/** Review status of a newer version of an approved course; the approved version stays on sale. */
const change = z.enum(['none', 'draft', 'pending', 'refused']);

const crowdfundTerms = z.object({
  target_type: z.enum(['people', 'amount']),
  /** People or cents, by the kind of the campaign. */
  target: z.int().check(z.minimum(1), z.maximum(COURSE_PRICE_MAX_CENTS)),
  deadline: moment,
  early_price_cents: cents,
  produce_by: moment,
});
export type CrowdfundTerms = z.infer<typeof crowdfundTerms>;
const writtenTerms = z.extend(crowdfundTerms, { early_price_cents: dollars }).check(
  z.refine(({ target_type, target }) => target_type === 'people' || isWholeDollars(target), {
    error: FieldProblem.WholeDollars,
    path: ['target'],
  }),
);

const basicFields = {
  title: both(COURSE_TITLE_MAX),
  subtitle: both(SUBTITLE_MAX),
  /** HTML; elements that are not allowed are removed. */
  intro: both(INTRO_HTML_MAX),
  learn: bothLists,
  requirements: bothLists,
  audience: bothLists,
  category_id: z.nullable(id),
  /** 0 for everybody, 1 beginners, 2 intermediate, 3 advanced. */
  level: z.literal([0, 1, 2, 3]),
  /** Language in which the course is taught. */
  lang: z.enum(Object.values(Locale)),
  price_cents: cents,
  original_price_cents: cents,
  /** Maximum number of learners; null for no limit. */
  seats: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(COURSE_SEATS_MAX)))),
  /** Keys of uploaded images; the first is the cover. */
  images: z.array(fileKey).check(z.maxLength(COURSE_IMAGES_MAX)),
  /** Key of the intro clip; empty for none. */
  clip: fileKey,
  crowdfund: z.nullable(crowdfundTerms),
};
const basics = z.object(basicFields);
const writtenFields = {
  ...basicFields,
  price_cents: dollars,
  original_price_cents: dollars,
  crowdfund: z.nullable(writtenTerms),
  title: bothLines(COURSE_TITLE_MAX),
  subtitle: bothLines(SUBTITLE_MAX),
  learn: bothLineLists,
  requirements: bothLineLists,
  audience: bothLineLists,
};
/** Description, price and media of a course, as its mentor edits them. */
export type CourseBasics = z.infer<typeof basics>;

const outlineUnit = z.object({
  /** Id of an existing unit; omitted for a new one. */
  id: z.optional(id),
  type: z.enum(Object.values(UnitType)),
  title: both(COURSE_TITLE_MAX),
  /** Key of the video or downloadable file; empty for none yet. */
  media: fileKey,
  /** Key of a video whose upload is in progress; it replaces `media` when the upload completes. */
  upload: z.optional(fileKey),
  /** The article, or the description of a quiz or a file. */
  body_html: anyWords(INTRO_HTML_MAX),
  /** Only of quizzes. */
  quiz: z.optional(unitQuiz),
  /** The unit is open to everybody. */
  preview: z.boolean(),
});
const outlineChapter = z.object({
  id: z.optional(id),
  title: both(COURSE_TITLE_MAX),
  units: z.array(outlineUnit).check(z.maxLength(UNITS_MAX)),
});
export type OutlineChapter = z.infer<typeof outlineChapter>;
export type OutlineUnit = z.infer<typeof outlineUnit>;
const writtenUnit = z.extend(outlineUnit, { title: bothLines(COURSE_TITLE_MAX) });
const writtenChapter = z.extend(outlineChapter, {
  title: bothLines(COURSE_TITLE_MAX),
  units: z.array(writtenUnit).check(z.maxLength(UNITS_MAX)),
});
const outline = z.array(writtenChapter).check(
  z.maxLength(CHAPTERS_MAX),
  z.refine((list) => list.reduce((sum, { units }) => sum + units.length, 0) <= UNITS_MAX, {
    error: FieldProblem.TooLong,
    params: { maximum: UNITS_MAX },
  }),
);

/** Fields that can be missing when a course is submitted. */
export const COURSE_TODOS = [
  'title',
  'intro',
  'category',
  'cover',
  'outline',
  'unit-titles',
  'unit-content',
  'unit-quiz',
  'deadline',
  'produce-by',
] as const;
const todo = z.array(z.enum(COURSE_TODOS));
export type CourseTodo = z.infer<typeof todo>[number];

const file = z.object({ name: z.string(), url: z.string(), seconds: z.number(), size: z.number() });

const managedCourse = z.object({
  id,
  version: z.number(),
  status: z.enum(Object.values(CourseStatus)),
  is_paused: z.boolean(),
  change,
  /** True while the course is under review and cannot be changed. */
  is_locked: z.boolean(),
  /** Reason for which the last version was refused; empty otherwise. */
  refuse_reason: z.string(),
  submitted_at: z.nullable(moment),
  published_at: z.nullable(moment),
  /** State of the campaign; null before it was published. Its terms cannot change afterwards. */
  crowdfund_state: z.nullable(z.enum(['draft', 'funding', 'producing', 'published', 'failed', 'cancelled'])),
  basics,
  chapters: z.array(outlineChapter),
  /** Metadata of the files named above, by key. */
  files: z.record(z.string(), file),
  todo,
});
export type ManagedCourse = z.infer<typeof managedCourse>;

export const COURSE_TABS = ['all', 'draft', 'pending', 'approved', 'refused', 'crowdfund', 'paused'] as const;
export type CourseTab = (typeof COURSE_TABS)[number];

const managedCard = z.object({
  id,
  title: z.string(),
  cover: z.string(),
  status: z.enum(Object.values(CourseStatus)),
  is_paused: z.boolean(),
  change,
  refuse_reason: z.string(),
  price_cents: z.number(),
  original_price_cents: z.number(),
  learners: z.number(),
  rating: z.number(),
  ratings: z.number(),
  /** In hundredths; null when the course has no crowdfunding. */
  crowdfund_percent: z.nullable(z.number()),
  updated_at: moment,
});
export type ManagedCard = z.infer<typeof managedCard>;

export const listManagedCourses = declare('/api/CourseManage/list', {
  access: Access.Provider,
  summary: 'The mentor’s courses, what was changed last first.',
  request: z.object({
    tab: z.optional(z.enum(COURSE_TABS)),
    keyword: z.optional(anyWords(64)),
    ...paging,
  }),
  response: listOf(managedCard),
});

export const getManagedCourse = declare('/api/CourseManage/detail', {
  access: Access.Provider,
  summary: 'One of the mentor’s courses with everything that can be changed.',
  request: z.object({ id }),
  response: managedCourse,
  reasons: [FailureReason.NotFound],
});

export const previewCourse = declare('/api/CourseManage/preview', {
  access: Access.Provider,
  summary: 'The page of a course as everybody would see it if it were approved as it is now.',
  request: z.object({ id }),
  response: z.object({ course: courseInfo, outline: z.array(courseChapter) }),
  reasons: [FailureReason.NotFound],
});

const saved = z.object({
  id,
  /** Version to send with the next change. */
  version: z.number(),
  saved_at: moment,
  /** The texts as stored, when HTML was removed from them. */
  todo,
});

/** Version that the change is based on; the action fails when another tab has saved a newer one. */
const version = z.int().check(z.minimum(0));

export const saveCourse = declare('/api/CourseManage/save', {
  access: Access.Provider,
  summary: 'Makes a course, or changes what it says about itself.',
  request: z.object({ id: z.optional(id), version, ...writtenFields }).check(
    z.refine(({ price_cents, original_price_cents }) => original_price_cents >= price_cents, {
      error: FieldProblem.OutOfRange,
      path: ['original_price_cents'],
    }),
    z.refine(({ crowdfund, price_cents }) => crowdfund === null || crowdfund.early_price_cents <= price_cents, {
      error: FieldProblem.OutOfRange,
      path: ['crowdfund.early_price_cents'],
    }),
  ),
  response: saved,
  reasons: [FailureReason.NotFound, FailureReason.VersionStale, FailureReason.StateChanged],
});

export const saveOutline = declare('/api/CourseManage/outline_save', {
  access: Access.Provider,
  summary: 'Changes the chapters and units of a course.',
  request: z.object({ id, version, chapters: outline }),
  response: saved,
  reasons: [FailureReason.NotFound, FailureReason.VersionStale, FailureReason.StateChanged],
});

const standing = z.object({
  id,
  version: z.number(),
  status: z.enum(Object.values(CourseStatus)),
  is_paused: z.boolean(),
  change,
});

const step = (path: `/api/CourseManage/${string}`, summary: string, reasons: readonly FailureReason[] = []) =>
  declare(path, {
    access: Access.Provider,
    summary,
    request: z.object({ id }),
    response: standing,
    reasons: [FailureReason.NotFound, FailureReason.StateChanged, ...reasons],
  });

export const submitCourse = step(
  '/api/CourseManage/submit',
  'Hands a course, or its newer version, in to be checked.',
  [FailureReason.CourseIncomplete],
);
export const recallCourse = step('/api/CourseManage/recall', 'Takes back what was handed in, to change it.');
export const pauseCourse = step('/api/CourseManage/pause', 'Takes an approved course off sale; who has it keeps it.');
export const resumeCourse = step('/api/CourseManage/resume', 'Puts a paused course on sale again.');

export const deleteCourse = declare('/api/CourseManage/delete', {
  access: Access.Provider,
  summary: 'Removes a course that nobody has.',
  request: z.object({ id }),
  response: z.object({}),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.CourseInUse],
});

/** Actions of this file. */
export const COURSE_MANAGE_ACTIONS: readonly AnyAction[] = [
  listManagedCourses,
  getManagedCourse,
  previewCourse,
  saveCourse,
  saveOutline,
  submitCourse,
  recallCourse,
  pauseCourse,
  resumeCourse,
  deleteCourse,
];
