import { SessionState, SITE_TIME_ZONE, type LiveSession } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Section } from '../../../ui/section.js';
import { isSiteTime, sessionTime, viewerZone } from '../lib/session-time.js';

const TONES = {
  [SessionState.Scheduled]: 'plain',
  [SessionState.Open]: 'good',
  [SessionState.Live]: 'good',
  [SessionState.Ended]: 'plain',
  [SessionState.Cancelled]: 'bad',
} as const;

/** The sessions of a class or activity, in the viewer's time zone, and in that of the site where it differs. */
export function Timeline({ sessions }: { readonly sessions: readonly LiveSession[] }): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <Section title={t('live.timeline')} text={t('live.zone', { zone: viewerZone() })}>
      <ol className="grid gap-3">
        {sessions.map((session) => (
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
          </li>
        ))}
      </ol>
    </Section>
  );
}
