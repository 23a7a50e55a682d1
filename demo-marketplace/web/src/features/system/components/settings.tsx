import type { MemberProfile } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { About } from './about.js';
import { BrowserData } from './browser-data.js';
import { KeptSettings } from './kept-settings.js';
import { Look } from './look.js';
import { NotifySettings } from './notify-settings.js';
import { profileQuery } from '../api/member.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** The settings of a member: theme, notifications, playback, and the data of this browser. */
export function Settings(): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(profileQuery());
  const put = (profile: MemberProfile): void => void client.setQueryData(profileQuery().queryKey, profile);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Look />
      {result.isPending && (
        <>
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-64 w-full rounded-2xl" />
        </>
      )}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && (
        <>
          <NotifySettings profile={result.data} onSaved={(settings) => put({ ...result.data, settings })} />
          <KeptSettings settings={result.data.settings} onSaved={(settings) => put({ ...result.data, settings })} />
        </>
      )}
      <Section title={t('system.devices')} text={t('system.devices.text')}>
        <LinkButton look="quiet" to="/classroom" className="justify-self-start">
          {t('system.devices.test')}
        </LinkButton>
      </Section>
      <BrowserData />
      <About />
    </div>
  );
}
