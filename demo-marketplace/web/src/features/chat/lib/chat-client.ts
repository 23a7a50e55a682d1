import type { ImClient } from '@lectern/rtc/im';
import { Store } from '../../../lib/store.js';

/** The chat client of this page; undefined until member info has the chat account. */
export const chatClient = new Store<ImClient | undefined>(undefined);
