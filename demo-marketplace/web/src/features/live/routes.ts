import { page, type Pages } from '../../lib/page.js';

export const livePages: Pages = {
  '/kecheng-live': page(
    async () => (await import('./live-list-pages.js')).LiveClassesPage,
    ['catalogue', 'live'],
    async () => (await import('./live-queries.js')).liveClassesQueries,
  ),
  '/kecheng-huodong': page(
    async () => (await import('./live-list-pages.js')).ActivitiesPage,
    ['catalogue', 'live'],
    async () => (await import('./live-queries.js')).activitiesQueries,
  ),
  '/live-info': page(
    async () => (await import('./live-page.js')).LivePage,
    ['catalogue', 'course', 'share', 'live'],
    async () => (await import('./live-queries.js')).liveQueries,
  ),
  '/live-buy': page(
    async () => (await import('./live-buy-page.js')).LiveBuyPage,
    ['catalogue', 'orders', 'live'],
    async () => (await import('./live-queries.js')).liveQueries,
  ),
};
