import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { profileQuery, sessionsQuery } from './api/member.js';

/** Prefetches the profile of a member and their sessions. */
export const profileQueries: PageQueries = (client) => {
  prefetchHeld(client, new QueryObserver(client, profileQuery()));
  void client.prefetchQuery(sessionsQuery());
};
