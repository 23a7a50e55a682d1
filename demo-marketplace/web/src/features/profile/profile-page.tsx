import { getProfile } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../lib/failure-text.js';
import { useLoaded } from '../../lib/use-loaded.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { BasicForm } from './components/basic-form.js';
import { CloseAccount } from './components/close-account.js';
import { LoginAccounts } from './components/login-accounts.js';
import { OwnData } from './components/own-data.js';
import { PasswordForm } from './components/password-form.js';
import { PictureField } from './components/picture-field.js';
import { PreferencesForm } from './components/preferences-form.js';
import { SessionList } from './components/session-list.js';

/** What a member says about themselves, and how they log in. */
export function ProfilePage(): ReactElement {
  const t = useText();
  const { loaded, reload, put } = useLoaded(getProfile, {});
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('profile.title')}</h1>
      {loaded.state === 'loading' && <PageSkeleton />}
      {loaded.state === 'failed' && <Failed text={failureText(loaded.error, t)} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          <PictureField profile={loaded.data} onSaved={put} />
          <BasicForm profile={loaded.data} onSaved={put} />
          <PreferencesForm profile={loaded.data} onSaved={put} />
          <LoginAccounts profile={loaded.data} onBound={reload} />
          <PasswordForm />
          <SessionList />
          <OwnData />
          <CloseAccount />
        </>
      )}
    </div>
  );
}
