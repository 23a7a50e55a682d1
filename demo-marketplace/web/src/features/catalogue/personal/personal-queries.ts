import { FollowDirection, MyCourseTab } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../../lib/page.js';
import { oneOf, pageOf } from '../../../lib/query.js';
import { myCoursesQuery } from '../api/courses.js';
import { followsQuery, liveWishesQuery, wishesQuery } from '../api/mentors.js';

const COURSES_PER_PAGE = 10;
const PEOPLE_PER_PAGE = 20;

/** The courses that the address asks for. */
export const myCoursesAskedBy = (search: URLSearchParams) => ({
  tab: oneOf(Object.values(MyCourseTab), search.get('tab'), MyCourseTab.Learning),
  page: pageOf(search),
  limit: COURSES_PER_PAGE,
});

/** Kinds of wishes, each with a list of its own. */
export const WISH_TABS = ['course', 'live'] as const;
export type WishTab = (typeof WISH_TABS)[number];

/** The list that the address asks for. */
export const wishTabOf = (search: URLSearchParams): WishTab => oneOf(WISH_TABS, search.get('tab'), 'course');

/** The live classes and activities that the address asks for. */
export const liveWishesAskedBy = (search: URLSearchParams) => ({ page: pageOf(search), limit: COURSES_PER_PAGE });

/** The courses that the address asks for. */
export const wishesAskedBy = (search: URLSearchParams) => ({
  type: 'course' as const,
  page: pageOf(search),
  limit: COURSES_PER_PAGE,
});

/** The members that the address asks for. */
export const followsAskedBy = (search: URLSearchParams) => ({
  dir: oneOf(Object.values(FollowDirection), search.get('tab'), FollowDirection.Following),
  page: pageOf(search),
  limit: PEOPLE_PER_PAGE,
});

/** Prefetches the query of a member's courses. */
export const myCoursesQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(myCoursesQuery(myCoursesAskedBy(search)));

/** Prefetches the query of a member's wish list. */
export const wishListQueries: PageQueries = (client, search) =>
  wishTabOf(search) === 'live'
    ? void client.prefetchQuery(liveWishesQuery(liveWishesAskedBy(search)))
    : void client.prefetchQuery(wishesQuery(wishesAskedBy(search)));

/** Prefetches the query of a member's follows. */
export const followsQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(followsQuery(followsAskedBy(search)));
