import { SearchType } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { useLatestSearch } from '../../../lib/use-latest-search.js';
import { LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Pager } from '../../../ui/pager.js';
import { Tabs } from '../../../ui/tabs.js';
import { SearchField } from '../../search/index.js';
import { CourseFilters } from '../components/course-filters.js';
import { CourseGrid, CourseGridSkeleton } from '../components/course-grid.js';
import { MentorCard } from '../components/mentor-card.js';
import { PageHead } from '../components/page-head.js';
import { courseQueryOf, COURSES_PER_PAGE, withFilter, type FilterName } from '../lib/course-query.js';
import { highlight } from '../lib/highlight.js';
import { remember } from '../lib/search-history.js';
import { searchAskedBy } from '../lib/search-asked.js';
import { SearchIdeas } from './search-ideas.js';
import { searchQuery } from '../api/catalogue.js';
import { coursesQuery } from '../api/courses.js';

/** Finds courses and mentors; the words are under `query` of the address (specification §2). */
export function SearchPage(): ReactElement {
  const t = useText();
  const [parameters] = useSearchParams();
  const { query } = searchAskedBy(parameters);
  useEffect(() => remember(query), [query]);
  return (
    <div className="grid content-start gap-6 py-6 lg:py-8">
      <PageHead title={t('route.search')} />
      {/* Wider pages have it above. */}
      <SearchField key={query} asked={query} className="md:hidden" />
      {query === '' ? <SearchIdeas /> : <Found query={query} />}
    </div>
  );
}

function Found({ query }: { readonly query: string }): ReactElement {
  const t = useText();
  const [parameters, setParameters] = useSearchParams();
  const asked = searchAskedBy(parameters);
  const { type } = asked;
  const result = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <CourseGridSkeleton count={4} />;
  const { courses, mentors, counts, page } = result.data;
  const total = counts.course + counts.mentor;
  if (total === 0) {
    return (
      <>
        <Empty icon={SearchX} title={t('search.none', { query })} text={t('search.none.text')}>
          <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
        </Empty>
        <SearchIdeas />
      </>
    );
  }
  const hrefOf = (to: number): string => `?${new URLSearchParams({ query, type, page: String(to) }).toString()}`;
  const counted = { all: total, course: counts.course, mentor: counts.mentor };
  return (
    <Tabs
      label={t('search.types')}
      tabs={Object.values(SearchType).map((one) => ({
        id: one,
        label: t(`search.type.${one}`, { count: counted[one] }),
      }))}
      value={type}
      onChange={(next) => setParameters({ query, ...(next !== SearchType.All && { type: next }) })}
    >
      <div aria-busy={result.isPlaceholderData} className="grid gap-8 transition-opacity aria-busy:opacity-60">
        {type !== SearchType.Course && (
          <output className="text-ink-soft">{t('search.found', { query, count: counted[type] })}</output>
        )}
        {type === SearchType.Course && <FoundCourses query={query} />}
        {type === SearchType.All && courses.length > 0 && (
          <section aria-label={t('search.courses')}>
            <h2 className="mb-4 text-xl font-semibold">{t('search.courses')}</h2>
            <CourseGrid courses={courses} isFirst titleOf={(title) => highlight(title, query)} />
          </section>
        )}
        {mentors.length > 0 && (
          <section aria-label={t('search.mentors')}>
            {type === SearchType.All && <h2 className="mb-4 text-xl font-semibold">{t('search.mentors')}</h2>}
            <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
              {mentors.map((mentor) => (
                <li key={mentor.id}>
                  <MentorCard mentor={mentor} name={highlight(mentor.name, query)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {type === SearchType.Mentor && (
          <Pager page={page} pages={Math.ceil(counts.mentor / COURSES_PER_PAGE)} hrefOf={hrefOf} />
        )}
      </div>
    </Tabs>
  );
}

/** The courses that were found, narrowed as those of the catalogue. */
function FoundCourses({ query }: { readonly query: string }): ReactElement {
  const t = useText();
  const [parameters, change] = useLatestSearch();
  const result = useQuery({
    ...coursesQuery({ ...courseQueryOf(parameters), keyword: query }),
    placeholderData: keepPreviousData,
  });
  const set = (name: FilterName, value: string): void => change((last) => withFilter(last, name, value));
  const clearPath = `/search?${new URLSearchParams({ query, type: SearchType.Course }).toString()}`;
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <CourseFilters parameters={parameters} onSet={set} keyword={query} clearPath={clearPath} />
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.isPending && <CourseGridSkeleton count={6} columns="narrow" />}
      {result.data !== undefined && (
        <section
          aria-label={t('search.courses')}
          aria-busy={result.isPlaceholderData}
          className="grid gap-5 aria-busy:opacity-60"
        >
          <output className="text-ink-soft">{t('search.found', { query, count: result.data.total })}</output>
          {result.data.total === 0 ? (
            <Empty icon={SearchX} title={t('catalogue.none')} text={t('catalogue.none.text')}>
              <LinkButton to={clearPath}>{t('catalogue.clear')}</LinkButton>
            </Empty>
          ) : (
            <CourseGrid
              courses={result.data.list}
              columns="narrow"
              isFirst
              titleOf={(title) => highlight(title, query)}
            />
          )}
          <Pager
            page={result.data.page}
            pages={Math.ceil(result.data.total / COURSES_PER_PAGE)}
            hrefOf={(to) => `?${withFilter(parameters, 'page', String(to)).toString()}`}
          />
        </section>
      )}
    </div>
  );
}
