import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { sessionQuery } from './api/sessions.js';
import { ID } from '../../lib/query.js';

/** Prefetches the session that the address names. */
export const sessionQueries: PageQueries = (client, _search, { session = '' }) => {
  if (ID.test(session)) prefetchHeld(client, new QueryObserver(client, sessionQuery(session)));
};
