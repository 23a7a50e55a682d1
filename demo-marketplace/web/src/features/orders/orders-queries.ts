import { OrderTab } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../lib/page.js';
import { oneOf, pageOf } from '../../lib/query.js';
import { ordersQuery } from './api/orders.js';

/** Length of a search word, in characters. */
export const KEYWORD_MAX = 60;

/** The orders that the address asks for. */
export const ordersAskedBy = (search: URLSearchParams) => ({
  tab: oneOf(Object.values(OrderTab), search.get('tab'), OrderTab.All),
  keyword: (search.get('keyword') ?? '').slice(0, KEYWORD_MAX),
  page: pageOf(search),
});

/** Prefetches the query of a member's orders. */
export const orderListQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(ordersQuery(ordersAskedBy(search)));
