import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { applicationQuery } from './api/mentor.js';

/** Prefetches the application of a mentor, which has the permissions that were granted. */
export const applicationQueries: PageQueries = (client) =>
  prefetchHeld(client, new QueryObserver(client, applicationQuery()));
