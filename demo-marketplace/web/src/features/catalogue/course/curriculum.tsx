import type { CourseInfo, CourseUnit } from '@lectern/marketplace-contract';
import { ChevronDown, CircleCheck, CirclePlay, FileDown, FileText, ListChecks, Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Badge } from '../../../ui/badge.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { clockText, lengthText } from '../lib/figures.js';
import { coursePath, PLAYING } from '../lib/paths.js';
import type { Outline } from './outline.js';

export interface CurriculumProps {
  readonly course: Pick<CourseInfo, 'id' | 'seconds' | 'price_cents'>;
  readonly outline: Outline;
  /** Id of the open lesson; empty if there is none. */
  readonly currentId: string;
  /** The course is the reader's, so free lessons are not marked. */
  readonly isOwned: boolean;
}

/** Chapters and lessons; those that are open lead to the player. */
export function Curriculum({ course, outline, currentId, isOwned }: CurriculumProps): ReactElement {
  const t = useText();
  const chapters = outline.data ?? [];
  const units = chapters.reduce((sum, chapter) => sum + chapter.units.length, 0);
  return (
    <Section
      title={t('course.curriculum')}
      {...(units > 0 && {
        text: t('course.curriculum.text', {
          chapters: t('course.chapters', { count: chapters.length }),
          units: t('course.units', { count: units }),
          length: lengthText(course.seconds, t),
        }),
      })}
    >
      {outline.isPending && <Skeleton className="h-40 w-full" />}
      {outline.data === undefined && outline.error !== null && (
        <Failed text={failureText(outline.error, t)} onRetry={() => void outline.refetch()} />
      )}
      {outline.data !== undefined && units === 0 && <p className="text-ink-soft">{t('course.curriculum.none')}</p>}
      {units > 0 && (
        <div className="overflow-hidden rounded-xl border border-line">
          {chapters.map((chapter, index) => (
            <details
              key={chapter.id}
              open={index === 0 || chapter.units.some(({ id }) => id === currentId)}
              className="group border-b border-line last:border-b-0"
            >
              <summary className="flex min-h-13 cursor-pointer list-none items-center gap-x-3 bg-sunken/60 px-4 py-2 font-medium -outline-offset-2">
                <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
                <span className="min-w-0 grow">{chapter.title}</span>
                <span className="shrink-0 text-sm font-normal text-ink-soft">
                  {t('course.units', { count: chapter.units.length })}
                </span>
              </summary>
              <ul>
                {chapter.units.map((unit) => (
                  <li key={unit.id} className="border-t border-line">
                    <UnitRow {...{ course, unit, isOwned }} isCurrent={unit.id === currentId} />
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      )}
    </Section>
  );
}

const ICONS = { video: CirclePlay, article: FileText, quiz: ListChecks, file: FileDown } as const;

interface UnitRowProps extends Pick<CurriculumProps, 'course' | 'isOwned'> {
  readonly unit: CourseUnit;
  readonly isCurrent: boolean;
}

function UnitRow({ course, unit, isCurrent, isOwned }: UnitRowProps): ReactElement {
  const t = useText();
  const Icon = unit.done ? CircleCheck : unit.locked ? Lock : ICONS[unit.type];
  const content = (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${unit.locked ? 'text-ink-soft' : 'text-accent'}`} />
      <span className="min-w-0 grow">
        {unit.title}
        {unit.done && <span className="sr-only"> {t('course.unit.done')}</span>}
        {unit.locked && (
          <span className="sr-only">
            {' '}
            {t(course.price_cents === 0 ? 'course.unit.locked.free' : 'course.unit.locked')}
          </span>
        )}
      </span>
      {unit.preview && !isOwned && !unit.locked && !unit.done && <Badge tone="good">{t('course.unit.preview')}</Badge>}
      {(unit.type === 'quiz' || unit.type === 'file') && (
        <span className="shrink-0 text-sm text-ink-soft">{t(`course.unit.${unit.type}`)}</span>
      )}
      {unit.seconds > 0 && <span className="text-sm text-ink-soft tabular-nums">{clockText(unit.seconds)}</span>}
    </>
  );
  const row = 'flex min-h-12 items-center gap-3 px-4 py-2';
  if (unit.locked) return <span className={`${row} text-ink-soft`}>{content}</span>;
  return (
    <Link
      to={coursePath(course.id, unit.id)}
      state={PLAYING}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${row} -outline-offset-2 hover:bg-sunken aria-[current=true]:bg-accent-tint aria-[current=true]:font-medium`}
    >
      {content}
    </Link>
  );
}
