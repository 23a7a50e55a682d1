import { getProfile } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../lib/failure-text.js';
import { useLoaded } from '../../../lib/use-loaded.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { About } from './about.js';
import { BrowserData } from './browser-data.js';
import { KeptSettings } from './kept-settings.js';
import { Look } from './look.js';
import { NotifySettings } from './notify-settings.js';

/** How the site looks, writes and plays for a member. */
export function Settings(): ReactElement {
  const t = useText();
  const { loaded, reload, put } = useLoaded(getProfile, {});
  return (
    <div className="grid grid-cols-1 gap-6">
      <Look />
      {loaded.state === 'loading' && (
        <>
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-64 w-full rounded-2xl" />
        </>
      )}
      {loaded.state === 'failed' && <Failed text={failureText(loaded.error, t)} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          <NotifySettings profile={loaded.data} onSaved={(settings) => put({ ...loaded.data, settings })} />
          <KeptSettings settings={loaded.data.settings} onSaved={(settings) => put({ ...loaded.data, settings })} />
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
