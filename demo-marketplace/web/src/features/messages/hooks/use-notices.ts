import {
  deleteNotices,
  getNoticeSummary,
  readNotices,
  type MemberNotice,
  type NoticeSummary,
} from '@lectern/marketplace-contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureText } from '../../../api/failure-text.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { useText } from '../../../i18n/use-text.js';
import { acceptUnread, useMember } from '../../session/index.js';
import { changeNotices, noticesQuery, type NoticeType } from '../api/notices.js';

/** As many as one call takes. */
const MOST_AT_ONCE = 50;

export interface Notices {
  readonly list: readonly MemberNotice[];
  readonly isPending: boolean;
  /** The error that prevented loading the list. */
  readonly error: Error | null;
  readonly reload: () => void;
  /** New notices arrived after the list was loaded. */
  readonly hasNews: boolean;
  /** There are unread ones that the list does not show. */
  readonly hasUnreadElsewhere: boolean;
  readonly more: {
    readonly isThere: boolean;
    readonly isBusy: boolean;
    readonly problem: string | undefined;
    readonly load: () => void;
  };
  readonly readAll: () => void;
  readonly remove: (id: string) => void;
  /** Why the last change was not made. */
  readonly problem: string | undefined;
}

/** Marks notices as read and deletes them optimistically; refused changes are rolled back. */
function useChanges(type: NoticeType | undefined, onSummary: (summary: NoticeSummary) => void) {
  const t = useText();
  const client = useApiClient();
  // Kept beside the list, because a page of it that is still loading would bring them back.
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const reading = useMutation({
    mutationFn: () => client.call(readNotices, type === undefined ? { all: true } : { type }),
    onMutate: () => changeNotices(client, type, (list) => list.map((one) => ({ ...one, is_read: true }))),
    onSuccess: onSummary,
    onError: (_error, _body, undo) => undo?.(),
  });
  const removing = useMutation({
    mutationFn: (id: string) => client.call(deleteNotices, { ids: [id] }),
    onMutate: (id) => setRemoved((ids) => [...ids, id]),
    onSuccess: onSummary,
    onError: (_error, id) => setRemoved((ids) => ids.filter((one) => one !== id)),
  });
  const error = reading.error ?? removing.error;
  return {
    readAll: () => reading.mutate(),
    removed,
    remove: (id: string) => removing.mutate(id),
    problem: error === null ? undefined : failureText(error, t),
  };
}

/** The notices of a member. Displayed ones count as read, but stay marked as new until the page is left. */
export function useNotices(type: NoticeType | undefined): Notices {
  const t = useText();
  const client = useApiClient();
  const result = useInfiniteQuery(noticesQuery(type));
  const { member } = useMember();
  const unread = member === undefined ? 0 : member.new_num + member.invite_new_num;
  /** Unread notices after the last change made here; undefined before the first one. */
  const [left, setLeft] = useState<number>();

  const take = (summary: NoticeSummary): void => {
    acceptUnread(client, summary);
    setLeft(summary.new_num + summary.invite_new_num);
  };
  const { removed, ...changes } = useChanges(type, take);

  const shown = result.data?.pages.flatMap(({ list }) => list).filter(({ id }) => !removed.includes(id)) ?? [];
  const seen = shown.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const see = useEffectEvent(async (ids: readonly string[]): Promise<void> => {
    try {
      const some = ids.slice(-MOST_AT_ONCE);
      take(await (some.length > 0 ? client.call(readNotices, { ids: some }) : client.call(getNoticeSummary, {})));
    } catch {
      // They stay unread: the next visit tries again.
    }
  });
  const isReady = result.data !== undefined;
  const key = seen.join(' ');
  useEffect(() => {
    if (!isReady) return undefined;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      void see(key === '' ? [] : key.split(' '));
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [isReady, key]);

  return {
    list: shown,
    isPending: result.isPending,
    error: result.isLoadingError ? result.error : null,
    reload: () => {
      setLeft(undefined);
      void client.resetQueries({ queryKey: noticesQuery(type).queryKey });
    },
    hasNews: left !== undefined && unread > left,
    hasUnreadElsewhere: left !== undefined && left > 0,
    more: {
      isThere: result.hasNextPage,
      isBusy: result.isFetchingNextPage,
      problem: result.isFetchNextPageError ? failureText(result.error, t) : undefined,
      load: () => void result.fetchNextPage(),
    },
    ...changes,
  };
}
