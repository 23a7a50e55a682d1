import type { MemberProfile } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
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
import { profileQuery } from './api/member.js';
import { useApiClient } from '../../api/use-api-client.js';

/** The profile of a member and their login methods. */
export function ProfilePage(): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(profileQuery());
  const put = (profile: MemberProfile): void => void client.setQueryData(profileQuery().queryKey, profile);
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('profile.title')}</h1>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && (
        <>
          <PictureField profile={result.data} onSaved={put} />
          <BasicForm profile={result.data} onSaved={put} />
          <PreferencesForm profile={result.data} onSaved={put} />
          <LoginAccounts profile={result.data} onBound={() => void result.refetch()} />
          <PasswordForm />
          <SessionList />
          <OwnData />
          <CloseAccount />
        </>
      )}
    </div>
  );
}
