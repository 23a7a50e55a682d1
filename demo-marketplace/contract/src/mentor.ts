import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { INTRO_MAX } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyLine, anyWords, day, id, line, listOf, moment, paging, words } from './fields.js';
import { isIdCard } from './validators.js';

/** Not in the specification: limits of the lists in an application and in a public profile. */
export const SUBJECTS_MAX = 10;
export const CREDENTIALS_MAX = 10;
const HISTORY_MAX = 10;

/** Key of an uploaded file; empty for none. */
const fileKey = anyWords(200);
const subjects = z.array(words(32)).check(z.maxLength(SUBJECTS_MAX));
/** Schools or posts, one sentence each. */
const history = z.array(words(120)).check(z.maxLength(HISTORY_MAX));
const credential = z.object({
  title: words(80),
  /** Key of an image of the document; empty for none. */
  key: fileKey,
});
const credentials = z.array(credential).check(z.maxLength(CREDENTIALS_MAX));

/** Permissions that a member can apply for: to manage content, to answer homework. */
export const MENTOR_WISHES = ['provider', 'homework'] as const;
export type MentorWish = (typeof MENTOR_WISHES)[number];
const want = z.array(z.enum(MENTOR_WISHES)).check(z.maxLength(MENTOR_WISHES.length));

/** An application, possibly incomplete. */
const applicationForm = z.object({
  real_name: anyWords(64),
  id_card: anyWords(20),
  area: anyWords(64),
  intro: anyWords(INTRO_MAX),
  photo: fileKey,
  clip: fileKey,
  subjects,
  education: history,
  experience: history,
  credentials,
  want,
});
export type ApplicationForm = z.infer<typeof applicationForm>;

const writtenSubjects = z.array(line(32)).check(z.maxLength(SUBJECTS_MAX));
const writtenHistory = z.array(line(120)).check(z.maxLength(HISTORY_MAX));
/** The same with names and titles on one line, the rule for new input. */
const writtenForm = z.extend(applicationForm, {
  real_name: anyLine(64),
  area: anyLine(64),
  subjects: writtenSubjects,
  education: writtenHistory,
  experience: writtenHistory,
  credentials: z.array(z.extend(credential, { title: line(80) })).check(z.maxLength(CREDENTIALS_MAX)),
});

const applicationInfo = z.object({
  /** 0 not applied, 1 applying, 2 approved, 3 failed. */
  provider_check_status: z.literal([0, 1, 2, 3]),
  /** True when an approved mentor has applied for a further permission. */
  is_extending: z.boolean(),
  /** Reason of the refusal; empty otherwise. */
  reason: z.string(),
  form: applicationForm,
  /** Addresses of the form's files, by key. */
  urls: z.record(z.string(), z.string()),
  submitted_at: z.nullable(moment),
  decided_at: z.nullable(moment),
});
export type ApplicationInfo = z.infer<typeof applicationInfo>;

export const getApplication = declare('/api/Provider/info', {
  access: Access.Member,
  summary: 'Where the member’s application to become a mentor stands, and what it says.',
  request: nothing,
  response: applicationInfo,
});

export const saveApplication = declare('/api/Provider/save', {
  access: Access.Member,
  summary: 'Keeps an application that is not finished yet; refused while one is being checked.',
  request: writtenForm,
  response: nothing,
  reasons: [FailureReason.WrongRole, FailureReason.StateChanged],
});

const idCard = words(20).check(z.refine<string>(isIdCard, { error: FieldProblem.Malformed }));
export const applyAsMentor = declare('/api/Provider/apply', {
  access: Access.Member,
  summary: 'Hands in the application to become a mentor, again after it failed, or for a further permission.',
  request: z.object({
    ...writtenForm.shape,
    real_name: line(64),
    id_card: idCard,
    intro: words(INTRO_MAX),
    subjects: writtenSubjects.check(z.minLength(1)),
    want: want.check(z.minLength(1)),
    agree: z.boolean().check(z.refine((is: boolean) => is, { error: FieldProblem.NotAccepted })),
  }),
  response: applicationInfo,
  reasons: [FailureReason.WrongRole, FailureReason.StateChanged],
});

const clip = z.object({ key: z.string(), url: z.string(), seconds: z.number() });

/** Public profile of a mentor, as the mentor edits it. */
const mentorProfile = z.object({
  intro: z.string(),
  subjects: z.array(z.string()),
  education: z.array(z.string()),
  experience: z.array(z.string()),
  credentials: z.array(z.object({ title: z.string(), key: z.string() })),
  clip: z.nullable(clip),
});
export type MentorProfile = z.infer<typeof mentorProfile>;

