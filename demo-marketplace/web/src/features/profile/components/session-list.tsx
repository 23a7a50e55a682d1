import { formatDateTime, revokeSession } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText, type Text } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { browserOf, systemOf } from '../lib/device.js';
import { sessionsQuery } from '../api/member.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** The readable name of a device; an unknown user agent is shown verbatim. */
function nameOf(ua: string, t: Text): string {
  const [browser, system] = [browserOf(ua), systemOf(ua)];
  if (browser !== undefined && system !== undefined) return t('profile.sessions.on', { browser, system });
  return browser ?? system ?? (ua === '' ? t('profile.sessions.unknown') : ua);
}

/** Where a member is logged in; other devices can be logged out. */
export function SessionList(): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(sessionsQuery());

  const end = async (id: string): Promise<void> => {
    try {
      await client.call(revokeSession, { id });
      client.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter((one) => one.id !== id));
      toastDone(t('profile.sessions.ended'));
    } catch (error) {
      toastError(failureText(error, t));
    }
  };

  return (
    <Section title={t('profile.sessions')}>
      {result.isPending && <Skeleton className="h-16 w-full" />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && (
        <ul className="grid gap-4">
          {result.data.map(({ id, ua, ip, last_at, current }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block break-words" title={ua}>
                  {nameOf(ua, t)}
                </span>
                <span className="flex flex-wrap gap-x-4 text-sm text-ink-soft tabular-nums">
                  <span>{t('profile.sessions.last', { at: formatDateTime(Date.parse(last_at)) })}</span>
                  <span className="wrap-anywhere">{ip}</span>
                </span>
              </span>
              {current ? (
                <span className="shrink-0">
                  <Badge tone="good">{t('profile.sessions.current')}</Badge>
                </span>
              ) : (
                <Button
                  look="quiet"
                  className="shrink-0"
                  aria-label={t('profile.sessions.end.name', { device: nameOf(ua, t) })}
                  onClick={() => void end(id)}
                >
                  {t('profile.sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
