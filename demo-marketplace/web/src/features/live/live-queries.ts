import { LiveKind } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../lib/page.js';
import { liveQuery, livesQuery } from './api/lives.js';
import { liveRequest } from './lib/live-filter.js';
import { ID } from '../../lib/query.js';

const listQueries =
  (kind: LiveKind): PageQueries =>
  (client, search) =>
    void client.prefetchQuery(livesQuery(liveRequest(kind, search)));

/** Prefetches the list of live classes. */
export const liveClassesQueries = listQueries(LiveKind.Class);
/** Prefetches the list of activities. */
export const activitiesQueries = listQueries(LiveKind.Activity);

/** Prefetches the class or activity that the address names. */
export const liveQueries: PageQueries = (client, search) => {
  const id = search.get('id') ?? '';
  if (ID.test(id)) void client.prefetchQuery(liveQuery({ id }));
};
