import type { Buyer } from '@lectern/marketplace-contract';
import { MessageSquareText } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Avatar } from '../../../ui/avatar.js';
import { ChatButton } from '../../chat/index.js';
import { Badge } from '../../../ui/badge.js';

export interface BuyerTableProps {
  readonly buyers: readonly Buyer[];
  readonly formatTime: (at: string) => string;
  readonly onMessage: (buyer: Buyer) => void;
}

function Progress({ buyer: { percent, completed_at, ended_at } }: { readonly buyer: Buyer }): ReactElement {
  const t = useText();
  if (ended_at !== null) return <Badge tone="bad">{t('mentor.buyers.state.ended')}</Badge>;
  if (completed_at !== null) return <Badge tone="good">{t('mentor.buyers.state.finished')}</Badge>;
  return (
    <span className="flex items-center gap-2">
      <progress
        max={100}
        value={percent}
        aria-label={t('mentor.buyers.progress')}
        className="h-2 w-24 appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="text-sm whitespace-nowrap tabular-nums">{percent}%</span>
    </span>
  );
}

/** The learners, as a table on wide screens and as cards on narrow ones. */
export function BuyerTable({ buyers, formatTime, onMessage }: BuyerTableProps): ReactElement {
  const t = useText();
  return (
    <section aria-label={t('route.t_mingdan')}>
      <table className="block w-full md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="text-left text-sm text-ink-soft">
            {(['name', 'course', 'source', 'paid', 'progress', 'joined'] as const).map((column) => (
              <th key={column} scope="col" className="px-3 pb-2 font-medium first:pl-0">
                {t(`mentor.buyers.${column}`)}
              </th>
            ))}
            <th scope="col" className="sr-only">
              {t('mentor.buyers.message')}
            </th>
          </tr>
        </thead>
        <tbody className="grid gap-3 md:table-row-group">
          {buyers.map((buyer) => (
            <tr
              key={`${buyer.member.id} ${buyer.course.id}`}
              className="grid gap-2 rounded-2xl border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:bg-transparent [&>td]:md:border-t [&>td]:md:border-line [&>td]:md:px-3 [&>td]:md:py-3"
            >
              <td className="first:md:pl-0">
                <span className="flex items-center gap-3 font-medium">
                  <Avatar name={buyer.member.name} picture={buyer.member.headimg} className="size-10" />
                  <span className="min-w-0 break-words">{buyer.member.name}</span>
                </span>
              </td>
              <td className="break-words">{buyer.course.title}</td>
              <td>
                {t(`mentor.buyers.source.${buyer.source}`)}
                {buyer.order_no !== '' && (
                  <span className="block text-sm whitespace-nowrap text-ink-soft tabular-nums">{buyer.order_no}</span>
                )}
              </td>
              <td className={`tabular-nums ${buyer.source === 'free' ? 'max-md:hidden' : ''}`}>
                <span className="md:hidden">{t('mentor.buyers.paid')} </span>
                <span className="mr-2">{buyer.source === 'free' ? '–' : formatMoney(buyer.amount_cents)}</span>
                {buyer.refund === 'asked' && (
                  <span className="inline-block whitespace-nowrap">
                    <Badge tone="warn">{t('mentor.buyers.refund.asked')}</Badge>
                  </span>
                )}
              </td>
              <td>
                <Progress buyer={buyer} />
              </td>
              <td className="text-sm text-ink-soft tabular-nums">{formatTime(buyer.joined_at)}</td>
              <td className="md:w-24">
                {buyer.ended_at === null && (
                  <span className="flex items-center justify-between md:justify-end">
                    <button
                      type="button"
                      aria-label={t('mentor.buyers.message.to', { name: buyer.member.name })}
                      onClick={() => onMessage(buyer)}
                      className="inline-flex min-h-11 items-center gap-2 rounded-lg text-accent-strong hover:bg-sunken md:grid md:size-11 md:place-items-center"
                    >
                      <MessageSquareText aria-hidden className="size-5" />
                      <span className="md:hidden">{t('mentor.buyers.message')}</span>
                    </button>
                    <ChatButton isIcon memberId={buyer.member.id} name={buyer.member.name} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
