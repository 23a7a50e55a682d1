import { BUYER_STATES, COURSE_TABS, type BuyerState } from '@lectern/marketplace-contract';
import { ID, oneOf, pageOf } from '../../../lib/query.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const KEYWORD_MAX = 64;

const keywordOf = (search: URLSearchParams): string => (search.get('keyword') ?? '').slice(0, KEYWORD_MAX);

/** The id of a course under a name of the address; undefined if it is missing or invalid. */
export function courseIdOf(search: URLSearchParams, name: 'course' | 'id'): string | undefined {
  const id = search.get(name) ?? '';
  return ID.test(id) ? id : undefined;
}

/** The courses of a mentor that an address asks for. */
export const coursesAskedBy = (search: URLSearchParams) => ({
  tab: oneOf(COURSE_TABS, search.get('tab'), 'all'),
  keyword: keywordOf(search),
  page: pageOf(search),
  limit: 10,
});

export interface BuyerFilter {
  readonly course_id?: string;
  readonly keyword?: string;
  readonly state: BuyerState;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the filters of buyers in the address; invalid values are ignored. */
export function buyerFilterOf(search: URLSearchParams): BuyerFilter {
  const dayOf = (name: string): string | undefined => {
    const value = search.get(name) ?? '';
    return DAY.test(value) ? value : undefined;
  };
  const course = courseIdOf(search, 'course');
  const [from, to] = [dayOf('from'), dayOf('to')];
  const keyword = keywordOf(search);
  return {
    state: oneOf(BUYER_STATES, search.get('state'), 'all'),
    ...(course !== undefined && { course_id: course }),
    ...(keyword !== '' && { keyword }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The buyers that an address asks for. */
export const buyersAskedBy = (search: URLSearchParams) => ({
  ...buyerFilterOf(search),
  page: pageOf(search),
  limit: 20,
});

/** Parts of the dashboard of a course. */
export const DASHBOARD_PARTS = ['stats', 'announcements', 'coupons'] as const;
export const dashboardPartOf = (search: URLSearchParams) => oneOf(DASHBOARD_PARTS, search.get('part'), 'stats');

/** Periods of statistics, in days. */
export const STATS_RANGES = ['7', '30', '90', '365'] as const;
export const statsRangeOf = (search: URLSearchParams) => oneOf(STATS_RANGES, search.get('days'), '30');

/** The statistics of a course that an address asks for. */
export const statsAskedBy = (search: URLSearchParams, id: string) => ({ id, days: Number(statsRangeOf(search)) });

const PAGE_SIZE = 10;

/** The announcements of a course that an address asks for. */
export const announcementsAskedBy = (search: URLSearchParams, id: string) => ({
  id,
  page: pageOf(search),
  limit: PAGE_SIZE,
});

/** The coupons of a course that an address asks for. */
export const couponsAskedBy = (search: URLSearchParams, id: string) => ({
  course_id: id,
  page: pageOf(search),
  limit: PAGE_SIZE,
});
