import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { needTexts } from '../../i18n/locale.js';
import { useText } from '../../i18n/use-text.js';
import { useApiClient } from '../../api/use-api-client.js';
import { failureText } from '../../api/failure-text.js';
import { managedCourseQuery } from './api/managed-course.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { MentorSide } from './components/mentor-side.js';
import { Editor } from './editor/editor.js';
import { courseIdOf } from './lib/asked.js';

const NewCourse = lazy(async () => ({ default: (await import('./editor/new-course.js')).NewCourse }));

/** Rarely wanted, and as large as the page that it shows. */
const CoursePreview = lazy(async () => {
  const [{ CoursePreview: Preview }] = await Promise.all([
    import('./preview/course-preview.js'),
    needTexts('catalogue', 'course', 'share'),
  ]);
  return { default: Preview };
});

/** The editor of a course; the course, the step and the preview are kept in the address. */
export function CourseEditorPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const id = courseIdOf(search, 'id');
  if (id !== undefined && search.get('view') === 'preview') {
    return (
      <MentorSide>
        <Suspense fallback={<PageSkeleton />}>
          <CoursePreview key={id} id={id} />
        </Suspense>
      </MentorSide>
    );
  }
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 lg:py-8">
      <div>
        <Link to="/t_kecheng" className="text-ink-soft hover:text-ink hover:underline">
          {t('route.t_kecheng')}
        </Link>
        <h1 className="mt-1 text-2xl font-semibold sm:text-3xl">
          {t(search.get('id') === null ? 'mentor.courses.new' : 'mentor.editor.title')}
        </h1>
      </div>
      <MentorSide>
        {id !== undefined ? (
          <Opened key={id} id={id} />
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <NewCourse />
          </Suspense>
        )}
      </MentorSide>
    </div>
  );
}

function Opened({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const client = useApiClient();
  const query = managedCourseQuery({ id });
  const result = useQuery(query);
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <PageSkeleton />;
  const { version, status, change } = result.data;
  // The editor has its own state, which a course that is loaded again replaces.
  const reload = (): void => void client.resetQueries({ queryKey: query.queryKey });
  return <Editor key={`${version} ${status} ${change}`} course={result.data} onReload={reload} />;
}
