import {
  LiveMode,
  ROOM_OPENS_BEFORE_MS,
  SessionState,
  SITE_TIME_ZONE,
  TicketState,
  type LiveInfo,
  type LiveSession,
} from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { useCountdown } from '../../../lib/use-countdown.js';
import { isSiteTime, sessionTime, viewerZone } from '../../../lib/session-time.js';

const TONES = {
  [SessionState.Scheduled]: 'plain',
  [SessionState.Open]: 'good',
  [SessionState.Live]: 'good',
  [SessionState.Ended]: 'plain',
  [SessionState.Cancelled]: 'bad',
} as const;

/** True for sessions online that are not over, for their host and holders of tickets. */
const canEnter = ({ mode, mine, tickets }: LiveInfo, { id, state }: LiveSession): boolean =>
  mode === LiveMode.Online &&
  state !== SessionState.Ended &&
  state !== SessionState.Cancelled &&
  (mine || tickets.some((ticket) => ticket.state !== TicketState.Refunded && ticket.session_ids.includes(id)));

/** Leads into the room, or to its lobby before the room opens. */
function EnterLink({ live, session }: { readonly live: LiveInfo; readonly session: LiveSession }): ReactElement {
  const t = useText();
  const until = new Date(Date.parse(session.start_at) - ROOM_OPENS_BEFORE_MS).toISOString();
  const isOpen = useCountdown({ until, serverTime: live.server_time }) === 0;
  return (
    <LinkButton
      to={`/classroom/${session.id}`}
      look={isOpen ? 'solid' : 'quiet'}
      aria-label={t(isOpen ? 'live.enter.name' : 'live.lobby.name', { title: session.title })}
      className="mt-2 justify-self-start"
    >
      {t(isOpen ? 'live.enter' : 'live.lobby')}
    </LinkButton>
  );
}

/** The sessions of a class or activity, in the viewer's time zone, and in that of the site where it differs. */
export function Timeline({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <Section title={t('live.timeline')} text={t('live.zone', { zone: viewerZone() })}>
      <ol className="grid gap-3">
        {live.timeline.map((session) => (
          <li key={session.id} className="grid gap-1 rounded-xl border border-line p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium">{session.title}</h3>
              {session.state !== SessionState.Scheduled && (
                <Badge tone={TONES[session.state]}>{t(`live.session.${session.state}`)}</Badge>
              )}
            </div>
            <p className="text-sm text-ink-soft tabular-nums">
              <time dateTime={session.start_at}>{sessionTime(locale, session)}</time>
            </p>
            {!isSiteTime(session.start_at) && (
              <p className="text-sm text-ink-soft tabular-nums">
                {t('live.siteTime', { time: sessionTime(locale, session, SITE_TIME_ZONE), zone: SITE_TIME_ZONE })}
              </p>
            )}
            {session.cancel_reason !== '' && (
              <p className="text-sm">{t('live.cancelled.reason', { reason: session.cancel_reason })}</p>
            )}
            {canEnter(live, session) && <EnterLink live={live} session={session} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}
