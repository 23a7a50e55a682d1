import {
  CourseKind,
  CourseLength,
  CourseSort,
  Locale,
  PRICE_STEPS,
  RATING_STEPS,
  type listCourses,
  type PriceStep,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { choiceOf, ID, pageOf } from '../../../lib/query.js';

type CourseQuery = RequestOf<typeof listCourses>;

export const LEVELS = ['1', '2', '3'] as const;
/** Full rows of two, three and four. */
export const COURSES_PER_PAGE = 12;

/** Names of the filters in the address of the catalogue; `lang` already names the language of the page. */
export type FilterName =
  'kind' | 'category' | 'price' | 'level' | 'taught' | 'rating' | 'length' | 'captions' | 'sort' | 'page';

/** Parses the filters in an address of the catalogue; invalid values are ignored. */
export function courseQueryOf(parameters: URLSearchParams): CourseQuery {
  const kind = choiceOf(Object.values(CourseKind), parameters.get('kind'));
  const category = parameters.get('category');
  const price = choiceOf(Object.keys(PRICE_STEPS) as PriceStep[], parameters.get('price'));
  const level = choiceOf(LEVELS, parameters.get('level'));
  const taught = choiceOf(Object.values(Locale), parameters.get('taught'));
  const rating = choiceOf(RATING_STEPS, parameters.get('rating'));
  const length = choiceOf(Object.values(CourseLength), parameters.get('length'));
  const captions = choiceOf(Object.values(Locale), parameters.get('captions'));
  const sort = choiceOf(Object.values(CourseSort), parameters.get('sort'));
  return {
    ...(kind !== undefined && { kind }),
    ...(category !== null && ID.test(category) && { category_id: category }),
    ...(price !== undefined && PRICE_STEPS[price]),
    ...(level !== undefined && { level: Number(level) as 1 | 2 | 3 }),
    ...(taught !== undefined && { lang: taught }),
    ...(rating !== undefined && { rating: Number(rating) }),
    ...(length !== undefined && { length }),
    ...(captions !== undefined && { captions }),
    ...(sort !== undefined && { sort }),
    page: pageOf(parameters),
    limit: COURSES_PER_PAGE,
  };
}

/** The address with a filter set or, by an empty value, taken out; a filter begins at the first page. */
export function withFilter(parameters: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (name !== 'page') next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** The filters of an address without page and order, for which the facets are counted. */
export function facetsOf(parameters: URLSearchParams): Omit<CourseQuery, 'page' | 'limit' | 'sort'> {
  const { page: _page, limit: _limit, sort: _sort, ...filter } = courseQueryOf(parameters);
  return filter;
}
