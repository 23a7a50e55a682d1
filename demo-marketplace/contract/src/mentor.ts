import * as z from 'zod/mini';
import { Access, declare, nothing } from './action.js';
import { INTRO_MAX } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyLine, anyWords, day, id, line, listOf, moment, paging, words } from './fields.js';
import { isIdCard } from './validators.js';

/** Ours: what an application and a mentor's public profile may list. */
export const SUBJECTS_MAX = 10;
export const CREDENTIALS_MAX = 10;
const HISTORY_MAX = 10;

/** Key of an uploaded file; empty for none. */
const fileKey = anyWords(200);
const subjects = z.array(words(32)).check(z.maxLength(SUBJECTS_MAX));
/** Schools and posts, one sentence each. */
const history = z.array(words(120)).check(z.maxLength(HISTORY_MAX));
const credential = z.object({
  title: words(80),
  /** Key of a picture of it; empty for none. */
  key: fileKey,
});
const credentials = z.array(credential).check(z.maxLength(CREDENTIALS_MAX));

/** What somebody may ask to be allowed: to manage content, to answer homework. */
export const MENTOR_WISHES = ['provider', 'homework'] as const;
export type MentorWish = (typeof MENTOR_WISHES)[number];
const want = z.array(z.enum(MENTOR_WISHES)).check(z.maxLength(MENTOR_WISHES.length));

/** An application as far as it is filled in. */
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
/** The same as it is written: names and titles on one line. */
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
  /** Whether a mentor who is approved waits for a further permission. */
  is_extending: z.boolean(),
  /** Why it failed; empty otherwise. */
  reason: z.string(),
  form: applicationForm,
  /** Addresses of the form's files, by their keys. */
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

/** What everybody sees of a mentor, as the mentor edits it. */
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
    /** Those who came within 30 days. */
    new_learners: z.number(),
    rating: z.number(),
    ratings: z.number(),
    /** What may be withdrawn. */
    balance_cents: z.number(),
    /** What is earned but may have to be given back. */
    frozen_cents: z.number(),
  }),
  /** What came in with sales, after the platform’s share and refunds: the last six months, this one last. */
  income: z.array(
    z.object({
      /** `yyyy-mm`, where the mentor lives. */
      month: z.string(),
      /** Below 0 when more was given back than sold. */
      income_cents: z.number(),
      sales: z.number(),
    }),
  ),
  /** What would make the profile or the offer better. */
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

/** Whom of the learners to list. */
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

/** Whether a buyer wants, or has, their money back. */
const BUYER_REFUNDS = ['none', 'asked', 'done'] as const;

const buyer = z.object({
  member: z.object({ id, name: z.string(), headimg: z.string() }),
  course: z.object({ id, title: z.string() }),
  source: z.enum(['order', 'free', 'crowdfund']),
  /** Empty without an order. */
  order_no: z.string(),
  /** What was paid, with coupon and points off; 0 for free. */
  amount_cents: z.number(),
  /** Whether the money was asked back, or given back. */
  refund: z.enum(BUYER_REFUNDS),
  percent: z.number(),
  joined_at: moment,
  completed_at: z.nullable(moment),
  /** When a refund ended it. */
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
    /** The mentor's courses, to choose from. */
    courses: z.array(z.object({ id, title: z.string() })),
  }),
});

export const exportBuyers = declare('/api/Studio/buyers_export', {
  access: Access.Provider,
  summary: 'The same as a table for spreadsheets, at most 10,000 lines.',
  request: z.object(buyerFilter),
  response: z.object({ filename: z.string(), csv: z.string() }),
});
