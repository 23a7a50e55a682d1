import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { FailureReason } from './envelope.js';
import { anyWords, id, listOf, moment, paging, words } from './fields.js';

/** Topic of a member's feedback. */
export const FeedbackType = {
  Suggestion: 'suggestion',
  Problem: 'problem',
  Payment: 'payment',
  Other: 'other',
  /** About content of another member. */
  Complaint: 'complaint',
} as const;
export type FeedbackType = (typeof FeedbackType)[keyof typeof FeedbackType];

/** Kind of content that a complaint is about. The API refuses those that none of its features has registered. */
export const ReportTarget = {
  Course: 'course',
  Mentor: 'mentor',
  /** A review of a course, a question about it, or a reply. */
  Review: 'review',
  Question: 'question',
  Reply: 'reply',
  Live: 'live',
  Activity: 'activity',
  /** A post of the forum, a comment on it, or a job or a company that is presented here. */
  Post: 'post',
  Comment: 'comment',
  Job: 'job',
  Company: 'company',
  /** A chat message. */
  Message: 'message',
} as const;
export type ReportTarget = (typeof ReportTarget)[keyof typeof ReportTarget];

/** Feedback is open until it is answered; a complaint until it is upheld or dismissed. */
export const FeedbackState = {
  Open: 'open',
  Answered: 'answered',
  Upheld: 'upheld',
  Dismissed: 'dismissed',
} as const;
export type FeedbackState = (typeof FeedbackState)[keyof typeof FeedbackState];

const CONTENT_MAX = 1000;
/** Characters of an answer to feedback, and of the reason of a decision. */
export const REASON_MAX = 300;

/** Key of an image that the member uploaded as `complaint`: one only, up to 1 MB (specification §5). */
const image = z.optional(z.string().check(z.maxLength(200)));

export const reportTarget = z.object({ type: z.enum(Object.values(ReportTarget)), id });

/** Summary of the content that a complaint is about. */
const shownTarget = z.object({
  ...reportTarget.shape,
  /** Title; for what a member wrote, its beginning. Empty when the content no longer exists. */
  title: z.string(),
  /** Path of the page that shows it; empty when the content no longer exists. */
  link: z.string(),
});
export type ShownTarget = z.infer<typeof shownTarget>;

export const feedbackRow = z.object({
  id,
  type: z.enum(Object.values(FeedbackType)),
  content: z.string(),
  /** Address of the image, valid for some minutes; empty for none. */
  image: z.string(),
  /** Contact that the member prefers; empty for the account’s own address. */
  contact: z.string(),
  target: z.nullable(shownTarget),
  state: z.enum(Object.values(FeedbackState)),
  /** Empty until it is decided. */
  reply: z.string(),
  decided_at: z.nullable(moment),
  created_at: moment,
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

export const addFeedback = declare('/api/Feedback/add', {
  access: Access.Member,
  summary: 'Writes to those who run the site.',
  request: z.object({
    type: z.enum([FeedbackType.Suggestion, FeedbackType.Problem, FeedbackType.Payment, FeedbackType.Other]),
    content: words(CONTENT_MAX),
    image,
    contact: z.optional(anyWords(100)),
    /** Description of the browser, when the member attached it. */
    diag: z.optional(anyWords(500)),
  }),
  response: z.object({ id }),
});

export const addComplaint = declare('/api/Feedback/complain', {
  access: Access.Member,
  summary: 'Reports what somebody offers or wrote to those who run the site.',
  request: z.object({
    target_type: z.enum(Object.values(ReportTarget)),
    target_id: id,
    content: words(CONTENT_MAX),
    image,
    contact: z.optional(anyWords(100)),
  }),
  response: z.object({ id }),
  reasons: [FailureReason.NotFound, FailureReason.AlreadyReported],
});

export const listFeedback = declare('/api/Feedback/list', {
  access: Access.Member,
  summary: 'What the member wrote, complaints too, with the answers; the newest first.',
  request: z.object(paging),
  response: listOf(feedbackRow),
});

export const describeTarget = declare('/api/Feedback/target', {
  access: Access.Member,
  summary: 'What a complaint would be about.',
  request: z.object({ target_type: z.enum(Object.values(ReportTarget)), target_id: id }),
  response: shownTarget,
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const FEEDBACK_ACTIONS: readonly AnyAction[] = [addFeedback, addComplaint, listFeedback, describeTarget];
