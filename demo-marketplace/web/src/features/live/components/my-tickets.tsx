import type { LiveInfo } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';

/** The tickets that the member has, with the numbers that are shown at the door. */
export function MyTickets({ tickets }: Pick<LiveInfo, 'tickets'>): ReactElement {
  const t = useText();
  return (
    <Section title={t('live.mine')} text={t('live.mine.text')}>
      <ul className="grid gap-3">
        {tickets.map((ticket) => (
          <li key={ticket.ticket_no} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <span className="block font-medium">{ticket.type_name}</span>
              <span className="font-mono text-sm break-all">{ticket.ticket_no}</span>
            </span>
            <Badge tone={ticket.state === 'valid' ? 'good' : 'plain'}>{t(`live.ticket.${ticket.state}`)}</Badge>
          </li>
        ))}
      </ul>
      <LinkButton look="quiet" to="/myorder" className="justify-self-start">
        {t('live.mine.orders')}
      </LinkButton>
    </Section>
  );
}
