import { page, type Pages } from '../../lib/page.js';

export const systemPages: Pages = {
  '/xitong': page(
    async () => (await import('./system-page.js')).SystemPage,
    ['account', 'system', 'messages'],
    async () => (await import('./system-queries.js')).systemQueries,
  ),
};
