import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { memberBrief } from './member.js';
import { FailureReason } from './envelope.js';
import { id, listOf, moment, paging, words } from './fields.js';

/** Not in the specification: maximum characters of a review, a question and a reply. */
export const REVIEW_MAX = 1000;
export const QUESTION_MAX = 1000;
export const REVIEW_IMAGES_MAX = 3;
/** Not in the specification: progress after which a course can be reviewed, in percent or in finished units. */
export const REVIEW_PERCENT = 20;
export const REVIEW_UNITS = 2;

const star = z.literal([1, 2, 3, 4, 5]);

export const review = z.object({
  id,
  member: memberBrief,
  star,
  content: z.string(),
  /** Addresses of the images. */
  images: z.array(z.string()),
  likes: z.int(),
  at: moment,
  /** True when the caller likes it, and when the caller wrote it. */
  liked: z.boolean(),
  mine: z.boolean(),
  /** Hidden by the back office: only its author sees it. */
  hidden: z.boolean(),
});
export type Review = z.infer<typeof review>;

export const listReviews = declare('/api/Course/review_list', {
  access: Access.Public,
  summary: 'What learners say of a course, the newest first, with how the stars are spread.',
  request: z.object({ id, star: z.optional(star), ...paging }),
  response: z.object({
    ...listOf(review).shape,
    summary: z.object({
      rating: z.number(),
      ratings: z.int(),
      /** Number of ratings with 1, 2, 3, 4 and 5 stars. */
      histogram: z.array(z.int()),
    }),
    /** The caller’s own review, whatever the page. */
    own: z.nullable(review),
    /** True when the caller has the course and may review it. */
    may_review: z.boolean(),
    /** True when the caller has the course, but has not learned enough of it to review it. */
    needs_progress: z.boolean(),
  }),
  reasons: [FailureReason.NotFound],
});

export const addReview = declare('/api/Course/review_add', {
  access: Access.Member,
  summary: 'Says something of a course that the caller has; again, it replaces what was said.',
  request: z.object({
    course_id: id,
    star,
    content: words(REVIEW_MAX),
    /** Keys of images that the caller uploaded; when omitted, the existing images are kept. */
    images: z.optional(z.array(words(200)).check(z.maxLength(REVIEW_IMAGES_MAX))),
  }),
  response: review,
  reasons: [FailureReason.WrongRole, FailureReason.NotFound, FailureReason.NotEnrolled, FailureReason.ProgressShort],
});

export const likeReview = declare('/api/Course/review_like', {
  access: Access.Member,
  summary: 'Likes a review, or does so no more.',
  request: z.object({ id, on: z.boolean() }),
  response: z.object({ liked: z.boolean(), likes: z.int() }),
  reasons: [FailureReason.NotFound],
});

export const deleteReview = declare('/api/Course/review_delete', {
  access: Access.Member,
  summary: 'Takes back what the caller said of a course.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.WrongRole, FailureReason.NotFound, FailureReason.StateChanged],
});

const questionReply = z.object({
  id,
  member: memberBrief,
  /** True when the mentor of the course wrote it. */
  by_mentor: z.boolean(),
  content: z.string(),
  at: moment,
  mine: z.boolean(),
  /** Hidden by the back office: only its author sees it. The same holds for questions. */
  hidden: z.boolean(),
});

export const courseQuestion = z.object({
  id,
  member: memberBrief,
  /** The lesson that the question is about and the second in it; empty and null for the whole course. */
  unit_id: z.union([id, z.literal('')]),
  unit_title: z.string(),
  second: z.nullable(z.int()),
  content: z.string(),
  at: moment,
  likes: z.int(),
  liked: z.boolean(),
  mine: z.boolean(),
  hidden: z.boolean(),
  replies: z.array(questionReply),
});
export type CourseQuestion = z.infer<typeof courseQuestion>;

export const listQuestions = declare('/api/Course/qa_list', {
  access: Access.Public,
  summary: 'Questions about a course or one lesson with their replies, the newest first.',
  request: z.object({ course_id: id, unit_id: z.optional(id), ...paging }),
  response: z.object({
    ...listOf(courseQuestion).shape,
    /** True when the caller may ask, and when the caller may reply. */
    may_ask: z.boolean(),
    may_reply: z.boolean(),
  }),
  reasons: [FailureReason.NotFound],
});

export const askQuestion = declare('/api/Course/qa_add', {
  access: Access.Member,
  summary: 'Asks something about a course that the caller has.',
  request: z.object({
    course_id: id,
    unit_id: z.optional(id),
    second: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
    content: words(QUESTION_MAX),
  }),
  response: courseQuestion,
  reasons: [FailureReason.WrongRole, FailureReason.NotFound, FailureReason.NotEnrolled],
});

export const replyQuestion = declare('/api/Course/qa_reply', {
  access: Access.Member,
  summary: 'Replies to a question: for the course’s mentor and for who has the course.',
  request: z.object({ id, content: words(QUESTION_MAX) }),
  response: courseQuestion,
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled],
});

export const likeQuestion = declare('/api/Course/qa_like', {
  access: Access.Member,
  summary: 'Likes a question, or does so no more.',
  request: z.object({ id, on: z.boolean() }),
  response: z.object({ liked: z.boolean(), likes: z.int() }),
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const REVIEWS_ACTIONS: readonly AnyAction[] = [
  listReviews,
  addReview,
  likeReview,
  deleteReview,
  listQuestions,
  askQuestion,
  replyQuestion,
  likeQuestion,
];
