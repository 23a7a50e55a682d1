import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { sessionQuery } from './api/sessions.js';
import { SESSION_ID } from './lib/session-id.js';

/** Prefetches the session that the address names. */
export const sessionQueries: PageQueries = (client, _search, { session = '' }) => {
  if (SESSION_ID.test(session)) prefetchHeld(client, new QueryObserver(client, sessionQuery(session)));
};
