import { Store } from '../../../lib/store.js';

/** Number of unread chat messages, as far as known; light, because every page shows it. */
export const unreadChats = new Store(0);
