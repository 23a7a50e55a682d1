import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { withQuery } from '../../../lib/query.js';
import { managedCourseQuery } from '../api/managed-course.js';
import { DASHBOARD_PARTS, dashboardPartOf } from '../lib/asked.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { Coupons } from './coupons.js';
import { Stats } from './stats.js';

const Announcements = lazy(async () => ({ default: (await import('./announcements.js')).Announcements }));

/** The dashboard of a published course; the course and the tab are kept in the address. */
export function CourseDashboard({ courseId }: { readonly courseId: string }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const part = dashboardPartOf(search);
  const back = withQuery(search, { course: '', part: '', days: '', page: '' }).toString();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Link
          to={back === '' ? '/t_kecheng' : `/t_kecheng?${back}`}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-accent-strong hover:underline"
        >
          <ArrowLeft aria-hidden className="size-5" />
          {t('mentor.dashboard.back')}
        </Link>
        <CourseTitle key={courseId} courseId={courseId} />
      </div>
      <Tabs
        label={t('mentor.dashboard')}
        tabs={DASHBOARD_PARTS.map((id) => ({ id, label: t(`mentor.dashboard.${id}`) }))}
        value={part}
        onChange={(id) => setSearch(withQuery(search, { part: id === 'stats' ? '' : id, page: '' }))}
      >
        {part === 'stats' && <Stats key={`${courseId} ${search.get('days')}`} courseId={courseId} />}
        {part === 'announcements' && (
          <Suspense fallback={<ListSkeleton rows={3} className="h-28" />}>
            <Announcements key={search.toString()} courseId={courseId} />
          </Suspense>
        )}
        {part === 'coupons' && <Coupons key={search.toString()} courseId={courseId} />}
      </Tabs>
    </div>
  );
}

/** The title of the course. A failure to load it is shown by the tab below. */
function CourseTitle({ courseId }: { readonly courseId: string }): ReactElement {
  const isEnglish = useLocale() === 'en';
  const { data: course } = useQuery(managedCourseQuery({ id: courseId }));
  const { zh, en } = course?.basics.title ?? { zh: '', en: '' };
  const title = isEnglish ? en || zh : zh || en;
  return title === '' ? (
    <p className="h-8" />
  ) : (
    <h2 className="text-xl font-semibold break-keep wrap-anywhere">{title}</h2>
  );
}
