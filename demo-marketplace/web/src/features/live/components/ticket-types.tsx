import { SaleState, type LiveInfo, type TicketType } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { Price } from '../../catalogue/index.js';
import { buyPath } from '../lib/live-path.js';
import { momentText } from '../../../lib/moment-text.js';
import { listText } from '../../../lib/list-text.js';

/** The types of tickets, each with its sale, its sessions and its refunds. */
export function TicketTypes({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  return (
    <Section title={t('live.tickets')} text={t(`live.policy.${live.refund_policy}`)}>
      <ul className="grid gap-4">
        {live.packages.map((type) => (
          <li key={type.id}>
            <Type live={live} type={type} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Sentences about the sale and use of a type of tickets. */
export function TicketFacts({ live, type }: { readonly live: LiveInfo; readonly type: TicketType }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const included = live.timeline.filter(({ id }) => type.session_ids.includes(id));
  const time = (at: string): string => momentText(locale, at);
  return (
    <ul className="grid gap-1 text-sm text-ink-soft">
      {live.timeline.length > 1 && (
        <li>
          {included.length === live.timeline.length
            ? t('live.type.all')
            : t('live.type.some', {
                sessions: listText(
                  locale,
                  included.map(({ title }) => title),
                ),
              })}
        </li>
      )}
      <li>
        {type.use_from === type.use_until
          ? t('live.type.useOn', { day: type.use_from })
          : t('live.type.use', { from: type.use_from, until: type.use_until })}
      </li>
      {type.sale === SaleState.NotOpen && <li>{t('live.sale.opens', { time: time(type.sale_start) })}</li>}
      {type.sale === SaleState.Open && <li>{t('live.type.saleUntil', { time: time(type.sale_end) })}</li>}
      {type.early_until !== null && <li>{t('live.type.early', { time: time(type.early_until) })}</li>}
      <li>{t('live.type.limit', { count: type.limit_per_member })}</li>
      {type.price_cents > 0 && (
        <li>
          {type.refund_until === null
            ? t('live.type.noRefund')
            : t('live.type.refund', { time: time(type.refund_until) })}
        </li>
      )}
    </ul>
  );
}

function Type({ live, type }: { readonly live: LiveInfo; readonly type: TicketType }): ReactElement {
  const t = useText();
  const isOpen = type.sale === SaleState.Open;
  const action = t(type.price_cents === 0 ? 'live.take' : 'live.buy');
  return (
    <div className="grid gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="font-medium">{type.name}</h3>
          <Price cents={type.price_cents} originalCents={type.original_price_cents} />
        </div>
        <Badge tone={isOpen ? 'good' : 'plain'}>
          {isOpen ? t('live.left', { count: type.left }) : t(`live.sale.${type.sale}`)}
        </Badge>
      </div>
      <TicketFacts live={live} type={type} />
      {isOpen && !live.mine && (
        <LinkButton
          to={buyPath(live.id, type.id)}
          className="w-full sm:justify-self-start sm:px-8"
          aria-label={t('live.buy.named', { action, name: type.name })}
        >
          {action}
        </LinkButton>
      )}
    </div>
  );
}
