import type { MyCourse } from '@lectern/marketplace-contract';
import { Play } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Cover } from '../components/cover.js';
import { ProgressBar } from '../components/progress-bar.js';
import { clockText } from '../lib/figures.js';
import { coursePath, learnPath, PLAYING } from '../lib/paths.js';

const MOST = 3;

/** The courses in progress; each link resumes at the last position. */
export function ContinueLearning({ courses }: { readonly courses: readonly MyCourse[] }): ReactElement {
  const t = useText();
  return (
    <section aria-label={t('home.continue')}>
      <h2 className="mb-5 text-2xl font-semibold tracking-tight">{t('home.continue')}</h2>
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
        {courses.slice(0, MOST).map(({ course, percent, unit_id: unitId, unit_title: unitTitle, second }) => (
          <li
            key={course.id}
            className="relative flex gap-4 rounded-2xl border border-line bg-surface p-3 hover:shadow-card"
          >
            <span className="relative w-28 shrink-0 sm:w-36 self-start overflow-hidden rounded-xl">
              <Cover id={course.id} title={course.title} picture={course.cover} isFirst />
              <span className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-black/60 text-white">
                <Play aria-hidden className="size-4 fill-current" />
              </span>
            </span>
            <span className="flex min-w-0 grow flex-col gap-1">
              <Link
                to={unitId === '' ? learnPath(course.id) : coursePath(course.id, unitId, second)}
                state={PLAYING}
                className="line-clamp-2 font-medium after:absolute after:inset-0 after:rounded-2xl"
              >
                {course.title}
              </Link>
              <span className="flex text-sm text-ink-soft">
                <span className="truncate">{unitId === '' ? t('home.continue.start') : unitTitle}</span>
                {unitId !== '' && <span className="shrink-0 tabular-nums">&nbsp;· {clockText(second)}</span>}
              </span>
              <ProgressBar percent={percent} label={t('progress.of', { title: course.title })} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
