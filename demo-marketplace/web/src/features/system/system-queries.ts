import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { PageQueries } from '../../lib/page.js';
import { noticesQueries } from '../messages/index.js';
import { profileQuery } from './api/member.js';
import { systemTabOf } from './lib/tabs.js';

/** Prefetches the notices of a member, or their settings. */
export const systemQueries: PageQueries = (client, search, parameters) => {
  if (systemTabOf(search) === 'notices') noticesQueries(client, search, parameters);
  else prefetchHeld(client, new QueryObserver(client, profileQuery()));
};