const TODO_ITEMS = ['headimg', 'clip', 'first-course', 'refused-course', 'draft-course'] as const;
export type StudioTodo = (typeof TODO_ITEMS)[number];

const studioOverview = z.object({
  id,
  profile: mentorProfile,
  is_provider: z.boolean(),
  is_homework: z.boolean(),
  numbers: z.object({
    courses: z.number(),
    pending: z.number(),
    learners: z.number(),
    /** Learners who joined within the last 30 days. */
    new_learners: z.number(),
    rating: z.number(),
    ratings: z.number(),
    /** Earnings that can be withdrawn, in cents. */
    balance_cents: z.number(),
    /** Earnings that can still be refunded, in cents. */
    frozen_cents: z.number(),
  }),
  /**
   * Income from sales after the platform’s share and refunds, for the last six months in order; the last entry is the
   * current month.
   */
  income: z.array(
    z.object({
      /** `yyyy-mm`, in the mentor's time zone. */
      month: z.string(),
      /** Negative when refunds exceed sales. */
      income_cents: z.number(),
      sales: z.number(),
    }),
  ),
  /** Suggestions that would improve the profile or the offer. */
  todo: z.array(z.enum(TODO_ITEMS)),
});
export type StudioOverview = z.infer<typeof studioOverview>;

export const getStudio = declare('/api/Studio/overview', {
  access: Access.Mentor,
  summary: 'The mentor’s own public profile, numbers, income by month, and what is to be done.',
  request: nothing,
  response: studioOverview,
});

export const saveMentorProfile = declare('/api/Studio/profile_save', {
  access: Access.Mentor,
  summary: 'Changes what everybody sees of the mentor.',
  request: z.object({
    intro: words(INTRO_MAX),
    subjects: writtenSubjects.check(z.minLength(1)),
    education: writtenHistory,
    experience: writtenHistory,
    /** Key of an uploaded clip; empty for none. */
    clip: fileKey,
  }),
  response: mentorProfile,
});

/** Filter of the list of learners. */
export const BUYER_STATES = ['all', 'learning', 'finished', 'ended'] as const;
export type BuyerState = (typeof BUYER_STATES)[number];

const buyerFilter = {
  course_id: z.optional(id),
  /** Part of a name, or an order’s number. */
  keyword: z.optional(anyWords(64)),
  state: z.optional(z.enum(BUYER_STATES)),
  /** First and last day of joining, `yyyy-mm-dd`. */
  from: z.optional(day),
  to: z.optional(day),
};

/** State of a buyer's refund. */
const BUYER_REFUNDS = ['none', 'asked', 'done'] as const;

const buyer = z.object({
  member: z.object({ id, name: z.string(), headimg: z.string() }),
  course: z.object({ id, title: z.string() }),
  source: z.enum(['order', 'free', 'crowdfund']),
  /** Empty when the learner joined without an order. */
  order_no: z.string(),
  /** Payment in cents, after coupon and points; 0 for free courses. */
  amount_cents: z.number(),
  /** `asked` while a refund request is open, `done` after the refund. */
  refund: z.enum(BUYER_REFUNDS),
  percent: z.number(),
  joined_at: moment,
  completed_at: z.nullable(moment),
  /** Time at which a refund ended the enrollment. */
  ended_at: z.nullable(moment),
});
export type Buyer = z.infer<typeof buyer>;

export const listBuyers = declare('/api/Studio/buyers', {
  access: Access.Provider,
  summary: 'Who learns in the mentor’s courses, the newest first.',
  request: z.object({
    ...buyerFilter,
    ...paging,
  }),
  response: z.object({
    ...listOf(buyer).shape,
    /** The mentor's courses, for the filter. */
    courses: z.array(z.object({ id, title: z.string() })),
  }),
});

export const exportBuyers = declare('/api/Studio/buyers_export', {
  access: Access.Provider,
  summary: 'The same as a table for spreadsheets, at most 10,000 lines.',
  request: z.object(buyerFilter),
  response: z.object({ filename: z.string(), csv: z.string() }),
});

/** Actions of this file. */
export const MENTOR_ACTIONS: readonly AnyAction[] = [
  getApplication,
  saveApplication,
  applyAsMentor,
  getStudio,
  saveMentorProfile,
  listBuyers,
  exportBuyers,
];
