import { page, type Pages } from '../../lib/page.js';

export const ordersPages: Pages = {
  '/video-pay': page(
    async () => (await import('./checkout-page.js')).CheckoutPage,
    ['orders'],
    async () => (await import('./orders-queries.js')).checkoutQueries,
  ),
  '/myorder': page(
    async () => (await import('./order-list-page.js')).OrderListPage,
    ['orders'],
    async () => (await import('./orders-queries.js')).orderListQueries,
  ),
};
