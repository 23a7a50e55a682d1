import { CourseKind } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { useLatestSearch } from '../../lib/use-latest-search.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { Pager } from '../../ui/pager.js';
import { Tabs } from '../../ui/tabs.js';
import { CourseGrid, CourseGridSkeleton } from './components/course-grid.js';
import { PageHead } from './components/page-head.js';
import { CourseFilters } from './components/course-filters.js';
import { courseQueryOf, COURSES_PER_PAGE, withFilter, type FilterName } from './lib/course-query.js';
import { coursesQuery } from './api/courses.js';

/** All courses, filtered and sorted by the parameters in the address. */
export function CataloguePage(): ReactElement {
  const t = useText();
  const [parameters, change] = useLatestSearch();
  const query = courseQueryOf(parameters);
  const set = (name: FilterName, value: string): void => change((last) => withFilter(last, name, value));
  return (
    <div className="grid grid-cols-1 content-start gap-6 py-6 lg:py-8">
      <PageHead title={t('route.kecheng-online')} text={t('catalogue.text')} />
      <Tabs
        label={t('catalogue.kinds')}
        tabs={Object.values(CourseKind).map((kind) => ({ id: kind, label: t(`catalogue.kind.${kind}`) }))}
        value={query.kind ?? CourseKind.All}
        onChange={(kind) => set('kind', kind === CourseKind.All ? '' : kind)}
      >
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <CourseFilters parameters={parameters} onSet={set} />
          <Results parameters={parameters} query={query} />
        </div>
      </Tabs>
    </div>
  );
}

function Results({
  parameters,
  query,
}: {
  readonly parameters: URLSearchParams;
  readonly query: ReturnType<typeof courseQueryOf>;
}): ReactElement {
  const t = useText();
  const result = useQuery({ ...coursesQuery(query), placeholderData: keepPreviousData });
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <CourseGridSkeleton count={6} columns="narrow" />;
  const { list, total, page } = result.data;
  return (
    <div aria-busy={result.isPlaceholderData} className="grid gap-5 transition-opacity aria-busy:opacity-60">
      <output className={total === 0 ? 'sr-only' : 'text-ink-soft'}>{t('catalogue.found', { count: total })}</output>
      {list.length === 0 ? (
        <Empty icon={SearchX} title={t('catalogue.none')} text={t('catalogue.none.text')}>
          <LinkButton to="/kecheng-online">{t('catalogue.clear')}</LinkButton>
        </Empty>
      ) : (
        <CourseGrid courses={list} columns="narrow" isFirst />
      )}
      <Pager
        page={page}
        pages={Math.ceil(total / COURSES_PER_PAGE)}
        hrefOf={(to) => `?${withFilter(parameters, 'page', String(to)).toString()}`}
      />
    </div>
  );
}
