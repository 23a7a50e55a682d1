import type { CourseInfo, CourseUnit } from '@lectern/marketplace-contract';
import { ArrowLeft, ChevronLeft, ChevronRight, FileDown } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { useWide } from '../../../lib/use-wide.js';
import { LinkButton } from '../../../ui/button.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import type { LessonPlayerProps } from '../../player/index.js';
import { ProgressBar } from '../components/progress-bar.js';
import { coursePath, PLAYING } from '../lib/paths.js';
import { Curriculum } from './curriculum.js';
import { Lesson } from './lesson.js';
import type { Outline } from './outline.js';

const Questions = lazy(async () => ({ default: (await import('./questions.js')).Questions }));

type Parts = Parameters<NonNullable<LessonPlayerProps['below']>>[0];
type TabId = 'curriculum' | 'notes' | 'questions' | 'files';

export interface LearningProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
  readonly unitId: string;
  /** A lesson is learned. */
  readonly onDone: () => void;
}

/** The learning view: a lesson with its notes, questions and files, beside the curriculum. */
export function Learning({ course, outline, unitId, onDone }: LearningProps): ReactElement {
  const t = useText();
  const isWide = useWide();
  const [isTheatre, setIsTheatre] = useState(false);
  const [tab, setTab] = useState<TabId>();
  const { progress } = course;
  const isOwned = course.owned || course.mine;
  const curriculum = <Curriculum course={course} outline={outline} currentId={unitId} isOwned={isOwned} />;
  const below = (parts: Parts): ReactElement => (
    <div className="grid grid-cols-1 gap-5">
      <Neighbours courseId={course.id} units={unitsOf(outline)} unitId={unitId} />
      <LessonTabs
        {...{ course, outline, unitId, parts, tab }}
        curriculum={isWide ? undefined : curriculum}
        onTab={setTab}
      />
    </div>
  );
  return (
    <article className="grid grid-cols-1 gap-4 pt-3 lg:pb-10">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="min-w-0 grow text-base font-medium">
          <Link
            to={coursePath(course.id)}
            className="inline-flex min-h-10 items-center gap-2 rounded-lg hover:underline"
          >
            <ArrowLeft aria-hidden className="size-5 shrink-0" />
            {course.title}
          </Link>
        </h1>
        {progress !== null && (
          <div className="w-full sm:w-64">
            <ProgressBar percent={progress.percent} label={t('progress.of', { title: course.title })} />
          </div>
        )}
      </header>
      <div
        className={`grid grid-cols-1 items-start gap-6 ${isTheatre ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8'}`}
      >
        <div className="min-w-0">
          <Lesson
            {...{ course, outline, unitId, onDone }}
            theatre={isWide ? { isOn: isTheatre, toggle: () => setIsTheatre(!isTheatre) } : undefined}
            below={below}
          />
        </div>
        {isWide && (
          <aside
            aria-label={t('course.curriculum')}
            className={isTheatre ? '' : 'sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto'}
          >
            {curriculum}
          </aside>
        )}
      </div>
    </article>
  );
}

const unitsOf = (outline: Outline): readonly CourseUnit[] => outline.data?.flatMap((chapter) => chapter.units) ?? [];

interface NeighboursProps {
  readonly courseId: string;
  readonly units: readonly CourseUnit[];
  readonly unitId: string;
}

/** Links to the lessons before and after the open one, as far as they are open to the reader. */
function Neighbours({ courseId, units, unitId }: NeighboursProps): ReactElement | null {
  const t = useText();
  const place = units.findIndex(({ id }) => id === unitId);
  if (place < 0) return null;
  const previous = units.slice(0, place).findLast(({ locked }) => !locked);
  const next = units.slice(place + 1).find(({ locked }) => !locked);
  return (
    <nav aria-label={t('learn.neighbours')} className="flex flex-wrap justify-between gap-3 empty:hidden">
      {previous && (
        <LinkButton look="quiet" to={coursePath(courseId, previous.id)} state={PLAYING} title={previous.title}>
          <ChevronLeft aria-hidden className="size-5" />
          {t('player.previous')}
        </LinkButton>
      )}
      {next && (
        <LinkButton
          look="quiet"
          className="ml-auto"
          to={coursePath(courseId, next.id)}
          state={PLAYING}
          title={next.title}
        >
          {t('player.next')}
          <ChevronRight aria-hidden className="size-5" />
        </LinkButton>
      )}
    </nav>
  );
}

interface LessonTabsProps extends Pick<LearningProps, 'course' | 'outline' | 'unitId'> {
  readonly parts: Parts;
  /** The chosen tab; the first one until one is chosen. */
  readonly tab: TabId | undefined;
  /** On narrow screens, where there is no room beside the lesson. */
  readonly curriculum: ReactNode | undefined;
  readonly onTab: (tab: TabId) => void;
}

/** Notes, questions and files of a lesson. */
function LessonTabs({ course, outline, unitId, parts, tab, curriculum, onTab }: LessonTabsProps): ReactElement {
  const t = useText();
  const files = unitsOf(outline).filter(({ type }) => type === 'file');
  const ids: readonly TabId[] = [
    ...(curriculum === undefined ? [] : (['curriculum'] as const)),
    ...(parts.notes === undefined ? [] : (['notes'] as const)),
    'questions',
    ...(files.length === 0 ? [] : (['files'] as const)),
  ];
  const shown = ids.find((id) => id === tab) ?? ids[0] ?? 'questions';
  return (
    <Tabs
      label={t('learn.tabs')}
      tabs={ids.map((id) => ({ id, label: t(`learn.tab.${id}`) }))}
      value={shown}
      onChange={onTab}
    >
      {shown === 'curriculum' && curriculum}
      {shown === 'notes' && parts.notes}
      {shown === 'questions' && (
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-2xl" />}>
          <Questions
            courseId={course.id}
            outline={outline}
            about={{ unitId, ...(parts.second && { second: parts.second }) }}
          />
        </Suspense>
      )}
      {shown === 'files' && <Files courseId={course.id} files={files} />}
    </Tabs>
  );
}

/** The lessons of a course that are files. */
function Files({
  courseId,
  files,
}: {
  readonly courseId: string;
  readonly files: readonly CourseUnit[];
}): ReactElement {
  return (
    <ul className="grid gap-2">
      {files.map((unit) => (
        <li
          key={unit.id}
          className="flex min-h-12 items-center gap-3 rounded-xl border border-line bg-surface px-4 py-2"
        >
          <FileDown aria-hidden className="size-5 shrink-0 text-accent" />
          {unit.locked ? (
            <span className="text-ink-soft">{unit.title}</span>
          ) : (
            <Link to={coursePath(courseId, unit.id)} className="underline-offset-4 hover:underline">
              {unit.title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
