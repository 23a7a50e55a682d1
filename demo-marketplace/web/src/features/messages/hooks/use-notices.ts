import {
  deleteNotices,
  getNoticeSummary,
  listNotices,
  readNotices,
  type MemberNotice,
  type NoticeSummary,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '../../../lib/api-client.js';
import { useCall } from '../../../lib/use-call.js';
import { useLoaded, type Loaded } from '../../../lib/use-loaded.js';
import { useLocale } from '../../../i18n/use-text.js';
import { useMember } from '../../session/hooks/use-member.js';
import { members } from '../../session/lib/members.js';

export type NoticeType = MemberNotice['type'];

export interface Notices {
  readonly loaded: Loaded<{ readonly list: readonly MemberNotice[]; readonly next_cursor: string }>;
  readonly reload: () => void;
  /** Something came since the list was loaded. */
  readonly hasNews: boolean;
  /** There are unread ones that the list does not show. */
  readonly hasUnreadElsewhere: boolean;
  readonly more: { readonly isBusy: boolean; readonly problem: string | undefined; readonly load: () => void };
  readonly readAll: () => void;
  readonly remove: (id: string) => void;
  /** Why the last change was not made. */
  readonly problem: string | undefined;
}

/** What a member was told. Whatever is on the screen counts as read; it looks new until the page is left. */
export function useNotices(type: NoticeType | undefined): Notices {
  const locale = useLocale();
  const asked: RequestOf<typeof listNotices> = type === undefined ? {} : { type };
  const { loaded, reload, change } = useLoaded(listNotices, asked);
  const further = useCall(listNotices);
  const reading = useCall(readNotices);
  const removing = useCall(deleteNotices);
  const { member } = useMember();
  const unread = member === undefined ? 0 : member.new_num + member.invite_new_num;
  /** How much is unread of what was there when the list was loaded. */
  const [left, setLeft] = useState<number>();

  const take = (summary: NoticeSummary): void => {
    members.tellNews(summary);
    setLeft(summary.new_num + summary.invite_new_num);
  };

  const shown = loaded.state === 'ready' ? loaded.data.list : [];
  const seen = shown.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const see = useEffectEvent(async (ids: readonly string[]): Promise<void> => {
    try {
      const some = ids.slice(-MOST_AT_ONCE);
      const read =
        some.length > 0 ? callApi(readNotices, { ids: some }, { locale }) : callApi(getNoticeSummary, {}, { locale });
      take(await read);
    } catch {
      // They stay unread: the next visit tries again.
    }
  });
  const isReady = loaded.state === 'ready';
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

  const loadMore = async (): Promise<void> => {
    if (loaded.state !== 'ready' || loaded.data.next_cursor === '') return;
    const next = await further.call({ ...asked, cursor: loaded.data.next_cursor });
    if (next !== undefined) change(({ list }) => ({ ...next, list: [...list, ...next.list] }));
  };
  const readAll = async (): Promise<void> => {
    const summary = await reading.call(type === undefined ? { all: true } : { type });
    if (summary === undefined) return;
    take(summary);
    change((data) => ({ ...data, list: data.list.map((one) => ({ ...one, is_read: true })) }));
  };
  const remove = async (id: string): Promise<void> => {
    const summary = await removing.call({ ids: [id] });
    if (summary === undefined) return;
    take(summary);
    change((data) => ({ ...data, list: data.list.filter((one) => one.id !== id) }));
  };

  return {
    loaded,
    reload: () => {
      setLeft(undefined);
      reload();
    },
    hasNews: left !== undefined && unread > left,
    hasUnreadElsewhere: left !== undefined && left > 0,
    more: { isBusy: further.isBusy, problem: further.problem, load: () => void loadMore() },
    readAll: () => void readAll(),
    remove: (id) => void remove(id),
    problem: reading.problem ?? removing.problem,
  };
}

/** As many as one call takes. */
const MOST_AT_ONCE = 50;
