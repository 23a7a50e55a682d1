import type { CourseCard as Course } from '@lectern/marketplace-contract';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { CourseCard, CourseCardSkeleton } from './course-card.js';

const COLUMNS = {
  /** The whole width of the page. */
  wide: 'sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  /** Beside something else. */
  narrow: 'sm:grid-cols-2 xl:grid-cols-3',
} as const;

/** On phones a list is a row that scrolls sideways, to both edges of the screen. */
export const RAIL =
  'max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2';
export const RAIL_ITEM = 'max-sm:w-4/5 max-sm:shrink-0 max-sm:snap-start';

export interface CourseGridProps {
  readonly courses: readonly Course[];
  readonly columns?: keyof typeof COLUMNS;
  /** The grid is in the first viewport. */
  readonly isFirst?: boolean;
  /** On phones a row that scrolls sideways, so that a page of many grids stays short. */
  readonly isRail?: boolean;
  readonly titleOf?: (title: string) => ReactNode;
}

/** Courses as cards. */
export function CourseGrid(props: CourseGridProps): ReactElement {
  const { courses, columns = 'wide', isFirst = false, isRail = false, titleOf } = props;
  return (
    <ul className={`grid gap-5 ${COLUMNS[columns]} ${isRail ? RAIL : ''}`}>
      {courses.map((course, index) => (
        <li key={course.id} className={isRail ? RAIL_ITEM : undefined}>
          <CourseCard
            course={course}
            isFirst={isFirst && index < 2}
            {...(titleOf && { title: titleOf(course.title) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Where a {@link CourseGrid} will be. */
export function CourseGridSkeleton({
  count,
  columns = 'wide',
}: {
  readonly count: number;
  readonly columns?: keyof typeof COLUMNS;
}): ReactElement {
  const t = useText();
  return (
    <output className={`grid gap-5 ${COLUMNS[columns]}`}>
      <span className="sr-only">{t('app.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        <CourseCardSkeleton key={index} />
      ))}
    </output>
  );
}
