import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { failureText } from '../../../api/failure-text.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { useText } from '../../../i18n/use-text.js';
import { Failed } from '../../../ui/failed.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { managedLiveQuery } from '../api/managed-live.js';
import { MentorSide } from '../components/mentor-side.js';
import { LiveEditor } from './editor/live-editor.js';
import { ID } from '../../../lib/query.js';

/** Its form is needed once for each class. */
const NewLive = lazy(async () => ({ default: (await import('./new-live.js')).NewLive }));

/** The editor of a class or activity; the class and the step are kept in the address. */
export function LiveEditorPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 lg:py-8">
      <div>
        <Link to="/t_zhibo" className="text-ink-soft hover:text-ink hover:underline">
          {t('route.t_zhibo')}
        </Link>
        <h1 className="mt-1 text-2xl font-semibold sm:text-3xl">{t(ID.test(id) ? 'route.t_zhibo_add' : 'plan.new')}</h1>
      </div>
      <MentorSide>
        {ID.test(id) ? (
          <Opened key={id} id={id} />
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <NewLive />
          </Suspense>
        )}
      </MentorSide>
    </div>
  );
}

function Opened({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const client = useApiClient();
  const query = managedLiveQuery({ id });
  const result = useQuery(query);
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <PageSkeleton />;
  // The editor has its own state, which a class that is loaded again replaces; an answer that is only fetched anew, in
  // another language or after a save, does not.
  const reload = (): void => void client.resetQueries({ queryKey: query.queryKey });
  return <LiveEditor key={result.data.status} live={result.data} onReload={reload} />;
}
