import { LIVE_TABS, type LiveTab } from '@lectern/marketplace-contract';
import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../../api/prefetch.js';
import { ID, oneOf, pageOf } from '../../../lib/query.js';
import { managedLivesQuery, roomsQuery } from '../api/lives.js';
import { managedLiveQuery } from '../api/managed-live.js';
import { onMentorSide } from '../lib/on-mentor-side.js';

export const LIVES_PER_PAGE = 10;

export interface ManagedLivesRequest {
  readonly tab: LiveTab;
  readonly page: number;
  readonly limit: number;
}

/** The request of the mentor's list, from its address. */
export const managedLivesRequest = (search: URLSearchParams): ManagedLivesRequest => ({
  tab: oneOf(LIVE_TABS, search.get('tab'), 'all'),
  page: pageOf(search),
  limit: LIVES_PER_PAGE,
});

/** Tab of the live rooms, beside those of classes and activities. */
export const ROOMS_TAB = 'rooms';

/** Prefetches the mentor's live rooms. */
export const roomsQueries = onMentorSide((client) => void client.prefetchQuery(roomsQuery()));

/** Prefetches the mentor's classes and activities, or the rooms. */
export const managedLivesQueries = onMentorSide((client, search, parameters) => {
  if (search.get('tab') === ROOMS_TAB) roomsQueries(client, search, parameters);
  else void client.prefetchQuery(managedLivesQuery(managedLivesRequest(search)));
});

/** Prefetches the class or activity that is edited, and the rooms to choose from. */
export const liveEditorQueries = onMentorSide((client, search, parameters) => {
  roomsQueries(client, search, parameters);
  const id = search.get('id') ?? '';
  if (ID.test(id)) prefetchHeld(client, new QueryObserver(client, managedLiveQuery({ id })));
});
