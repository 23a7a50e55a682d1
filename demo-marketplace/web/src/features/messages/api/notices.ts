import {
  getNoticeSummary,
  listNotices,
  type MemberNotice,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { actionKey, actionQuery, asApiClient } from '../../../api/action-query.js';
import type { ApiQueryClient } from '../../../api/query-client.js';

export type NoticeType = MemberNotice['type'];
type Listed = ResponseOf<typeof listNotices>;

/** The number of unread notices. */
export const noticeSummaryQuery = () => actionQuery(getNoticeSummary, {});

/** The notices of one type or of all, the newest first. */
export const noticesQuery = (type: NoticeType | undefined) => {
  const body: RequestOf<typeof listNotices> = type === undefined ? {} : { type };
  return infiniteQueryOptions({
    queryKey: actionKey(listNotices, body),
    queryFn: ({ client, signal, pageParam }) =>
      asApiClient(client).call(listNotices, { ...body, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: Listed) => (next_cursor === '' ? undefined : next_cursor),
    // Notices stay marked as new while the list is shown, so each visit loads a new list.
    gcTime: 0,
    staleTime: Infinity,
  });
};

/** Changes the notices that are shown of one type. @returns undoes it */
export function changeNotices(
  client: ApiQueryClient,
  type: NoticeType | undefined,
  change: (list: MemberNotice[]) => MemberNotice[],
): () => void {
  const { queryKey } = noticesQuery(type);
  const before = client.getQueryData(queryKey);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((one) => ({ ...one, list: change(one.list) })) },
  );
  return () => client.setQueryData(queryKey, before);
}
