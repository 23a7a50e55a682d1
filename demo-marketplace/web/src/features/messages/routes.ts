import { page, type Pages } from '../../lib/page.js';

export const messagesPages: Pages = {
  '/xiaoxi': page(
    async () => (await import('./messages-page.js')).MessagesPage,
    ['messages'],
    async () => (await import('./messages-queries.js')).noticesQueries,
  ),
};

/** Loads the component that keeps the number of unread notices up to date. */
export const loadUnreadWatch = async () => (await import('./unread-watch.js')).UnreadWatch;
