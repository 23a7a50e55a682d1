import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApiClient } from '../../api/use-api-client.js';
import { acceptUnread } from '../session/index.js';
import { noticeSummaryQuery } from './api/notices.js';

/** Interval at which a visible page polls for unread notices. */
const EVERY_MS = 60_000;
/** Minimum interval, so that switching between windows does not increase the requests. */
const LEAST_MS = 10_000;

/**
 * Polls the number of unread notices while the page is visible, and as soon as it becomes visible; never while hidden.
 */
export function UnreadWatch(): null {
  const client = useApiClient();
  const { data } = useQuery({
    ...noticeSummaryQuery(),
    staleTime: LEAST_MS,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    if (data !== undefined) acceptUnread(client, data);
  }, [client, data]);
  return null;
}
