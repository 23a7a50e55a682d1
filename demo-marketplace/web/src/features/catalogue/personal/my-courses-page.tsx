import { formatDate, type MyCourse, MyCourseTab } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BookOpen, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Tabs } from '../../../ui/tabs.js';
import { Cover } from '../components/cover.js';
import { CrowdfundBar } from '../components/crowdfund-bar.js';
import { PagedList } from '../components/paged-list.js';
import { PageHead } from '../components/page-head.js';
import { ProgressBar } from '../components/progress-bar.js';
import { myCoursesAskedBy } from './personal-queries.js';
import { clockText } from '../lib/figures.js';
import { coursePath, learnPath, PLAYING } from '../lib/paths.js';
import { myCoursesQuery } from '../api/courses.js';

/** The courses of a member: in progress, completed, backed and expired. */
export function MyCoursesPage(): ReactElement {
  const t = useText();
  const [parameters, setParameters] = useSearchParams();
  const asked = myCoursesAskedBy(parameters);
  const { tab } = asked;
  const result = useQuery({
    ...myCoursesQuery(asked),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('route.mykecheng')} />
      <Tabs
        label={t('route.mykecheng')}
        tabs={Object.values(MyCourseTab).map((id) => ({ id, label: t(`mine.tab.${id}`) }))}
        value={tab}
        onChange={(next) => setParameters({ tab: next })}
      >
        <PagedList
          result={result}
          keyOf={({ course }) => course.id}
          hrefOf={(page) => `?${new URLSearchParams({ tab, page: String(page) }).toString()}`}
          empty={
            <Empty icon={BookOpen} title={t(`mine.none.${tab}`)} text={t('mine.none.text')}>
              <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
            </Empty>
          }
        >
          {(mine) => <Row mine={mine} tab={tab} />}
        </PagedList>
      </Tabs>
    </div>
  );
}

function Row({ mine, tab }: { readonly mine: MyCourse; readonly tab: MyCourseTab }): ReactElement {
  const t = useText();
  const { course, percent, unit_id: unitId, unit_title: unitTitle, second } = mine;
  const isFinished = tab === MyCourseTab.Finished;
  const isOpen = tab === MyCourseTab.Learning || isFinished;
  return (
    <article className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:flex-row">
      <div className="w-full shrink-0 self-start overflow-hidden rounded-xl sm:w-52">
        <Cover id={course.id} title={course.title} picture={course.cover} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <h2 className="text-lg font-semibold">
          <Link to={coursePath(course.id)} className="underline-offset-4 hover:underline">
            {course.title}
          </Link>
        </h2>
        <p className="text-sm text-ink-soft">
          {course.mentor.name} · {t('mine.since', { date: formatDate(Date.parse(mine.since)) })}
        </p>
        {tab === MyCourseTab.Crowdfunding && course.crowdfund !== null && <CrowdfundBar crowdfund={course.crowdfund} />}
        {isOpen && (
          <>
            {unitId !== '' && !isFinished && (
              <p className="truncate text-sm">{second > 0 ? `${unitTitle} · ${clockText(second)}` : unitTitle}</p>
            )}
            <ProgressBar percent={percent} label={t('progress.of', { title: course.title })} />
            <div className="mt-2 flex flex-wrap gap-3">
              <LinkButton
                to={isFinished || unitId === '' ? learnPath(course.id) : coursePath(course.id, unitId, second)}
                state={PLAYING}
              >
                <Play aria-hidden className="size-4" />
                {t(isFinished ? 'mine.again' : unitId === '' ? 'course.start' : 'mine.continue')}
              </LinkButton>
              {mine.certificate_id !== '' && (
                <LinkButton look="quiet" to={`/myzhengshu-info?id=${mine.certificate_id}`}>
                  {t('mine.certificate')}
                </LinkButton>
              )}
            </div>
          </>
        )}
      </div>
    </article>
  );
}
