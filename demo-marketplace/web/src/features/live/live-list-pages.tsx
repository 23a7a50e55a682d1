import { LiveKind } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { failureText } from '../../api/failure-text.js';
import { useText } from '../../i18n/use-text.js';
import { withQuery } from '../../lib/query.js';
import { useLatestSearch } from '../../lib/use-latest-search.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { Pager } from '../../ui/pager.js';
import { PageHead } from '../catalogue/index.js';
import { livesQuery } from './api/lives.js';
import { LiveCard } from './components/live-card.js';
import { LiveFilters } from './components/live-filters.js';
import { LIVES_PER_PAGE, liveRequest } from './lib/live-filter.js';

const PATHS = { [LiveKind.Class]: '/kecheng-live', [LiveKind.Activity]: '/kecheng-huodong' } as const;

/** Live classes that are not over. */
export const LiveClassesPage = (): ReactElement => <LiveList kind={LiveKind.Class} />;
/** Activities that are not over. */
export const ActivitiesPage = (): ReactElement => <LiveList kind={LiveKind.Activity} />;

function LiveList({ kind }: { readonly kind: LiveKind }): ReactElement {
  const t = useText();
  const path = PATHS[kind];
  const [search, change] = useLatestSearch();
  return (
    <div className="grid grid-cols-1 content-start gap-6 py-6 lg:py-8">
      <PageHead
        title={t(kind === LiveKind.Class ? 'route.kecheng-live' : 'route.kecheng-huodong')}
        text={t(`live.text.${kind}`)}
      />
      <LiveFilters
        search={search}
        clearPath={path}
        onSet={(name, value) => change((last) => withQuery(last, { [name]: value, page: '' }))}
      />
      <Results kind={kind} search={search} />
    </div>
  );
}

function Results({ kind, search }: { readonly kind: LiveKind; readonly search: URLSearchParams }): ReactElement {
  const t = useText();
  const result = useQuery({ ...livesQuery(liveRequest(kind, search)), placeholderData: keepPreviousData });
  if (result.isLoadingError) {
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  }
  if (result.isPending) return <PageSkeleton />;
  const { list, total, page } = result.data;
  return (
    <div aria-busy={result.isPlaceholderData} className="grid gap-5 transition-opacity aria-busy:opacity-60">
      <output className={total === 0 ? 'sr-only' : 'text-ink-soft'}>{t('live.found', { count: total })}</output>
      {list.length === 0 ? (
        <Empty icon={CalendarX2} title={t('live.none')} text={t('live.none.text')}>
          <LinkButton to={PATHS[kind]}>{t('catalogue.clear')}</LinkButton>
        </Empty>
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {list.map((live, index) => (
            <li key={live.id}>
              <LiveCard live={live} isFirst={index < 2} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={Math.ceil(total / LIVES_PER_PAGE)}
        hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
      />
    </div>
  );
}
