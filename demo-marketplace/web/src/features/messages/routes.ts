import { page, type Pages } from '../../lib/page.js';

export const messagesPages: Pages = {
  '/xiaoxi': page(async () => (await import('./messages-page.js')).MessagesPage, ['messages']),
};
