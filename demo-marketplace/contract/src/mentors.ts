import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { courseCard } from './courses.js';
import { memberBrief } from './member.js';
import { FailureReason } from './envelope.js';
import { anyWords, id, listOf, moment, paging, userType } from './fields.js';

import { review } from './reviews.js';

export const mentorCard = z.object({
  ...memberBrief.shape,
  intro: z.string(),
  courses: z.int(),
  learners: z.int(),
  /** 0 to 5, over all courses of the mentor. */
  rating: z.number(),
  ratings: z.int(),
  followers: z.int(),
  /** True when the caller follows the mentor. */
  followed: z.boolean(),
});
export type MentorCard = z.infer<typeof mentorCard>;

export const listMentors = declare('/api/Mentor/list', {
  access: Access.Public,
  summary: 'Mentors, those with most learners first.',
  request: z.object({ keyword: z.optional(anyWords(100)), ...paging }),
  response: listOf(mentorCard),
});

export const getMentor = declare('/api/Mentor/info', {
  access: Access.Public,
  summary: 'What everybody may know of a mentor; their courses are in Course/list.',
  request: z.object({ id }),
  response: z.object({
    ...mentorCard.shape,
    /** Chat account; empty for visitors, and until it is created. */
    hx_uid: z.string(),
    area: z.string(),
    /** Address of the mentor's intro clip; empty for none. */
    clip_url: z.string(),
    subjects: z.array(z.string()),
    /** One sentence each. */
    education: z.array(z.string()),
    experience: z.array(z.string()),
    /** Titles of the verified credentials; the documents themselves are not public. */
    credentials: z.array(z.string()),
    since: moment,
    answers_homework: z.boolean(),
    /** True when the caller is this mentor. */
    mine: z.boolean(),
  }),
  reasons: [FailureReason.NotFound],
});

export const listMentorReviews = declare('/api/Mentor/reviews', {
  access: Access.Public,
  summary: 'What learners say of a mentor’s courses, the newest first.',
  request: z.object({ id, ...paging }),
  response: listOf(z.object({ ...review.shape, course_id: id, course_title: z.string() })),
  reasons: [FailureReason.NotFound],
});

/** Kind of item that can be put on a wish list, once a feature sells it. */
const wishType = z.enum(['course', 'live', 'activity']);

export const toggleWish = declare('/api/Wish/toggle', {
  access: Access.Member,
  summary: 'Puts something on the caller’s wish list or takes it off.',
  request: z.object({ type: wishType, id, on: z.boolean() }),
  response: z.object({ wished: z.boolean() }),
  reasons: [FailureReason.WrongRole, FailureReason.NotFound],
});

export const listWishes = declare('/api/Wish/list', {
  access: Access.Member,
  summary: 'The caller’s wish list, the latest first; what is off sale stays, marked.',
  // The list shows courses; a feature that sells something else brings a list of its own.
  request: z.object({ type: z.literal('course'), ...paging }),
  response: listOf(
    z.object({
      course: courseCard,
      wished_at: moment,
      /** Price at the time it was added, in cents. */
      price_then_cents: z.int(),
      on_sale: z.boolean(),
    }),
  ),
  reasons: [FailureReason.WrongRole],
});

export const toggleFollow = declare('/api/Follow/toggle', {
  access: Access.Member,
  summary: 'Follows a member, or does so no more.',
  request: z.object({ type: z.literal('member'), id, on: z.boolean() }),
  response: z.object({ followed: z.boolean(), followers: z.int() }),
  reasons: [FailureReason.NotFound],
});

export const FollowDirection = { Following: 'following', Followers: 'followers' } as const;
export type FollowDirection = (typeof FollowDirection)[keyof typeof FollowDirection];

export const listFollows = declare('/api/Follow/list', {
  access: Access.Member,
  summary: 'Whom the caller follows, or who follows the caller, the latest first.',
  request: z.object({ dir: z.enum(FollowDirection), ...paging }),
  response: listOf(
    z.object({
      ...memberBrief.shape,
      usertype: userType,
      /** Chat account; empty for members whom the caller may not write to. */
      hx_uid: z.string(),
      intro: z.string(),
      courses: z.int(),
      since: moment,
      /** True when the caller follows the member. */
      followed: z.boolean(),
      /** Their newest course on sale; null for none. */
      latest: z.nullable(z.object({ id, title: z.string(), at: moment })),
    }),
  ),
});

/** Actions of this file. */
export const MENTORS_ACTIONS: readonly AnyAction[] = [
  listMentors,
  getMentor,
  listMentorReviews,
  toggleWish,
  listWishes,
  toggleFollow,
  listFollows,
];
