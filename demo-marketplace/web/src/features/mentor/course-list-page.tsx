import { COURSE_TABS } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { BookPlus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { withQuery } from '../../lib/query.js';
import { managedCoursesQuery } from './api/courses.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { KeywordForm } from '../../ui/keyword-form.js';
import { ListSkeleton } from '../../ui/list-skeleton.js';
import { Pager } from '../../ui/pager.js';
import { Tabs } from '../../ui/tabs.js';
import { CourseRow } from './components/course-row.js';
import { MentorSide } from './components/mentor-side.js';
import { CourseDashboard } from './dashboard/course-dashboard.js';
import { courseIdOf, coursesAskedBy, KEYWORD_MAX } from './lib/asked.js';

/** The mentor's courses by state; tab, search and page are kept in the address. */
export function CourseListPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const asked = coursesAskedBy(search);
  const course = courseIdOf(search, 'course');
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_kecheng')}</h1>
        {course === undefined && (
          <LinkButton to="/t_kecheng_add">
            <Plus aria-hidden className="size-5" />
            {t('mentor.courses.new')}
          </LinkButton>
        )}
      </div>
      <MentorSide>
        {course !== undefined ? (
          <CourseDashboard courseId={course} />
        ) : (
          <>
            <KeywordForm
              keyword={asked.keyword}
              label={t('mentor.courses.search')}
              action={t('mentor.search')}
              maxLength={KEYWORD_MAX}
              onSearch={(typed) => setSearch(withQuery(search, { keyword: typed, page: '' }))}
            />
            <Tabs
              label={t('route.t_kecheng')}
              tabs={COURSE_TABS.map((id) => ({ id, label: t(`mentor.courses.tab.${id}`) }))}
              value={asked.tab}
              onChange={(id) => setSearch(withQuery(search, { tab: id === 'all' ? '' : id, page: '' }))}
            >
              <Courses
                key={`${asked.tab} ${asked.page} ${asked.keyword}`}
                asked={asked}
                hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
              />
            </Tabs>
          </>
        )}
      </MentorSide>
    </div>
  );
}

function Courses({
  asked,
  hrefOf,
}: {
  readonly asked: ReturnType<typeof coursesAskedBy>;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery(managedCoursesQuery(asked));
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <ListSkeleton rows={4} className="h-36" />;
  const { list, total } = result.data;
  if (list.length === 0) {
    const { tab, keyword, page } = asked;
    const isFirst = tab === 'all' && keyword === '' && page === 1;
    return (
      <Empty
        icon={BookPlus}
        title={t(isFirst ? 'mentor.courses.first' : 'mentor.courses.noneHere')}
        text={t(isFirst ? 'mentor.courses.first.text' : 'mentor.courses.noneHere.text')}
      >
        {isFirst ? (
          <LinkButton to="/t_kecheng_add">{t('mentor.courses.new')}</LinkButton>
        ) : (
          <LinkButton look="quiet" to="/t_kecheng">
            {t('mentor.courses.showAll')}
          </LinkButton>
        )}
      </Empty>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {list.map((course) => (
          <CourseRow key={course.id} course={course} onChanged={() => void result.refetch()} />
        ))}
      </ul>
      <Pager page={asked.page} pages={Math.ceil(total / asked.limit)} hrefOf={hrefOf} />
    </>
  );
}
