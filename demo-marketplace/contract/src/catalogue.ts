import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { courseCard, myCourse } from './courses.js';
import { anyWords, id, moment, paging } from './fields.js';
import { mentorCard } from './mentors.js';

const category = z.object({
  id,
  /** In the language of the request. */
  name: z.string(),
  /** Name of an icon that the client knows; empty for none. */
  icon: z.string(),
  /** Courses on sale in the category and its subcategories. */
  courses: z.int(),
});
export const categoryNode = z.object({ ...category.shape, children: z.array(category) });
export type CategoryNode = z.infer<typeof categoryNode>;

export const getCategoryTree = declare('/api/Category/tree', {
  access: Access.Public,
  summary: 'The categories of a kind, two levels of them.',
  request: z.object({ kind: z.literal('course') }),
  response: z.array(categoryNode),
});

const nextClass = z.object({
  live_id: id,
  session_id: id,
  title: z.string(),
  /** Title of the session; may be that of the class. */
  session: z.string(),
  mode: z.enum(['online', 'offline']),
  venue: z.string(),
  start_at: moment,
  end_at: moment,
});
export type NextClass = z.infer<typeof nextClass>;

export const getHome = declare('/api/Index/home', {
  access: Access.Public,
  summary: 'All that the home page shows.',
  request: nothing,
  response: z.object({
    /** Courses for the carousel. */
    banners: z.array(courseCard),
    categories: z.array(categoryNode),
    /** Courses of the caller, the latest first; empty for visitors. */
    continue: z.array(myCourse),
    /** Sessions that the caller has tickets for, the earliest first; empty for visitors. */
    classes: z.array(nextClass),
    /** Latest courses of mentors whom the caller follows, without the caller’s own; empty for visitors. */
    followed: z.array(courseCard),
    hot: z.array(courseCard),
    /** Ordered by deadline, the earliest first. */
    crowdfunding: z.array(courseCard),
    fresh: z.array(courseCard),
    free: z.array(courseCard),
    mentors: z.array(mentorCard),
    stats: z.object({ courses: z.int(), mentors: z.int(), learners: z.int(), reviews: z.int() }),
  }),
});

export const SearchType = { All: 'all', Course: 'course', Mentor: 'mentor' } as const;
export type SearchType = (typeof SearchType)[keyof typeof SearchType];

export const search = declare('/api/Index/search', {
  access: Access.Public,
  summary: 'What goes by some words; `all` has the first of each type.',
  request: z.object({ query: anyWords(100), type: z.optional(z.enum(SearchType)), ...paging }),
  response: z.object({
    courses: z.array(courseCard),
    mentors: z.array(mentorCard),
    /** Totals over all pages, per type. */
    counts: z.object({ course: z.int(), mentor: z.int() }),
    page: z.int(),
    limit: z.int(),
  }),
});

export const suggest = declare('/api/Index/suggest', {
  access: Access.Public,
  summary: 'Up to eight courses, mentors and categories that go by some words; without any, those that nearly do.',
  request: z.object({ query: anyWords(100) }),
  response: z.array(z.object({ type: z.enum(['course', 'mentor', 'category']), id, text: z.string() })),
});

export const getHotWords = declare('/api/Index/hot_words', {
  access: Access.Public,
  summary: 'Words that lead to what most people learn.',
  request: nothing,
  response: z.array(z.string()),
});

/** Actions of this file. */
export const CATALOGUE_ACTIONS: readonly AnyAction[] = [getCategoryTree, getHome, search, suggest, getHotWords];
