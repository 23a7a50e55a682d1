import { ProviderCheckStatus, type ApplicationInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useApiClient } from '../../api/use-api-client.js';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { applicationQuery } from './api/mentor.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { renewMember } from '../session/index.js';
import { ApplicationForm } from './components/application-form.js';
import { Approved, Applying, Extending, Refusal } from './components/application-state.js';

/** The application to become a mentor: not applied, applying, approved, or failed (specification §4). */
export function ApplicationPage(): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(applicationQuery());
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.shenqing')}</h1>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && (
        <Application
          info={result.data}
          onApplied={async (info) => {
            client.setQueryData(applicationQuery().queryKey, info);
            scrollTo({ top: 0 });
            // Menus show the state of the application.
            await renewMember(client);
          }}
        />
      )}
    </div>
  );
}

function Application({
  info,
  onApplied,
}: {
  readonly info: ApplicationInfo;
  readonly onApplied: (info: ApplicationInfo) => Promise<void>;
}): ReactElement {
  const [isExtending, setIsExtending] = useState(false);
  const { provider_check_status: status } = info;
  if (status === ProviderCheckStatus.Applying) return <Applying info={info} />;
  if (info.is_extending) return <Extending info={info} />;
  if (status === ProviderCheckStatus.Approved && !isExtending) {
    return <Approved info={info} onExtend={() => setIsExtending(true)} />;
  }
  return (
    <>
      {info.reason !== '' && <Refusal reason={info.reason} />}
      <ApplicationForm
        info={info}
        onApplied={async (applied) => {
          setIsExtending(false);
          await onApplied(applied);
        }}
      />
    </>
  );
}
