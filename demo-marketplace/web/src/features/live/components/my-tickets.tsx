import { exportTicket, type LiveInfo } from '@lectern/marketplace-contract';
import { CalendarPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCall } from '../../../api/use-call.js';
import { useText } from '../../../i18n/use-text.js';
import { saveFile } from '../../../lib/save-file.js';
import { Alert } from '../../../ui/alert.js';
import { Badge } from '../../../ui/badge.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';

/** The tickets that the member has, with the numbers that are shown at the door. */
export function MyTickets({ tickets }: Pick<LiveInfo, 'tickets'>): ReactElement {
  const t = useText();
  const { call, isBusy, problem } = useCall(exportTicket, { isReadOnly: true });
  const take = async (ticketNo: string): Promise<void> => {
    const file = await call({ ticket_no: ticketNo });
    if (file !== undefined) saveFile(file.filename, file.ics, 'text/calendar');
  };
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
            <Button
              look="quiet"
              disabled={isBusy}
              aria-label={t('live.calendar.of', { no: ticket.ticket_no })}
              onClick={() => void take(ticket.ticket_no)}
            >
              <CalendarPlus aria-hidden className="size-4" />
              {t('live.calendar')}
            </Button>
          </li>
        ))}
      </ul>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <LinkButton look="quiet" to="/myorder" className="justify-self-start">
        {t('live.mine.orders')}
      </LinkButton>
    </Section>
  );
}
