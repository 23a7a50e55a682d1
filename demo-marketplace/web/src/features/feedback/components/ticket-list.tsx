import { FeedbackState, formatDateTime, type FeedbackRow } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Badge } from '../../../ui/badge.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Pager } from '../../../ui/pager.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { feedbackQuery } from '../api/feedback.js';
import type { ticketsAskedBy } from '../feedback-queries.js';

const TONES = {
  [FeedbackState.Open]: 'warn',
  [FeedbackState.Answered]: 'good',
  [FeedbackState.Upheld]: 'good',
  [FeedbackState.Dismissed]: 'plain',
} as const;

/** The tickets of the member and their status. */
export function TicketList({ asked }: { readonly asked: ReturnType<typeof ticketsAskedBy> }): ReactElement {
  const t = useText();
  const result = useQuery(feedbackQuery(asked));
  return (
    <section aria-labelledby="tickets" className="grid grid-cols-1 gap-4">
      <h2 id="tickets" className="text-xl font-semibold">
        {t('feedback.mine')}
      </h2>
      {result.isPending && <Skeleton className="h-32 w-full" />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && result.data.total === 0 && (
        <Empty icon={MessageSquareText} title={t('feedback.empty')} text={t('feedback.empty.text')} />
      )}
      {result.data !== undefined && (
        <>
          <ul className="grid grid-cols-1 gap-4">
            {result.data.list.map((ticket) => (
              <li key={ticket.id}>
                <Ticket ticket={ticket} />
              </li>
            ))}
          </ul>
          <Pager
            page={asked.page}
            pages={Math.ceil(result.data.total / result.data.limit)}
            hrefOf={(to) => `/fankui?page=${to}`}
          />
        </>
      )}
    </section>
  );
}

function Ticket({ ticket }: { readonly ticket: FeedbackRow }): ReactElement {
  const t = useText();
  const { type, state, created_at, target, content, image, reply } = ticket;
  return (
    <article className="rounded-2xl border border-line bg-surface p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          {t(`feedback.type.${type}`)}
          {target !== null && `${t('feedback.colon')}${target.title || t('feedback.target.gone')}`}
        </h3>
        <Badge tone={TONES[state]}>{t(`feedback.state.${state}`)}</Badge>
        <time dateTime={created_at} className="text-sm text-ink-soft tabular-nums">
          {formatDateTime(Date.parse(created_at))}
        </time>
      </header>
      <p className="mt-3 break-words whitespace-pre-wrap">{content}</p>
      {image !== '' && (
        <a href={image} target="_blank" rel="noreferrer" className="mt-3 inline-block rounded-lg">
          <img
            src={image}
            alt={t('feedback.image.alt')}
            className="max-h-40 max-w-full rounded-lg bg-sunken object-contain"
          />
        </a>
      )}
      {reply !== '' && (
        <div className="mt-4 rounded-xl bg-sunken px-4 py-3">
          <p className="text-sm font-medium text-ink-soft">{t('feedback.reply')}</p>
          <p className="mt-1 break-words whitespace-pre-wrap">{reply}</p>
        </div>
      )}
    </article>
  );
}
