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

type CourseQuery = RequestOf<typeof listCourses>;

export const LEVELS = ['1', '2', '3'] as const;
/** Full rows of two, three and four. */
export const COURSES_PER_PAGE = 12;

/** Names of the filters in the address of the catalogue; `lang` already names the language of the page. */
export type FilterName =
  'kind' | 'category' | 'price' | 'level' | 'taught' | 'rating' | 'length' | 'captions' | 'sort' | 'page';

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

const ID = /^[1-9]\d{0,15}$/;

/** The page number in an address; 1 if it is missing or invalid. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Parses the filters in an address of the catalogue; invalid values are ignored. */
export function courseQueryOf(parameters: URLSearchParams): CourseQuery {
  const kind = oneOf(Object.values(CourseKind), parameters.get('kind'));
  const category = parameters.get('category');
  const price = oneOf(Object.keys(PRICE_STEPS) as PriceStep[], parameters.get('price'));
  const level = oneOf(LEVELS, parameters.get('level'));
  const taught = oneOf(Object.values(Locale), parameters.get('taught'));
  const rating = oneOf(RATING_STEPS, parameters.get('rating'));
  const length = oneOf(Object.values(CourseLength), parameters.get('length'));
  const captions = oneOf(Object.values(Locale), parameters.get('captions'));
  const sort = oneOf(Object.values(CourseSort), parameters.get('sort'));
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
