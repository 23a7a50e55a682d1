import { OrderTab } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../lib/page.js';
import { oneOf, pageOf } from '../../lib/query.js';
import { orderQuery, ordersQuery, previewOrderQuery } from './api/orders.js';
import { payChannelsQuery } from './api/payments.js';
import { checkoutAskedBy } from './lib/checkout-asked.js';

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

/** Prefetches the order to pay with its payment channels, or the sums of a new order. */
export const checkoutQueries: PageQueries = (client, search) => {
  const asked = checkoutAskedBy(search);
  if (asked === undefined) return;
  if ('item' in asked) {
    void client.prefetchQuery(previewOrderQuery({ item: asked.item }));
    return;
  }
  void client.prefetchQuery(orderQuery({ order_no: asked.orderNo }));
  void client.prefetchQuery(payChannelsQuery({ order_no: asked.orderNo }));
};
