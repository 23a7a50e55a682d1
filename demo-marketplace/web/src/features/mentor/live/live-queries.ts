import { LIVE_TABS, type LiveTab } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../../lib/page.js';
import { oneOf, pageOf } from '../../../lib/query.js';
import { managedLivesQuery } from '../api/lives.js';

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

/** Prefetches the mentor's classes and activities. */
export const managedLivesQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(managedLivesQuery(managedLivesRequest(search)));
