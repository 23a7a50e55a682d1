import { BellRing, CheckCheck } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { withQuery } from '../../../lib/query.js';
import { Alert } from '../../../ui/alert.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import type { NoticeType } from '../api/notices.js';
import { useNotices } from '../hooks/use-notices.js';
import { NOTICE_TYPES, noticeTypeOf } from '../lib/notice-types.js';
import { NoticeCard } from './notice-card.js';

/** The notices of a member, of all types or of the one in the address: `?type=order`. */
export function NoticeList(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const type = noticeTypeOf(search);
  return (
    <div className="grid grid-cols-1 gap-4">
      <nav aria-label={t('messages.types')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-2 sm:flex-wrap">
          {[undefined, ...NOTICE_TYPES].map((one) => (
            <li key={one ?? 'all'} className="shrink-0">
              <Link
                to={{ search: withQuery(search, { type: one ?? '' }).toString() }}
                aria-current={one === type ? 'true' : undefined}
                className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-ink-soft hover:border-line-strong hover:text-ink aria-[current=true]:border-accent aria-[current=true]:bg-accent-tint aria-[current=true]:font-medium aria-[current=true]:text-ink"
              >
                {t(`messages.type.${one ?? 'all'}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <OfType key={type ?? ''} type={type} />
    </div>
  );
}

function OfType({ type }: { readonly type: NoticeType | undefined }): ReactElement {
  const t = useText();
  const {
    list: notices,
    isPending,
    error,
    reload,
    hasNews,
    hasUnreadElsewhere,
    more,
    readAll,
    remove,
    problem,
  } = useNotices(type);
  const [now] = useState(() => Date.now());
  const list = useRef<HTMLUListElement>(null);
  if (isPending) return <ListSkeleton rows={4} className="h-24" />;
  if (error !== null) return <Failed text={failureText(error, t)} onRetry={reload} />;
  const takeAway = (id: string, place: number): void => {
    remove(id);
    // The focused button is removed, so the focus moves to the next or previous one, or the list.
    const buttons = list.current?.querySelectorAll<HTMLElement>('article > button');
    (buttons?.[place + 1] ?? buttons?.[place - 1])?.focus();
  };
  return (
    <>
      <output className="block empty:hidden">
        {hasNews && (
          <Button look="quiet" className="w-full" onClick={reload}>
            <BellRing aria-hidden className="size-4" />
            {t('messages.news')}
          </Button>
        )}
      </output>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {hasUnreadElsewhere && !hasNews && (
        <Button look="quiet" className="justify-self-end" onClick={readAll}>
          <CheckCheck aria-hidden className="size-4" />
          {t('messages.readAll')}
        </Button>
      )}
      {notices.length === 0 && !more.isThere ? (
        <Empty icon={BellRing} title={t('messages.empty')} text={t('messages.empty.text')}>
          <LinkButton look="quiet" to="/kecheng-online">
            {t('messages.empty.courses')}
          </LinkButton>
        </Empty>
      ) : (
        <ul ref={list} aria-label={t('messages.list')} className="grid grid-cols-1 gap-3">
          {notices.map((notice, place) => (
            <li key={notice.id}>
              <NoticeCard notice={notice} now={now} onRemove={() => takeAway(notice.id, place)} />
            </li>
          ))}
        </ul>
      )}
      {more.problem !== undefined && <Alert>{more.problem}</Alert>}
      {more.isThere && (
        <Button look="quiet" className="justify-self-center" aria-disabled={more.isBusy} onClick={more.load}>
          {t('messages.more')}
        </Button>
      )}
    </>
  );
}
