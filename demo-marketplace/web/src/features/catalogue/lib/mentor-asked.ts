import { ID, oneOf, pageOf } from '../../../lib/query.js';
import { COURSES_PER_PAGE } from './course-query.js';

export const MENTOR_TABS = ['courses', 'reviews'] as const;

/** The id of the mentor that an address names; undefined if there is none. */
export function mentorIdOf(search: URLSearchParams): string | undefined {
  const id = search.get('id') ?? '';
  return ID.test(id) ? id : undefined;
}

export const mentorTabOf = (search: URLSearchParams) => oneOf(MENTOR_TABS, search.get('tab'), 'courses');

/** The courses of a mentor that an address asks for. */
export const mentorCoursesAskedBy = (search: URLSearchParams, id: string) => ({
  mentor_id: id,
  page: pageOf(search),
  limit: COURSES_PER_PAGE,
});

/** The reviews of a mentor that an address asks for. */
export const mentorReviewsAskedBy = (search: URLSearchParams, id: string) => ({
  id,
  page: pageOf(search),
  limit: COURSES_PER_PAGE,
});
