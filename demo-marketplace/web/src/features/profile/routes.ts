import { page, type Pages } from '../../lib/page.js';

export const profilePages: Pages = {
  '/user-info': page(
    async () => (await import('./profile-page.js')).ProfilePage,
    ['account', 'profile'],
    async () => (await import('./profile-queries.js')).profileQueries,
  ),
};
