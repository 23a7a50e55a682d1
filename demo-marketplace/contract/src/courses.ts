import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { Locale } from './enums.js';
import { FailureReason } from './envelope.js';
import { anyWords, id, listOf, moment, paging } from './fields.js';
import { UnitType } from './lessons.js';
import { memberBrief } from './member.js';

/** Kind of courses that a list contains. */
export const CourseKind = { All: 'all', Online: 'online', Crowdfund: 'crowdfund', Free: 'free' } as const;
export type CourseKind = (typeof CourseKind)[keyof typeof CourseKind];

export const CourseSort = {
  Hot: 'hot',
  Newest: 'new',
  PriceUp: 'price_up',
  PriceDown: 'price_down',
  Rating: 'rating',
  /** The campaign with the earliest deadline comes first. */
  Ending: 'ending',
} as const;
export type CourseSort = (typeof CourseSort)[keyof typeof CourseSort];

/** Total length of a course: below 1 hour, below 3 hours, or more. */
export const CourseLength = { Short: 'short', Medium: 'medium', Long: 'long' } as const;
export type CourseLength = (typeof CourseLength)[keyof typeof CourseLength];

/** Level of the learners that a course is for. */
export const CourseLevel = { Everybody: 0, Beginner: 1, Intermediate: 2, Advanced: 3 } as const;
export type CourseLevel = (typeof CourseLevel)[keyof typeof CourseLevel];

export const MyCourseTab = {
  Learning: 'learning',
  Finished: 'finished',
  /** Backed, and without lessons yet. */
  Crowdfunding: 'crowdfunding',
  /** Ended by a refund. */
  Expired: 'expired',
} as const;
export type MyCourseTab = (typeof MyCourseTab)[keyof typeof MyCourseTab];

const cents = z.int();

export const crowdfundBrief = z.object({
  state: z.enum(['draft', 'funding', 'producing', 'published', 'failed', 'cancelled']),
  target_type: z.enum(['people', 'amount']),
  /** People or cents, by the kind of the campaign; `reached` too. */
  target: z.int(),
  reached: z.int(),
  backers: z.int(),
  /** Whole percent of the target; may be above 100. */
  percent: z.int(),
  starts_at: moment,
  deadline: moment,
  /** 110678 once the deadline is past. */
  days_left: z.int(),
  /** Price for backers, and price after publication. */
  early_price_cents: cents,
  later_price_cents: cents,
  produce_by: moment,
});
export type CrowdfundBrief = z.infer<typeof crowdfundBrief>;

/** Titles are in the language of the request, or in Chinese where no translation exists. */
export const courseCard = z.object({
  id,
  title: z.string(),
  subtitle: z.string(),
  /** Address of the image; empty for none. */
  cover: z.string(),
  mentor: memberBrief,
  /** Empty for none. */
  category_id: z.union([id, z.literal('')]),
  /** 0 is free. */
  price_cents: cents,
  original_price_cents: cents,
  /** 0 to 5, with one decimal; 0 without ratings. */
  rating: z.number(),
  ratings: z.int(),
  learners: z.int(),
  units: z.int(),
  seconds: z.int(),
  level: z.enum(CourseLevel),
  /** Language in which the course is taught. */
  lang: z.string(),
  /** Null for a course without crowdfunding. */
  crowdfund: z.nullable(crowdfundBrief),
  /** True when the course is on the caller's wish list, and when the caller has it; both false for visitors. */
  wished: z.boolean(),
  owned: z.boolean(),
});
export type CourseCard = z.infer<typeof courseCard>;

/** Price ranges of the filter, in cents; the last has no upper bound. */
export const PRICE_STEPS = {
  low: { price_max: 50_000 },
  middle: { price_min: 50_000, price_max: 150_000 },
  high: { price_min: 150_000 },
} as const;
export type PriceStep = keyof typeof PRICE_STEPS;
/** Minimum ratings of the filter, in stars. */
export const RATING_STEPS = ['4.5', '4', '3.5'] as const;

const filters = {
  kind: z.optional(z.enum(CourseKind)),
  /** Includes the subcategories. */
  category_id: z.optional(id),
  keyword: z.optional(anyWords(100)),
  /** Cents, both bounds inclusive. */
  price_min: z.optional(z.int().check(z.minimum(0))),
  price_max: z.optional(z.int().check(z.minimum(0))),
  level: z.optional(z.enum(CourseLevel)),
  lang: z.optional(z.enum(Object.values(Locale))),
  /** Minimum rating in stars, 0 to 5. */
  rating: z.optional(z.number().check(z.minimum(0), z.maximum(5))),
  length: z.optional(z.enum(CourseLength)),
  /** At least one of its videos has captions in this language. */
  captions: z.optional(z.enum(Object.values(Locale))),
  mentor_id: z.optional(id),
};

export const listCourses = declare('/api/Course/list', {
  access: Access.Public,
  summary: 'One page of the courses on sale, filtered and sorted.',
  request: z.object({ ...filters, sort: z.optional(z.enum(CourseSort)), ...paging }),
  response: listOf(courseCard),
});

