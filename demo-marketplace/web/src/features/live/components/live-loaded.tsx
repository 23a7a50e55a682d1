import type { LiveInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../api/failure-text.js';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Notice } from '../../../ui/notice.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { isMissing } from '../../../api/missing.js';
import { liveQuery } from '../api/lives.js';
import { ID } from '../../../lib/query.js';

export interface LiveLoadedProps {
  /** Name of the page, for the time until the class is known. */
  readonly title: string;
  readonly children: (live: LiveInfo) => ReactNode;
}

/** Loads the class or activity that the address names, `?id=`. */
export function LiveLoaded({ title, children }: LiveLoadedProps): ReactElement {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return ID.test(id) ? (
    <Loaded key={id} id={id} title={title}>
      {children}
    </Loaded>
  ) : (
    <Missing />
  );
}

function Loaded({ id, title, children }: LiveLoadedProps & { readonly id: string }): ReactElement {
  const t = useText();
  const result = useQuery(liveQuery({ id }));
  if (result.isLoadingError && isMissing(result.error)) return <Missing />;
  if (result.data !== undefined) return <>{children(result.data)}</>;
  return (
    <div className="py-10">
      <h1 className="sr-only">{title}</h1>
      {result.isLoadingError ? (
        <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  );
}

function Missing(): ReactElement {
  const t = useText();
  return (
    <Notice title={t('live.missing')} text={t('live.missing.text')}>
      <LinkButton to="/kecheng-live">{t('live.toClasses')}</LinkButton>
      <LinkButton look="quiet" to="/kecheng-huodong">
        {t('live.toActivities')}
      </LinkButton>
    </Notice>
  );
}
