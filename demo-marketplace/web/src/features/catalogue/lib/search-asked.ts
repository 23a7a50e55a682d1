import { SearchType } from '@lectern/marketplace-contract';
import { oneOf, pageOf } from '../../../lib/query.js';
import { COURSES_PER_PAGE } from './course-query.js';

const MOST_LETTERS = 100;

/** The search that an address asks for; without words, `query` is empty. */
export const searchAskedBy = (search: URLSearchParams) => ({
  query: (search.get('query') ?? '').trim().slice(0, MOST_LETTERS),
  type: oneOf(Object.values(SearchType), search.get('type'), SearchType.All),
  page: pageOf(search),
  limit: COURSES_PER_PAGE,
});
