import { InfiniteQueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { noticesQuery } from './api/notices.js';
import { noticeTypeOf } from './lib/notice-types.js';

/** Prefetches the notices that the address asks for. */
export const noticesQueries: PageQueries = (client, search) =>
  prefetchHeld(client, new InfiniteQueryObserver(client, noticesQuery(noticeTypeOf(search))));
