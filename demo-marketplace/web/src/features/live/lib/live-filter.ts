import {
  LiveMode,
  LiveSort,
  PRICE_STEPS,
  type listLives,
  type LiveKind,
  type PriceStep,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { pageOf } from '../../../lib/query.js';

/** Full rows of two and three. */
export const LIVES_PER_PAGE = 12;

/** Names of the filters in the address of a list. */
export const LIVE_FILTERS = ['mode', 'from', 'to', 'price', 'available', 'sort'] as const;
export type LiveFilter = (typeof LIVE_FILTERS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day that exists; the input of the browser clears what does not, an address may hold anything. */
const dayOf = (value: string | null): string | undefined =>
  value !== null && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : undefined;

/** The request of a list, from its address; values that are no filters are left out. */
export function liveRequest(kind: LiveKind, search: URLSearchParams): RequestOf<typeof listLives> {
  const mode = Object.values(LiveMode).find((one) => one === search.get('mode'));
  const sort = Object.values(LiveSort).find((one) => one === search.get('sort'));
  const price = (Object.keys(PRICE_STEPS) as PriceStep[]).find((one) => one === search.get('price'));
  const [from, to] = [dayOf(search.get('from')), dayOf(search.get('to'))];
  return {
    kind,
    ...(mode !== undefined && { mode }),
    ...(sort !== undefined && { sort }),
    ...(price !== undefined && PRICE_STEPS[price]),
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
    ...(search.get('available') === '1' && { available: true }),
    page: pageOf(search),
    limit: LIVES_PER_PAGE,
  };
}
