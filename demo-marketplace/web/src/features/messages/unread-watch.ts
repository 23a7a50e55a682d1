import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApiClient } from '../../api/use-api-client.js';
import { acceptUnread } from '../session/api/member.js';
import { noticeSummaryQuery } from './api/notices.js';

/** Interval at which a visible page polls for unread notices. */
const EVERY_MS = 60_000;
/** Whoever goes to and fro between windows asks no more often. */
const LEAST_MS = 10_000;

/** Asks how much is unread while the page is looked at, and as soon as it is again; never while it is hidden. */
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