/** Number of courses by choice of a filter; choices without courses are omitted. */
const tally = z.record(z.string(), z.int());

export const getFacets = declare('/api/Course/facets', {
  access: Access.Public,
  summary: 'How many courses each other choice of one filter would find, with all other filters as they are.',
  request: z.object(filters),
  response: z.object({
    /** Includes the courses of subcategories. */
    category: tally,
    price: tally,
    level: tally,
    taught: tally,
    rating: tally,
    length: tally,
    captions: tally,
  }),
});
export type Facets = z.infer<typeof getFacets.response>;

export const courseInfo = z.object({
  ...courseCard.shape,
  /** Sanitised HTML. */
  intro_html: z.string(),
  learn: z.array(z.string()),
  requirements: z.array(z.string()),
  audience: z.array(z.string()),
  /** Addresses, at most three; the first is the cover. */
  images: z.array(z.string()),
  /** Languages in which at least one of its videos has captions. */
  captions: z.array(z.enum(Object.values(Locale))),
  /** Address of the intro clip; empty for none. */
  clip_url: z.string(),
  /** A course that is not approved, or is paused, is visible only to its mentor and its learners. */
  status: z.enum(['draft', 'pending', 'approved', 'refused']),
  paused: z.boolean(),
  updated_at: moment,
  /** Seats neither bought nor held by an order; null without a limit. */
  seats_left: z.nullable(z.int()),
  /** True when the caller teaches the course. */
  mine: z.boolean(),
  /** True when the caller has an active pledge for it. */
  backed: z.boolean(),
  /** True when the caller follows its mentor. */
  followed: z.boolean(),
  mentor_intro: z.string(),
  mentor_learners: z.int(),
  mentor_courses: z.int(),
  questions: z.int(),
  /** Progress of the caller; null for callers who do not have the course. */
  progress: z.nullable(
    z.object({
      percent: z.int(),
      completed: z.boolean(),
      /** Empty before the first lesson. */
      unit_id: z.union([id, z.literal('')]),
      second: z.int(),
    }),
  ),
});
export type CourseInfo = z.infer<typeof courseInfo>;

const courseId = z.object({ id });

export const getCourse = declare('/api/Course/info', {
  access: Access.Public,
  summary: 'Everything about one course but its lessons.',
  request: courseId,
  response: courseInfo,
  reasons: [FailureReason.NotFound],
});

export const courseUnit = z.object({
  id,
  title: z.string(),
  type: z.enum(Object.values(UnitType)),
  seconds: z.int(),
  /** The unit is open to everybody. */
  preview: z.boolean(),
  /** The unit is not open to the caller. */
  locked: z.boolean(),
  /** The caller has completed the unit. */
  done: z.boolean(),
});
export type CourseUnit = z.infer<typeof courseUnit>;
export const courseChapter = z.object({ id, title: z.string(), units: z.array(courseUnit) });
export type CourseChapter = z.infer<typeof courseChapter>;

export const getOutline = declare('/api/Course/outline', {
  access: Access.Public,
  summary: 'The chapters of a course with their lessons, in order.',
  request: courseId,
  response: z.array(courseChapter),
  reasons: [FailureReason.NotFound],
});

export const listRelated = declare('/api/Course/related', {
  access: Access.Public,
  summary: 'Up to six courses that somebody who looks at this one may want.',
  request: courseId,
  response: z.array(courseCard),
  reasons: [FailureReason.NotFound],
});

export const enrollFree = declare('/api/Course/enroll_free', {
  access: Access.Member,
  summary: 'Takes a course that costs nothing; again, nothing happens.',
  request: courseId,
  response: nothing,
  reasons: [
    FailureReason.WrongRole,
    FailureReason.NotFound,
    FailureReason.NotFree,
    FailureReason.SoldOut,
    FailureReason.OwnCourse,
  ],
});

export const myCourse = z.object({
  course: courseCard,
  percent: z.int(),
  /** Unit to continue with; empty before the first lesson. */
  unit_id: z.union([id, z.literal('')]),
  unit_title: z.string(),
  second: z.int(),
  completed_at: z.nullable(moment),
  /** The caller’s certificate; empty until one is issued. */
  certificate_id: z.union([id, z.literal('')]),
  since: moment,
});
export type MyCourse = z.infer<typeof myCourse>;

export const listMyCourses = declare('/api/Course/my_list', {
  access: Access.Member,
  summary: 'The caller’s courses, the latest first.',
  request: z.object({ tab: z.enum(MyCourseTab), ...paging }),
  response: listOf(myCourse),
  reasons: [FailureReason.WrongRole],
});

/** Actions of this file. */
export const COURSES_ACTIONS: readonly AnyAction[] = [
  listCourses,
  getFacets,
  getCourse,
  getOutline,
  listRelated,
  enrollFree,
  listMyCourses,
];
