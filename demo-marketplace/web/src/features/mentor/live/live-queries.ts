import { LIVE_TABS, type LiveTab } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../../lib/page.js';
import { oneOf, pageOf } from '../../../lib/query.js';
import { managedLivesQuery, roomsQuery } from '../api/lives.js';

export const LIVES_PER_PAGE = 10;

export interface ManagedLivesRequest {
  readonly tab: LiveTab;
  readonly page: number;
  readonly limit: number;
}

/** The request of the mentor's list, from its address. */
export const managedLivesRequest = (search: URLSearchParams): ManagedLivesRequest => ({
  tab: oneOf(LIVE_TABS, search.get('tab'), 'all'),
  page: pageOf(search),
  limit: LIVES_PER_PAGE,
});

/** Tab of the live rooms, beside those of classes and activities. */
export const ROOMS_TAB = 'rooms';

/** Prefetches the mentor's live rooms. */
export const roomsQueries: PageQueries = (client) => void client.prefetchQuery(roomsQuery());

/** Prefetches the mentor's classes and activities. */
export const managedLivesQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(managedLivesQuery(managedLivesRequest(search)));
