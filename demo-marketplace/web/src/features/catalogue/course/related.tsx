import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { CourseGrid } from '../components/course-grid.js';
import { relatedQuery } from '../api/courses.js';

const MOST = 4;

/** Courses related to this one. */
export function Related({ courseId }: { readonly courseId: string }): ReactElement | null {
  const t = useText();
  const result = useQuery(relatedQuery({ id: courseId }));
  if (result.data === undefined || result.data.length === 0) return null;
  return (
    <section aria-label={t('course.related')} className="border-t border-line pt-8">
      <h2 className="mb-5 text-2xl font-semibold tracking-tight">{t('course.related')}</h2>
      <CourseGrid courses={result.data.slice(0, MOST)} />
    </section>
  );
}
