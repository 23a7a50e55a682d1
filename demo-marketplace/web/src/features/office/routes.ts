import { page, type Pages } from '../../lib/page.js';

export const officePages: Pages = {
  '/admin': page(
    async () => (await import('./office-page.js')).OfficePage,
    ['office', 'feedback', 'live'],
    async () => (await import('./office-queries.js')).officeQueries,
  ),
};
