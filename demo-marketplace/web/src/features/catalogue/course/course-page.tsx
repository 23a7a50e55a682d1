import type { CourseInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { needTexts } from '../../../i18n/locale.js';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Notice } from '../../../ui/notice.js';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.js';
import { isMissing } from '../../../api/missing.js';
import { courseQuery, outlineQuery } from '../api/courses.js';
import { useApiClient } from '../../../api/use-api-client.js';
import type { Outline } from './outline.js';
import { ID } from '../../../lib/query.js';

/** A visit is for the course or for one of its lessons, and loads the code of the other once it is wanted. */
const loadIntroduction = async () => ({ default: (await import('./introduction.js')).Introduction });
const Introduction = lazy(loadIntroduction);
const Learning = lazy(async () => {
  const [{ Learning: view }] = await Promise.all([import('./learning.js'), needTexts('player')]);
  return { default: view };
});

/**
 * A course, `?id=`; with `&unit=` one of its lessons, and with `&t=` from that second; with `&learn=1` the lesson where
 * the learner goes on.
 */
export function CoursePage(): ReactElement {
  const t = useText();
  const [parameters] = useSearchParams();
  const id = parameters.get('id') ?? '';
  if (ID.test(id)) return <Course key={id} id={id} />;
  return (
    <Notice title={t('course.missing')} text={t('course.missing.text')}>
      <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
    </Notice>
  );
}

function Course({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const [parameters] = useSearchParams();
  const isIntroduction = !parameters.has('unit') && !parameters.has('learn');
  // Beside the course, not after it; a failure shows where the code is used.
  useEffect(() => {
    if (isIntroduction) loadIntroduction().catch(() => undefined);
  }, [isIntroduction]);
  const result = useQuery(courseQuery({ id }));
  // Both start at once: the address has all they need.
  const outline = useQuery(outlineQuery({ id }));
  if (result.isPending) {
    return <CourseSkeleton />;
  }
  if (result.isLoadingError) {
    if (isMissing(result.error)) {
      return (
        <Notice title={t('course.missing')} text={t('course.missing.text')}>
          <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
        </Notice>
      );
    }
    return (
      <div className="py-10">
        <h1 className="sr-only">{t('route.video-info')}</h1>
        <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />
      </div>
    );
  }
  return <Shown course={result.data} outline={outline} />;
}

function CourseSkeleton(): ReactElement {
  const t = useText();
  return (
    <div className="py-6">
      <h1 className="sr-only">{t('route.video-info')}</h1>
      <Skeleton className="aspect-video max-h-80 w-full rounded-3xl" />
      <PageSkeleton />
    </div>
  );
}

interface ShownProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
}

function Shown({ course, outline }: ShownProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const [parameters] = useSearchParams();
  const reload = (): void => {
    void client.invalidateQueries({ queryKey: courseQuery({ id: course.id }).queryKey });
    void outline.refetch();
  };
  const unitId = lessonOf(parameters, course, outline);
  const title = <title>{`${course.title} · ${t('app.name')}`}</title>;
  if (unitId === undefined) {
    return (
      <>
        {title}
        <Suspense fallback={<CourseSkeleton />}>
          <Introduction course={course} outline={outline} onChanged={reload} />
        </Suspense>
      </>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="mt-4 aspect-video w-full rounded-2xl!" />}>
      {title}
      {unitId === '' ? (
        <Skeleton className="mt-4 aspect-video w-full rounded-2xl!" />
      ) : (
        <Learning course={course} outline={outline} unitId={unitId} onDone={reload} />
      )}
    </Suspense>
  );
}

/**
 * The lesson that the address asks for; empty while it is not known which one, and undefined for the introduction of the
 * course.
 */
function lessonOf(parameters: URLSearchParams, { progress }: CourseInfo, outline: Outline): string | undefined {
  const unitId = parameters.get('unit') ?? '';
  if (ID.test(unitId)) return unitId;
  if (!parameters.has('learn')) return undefined;
  if (progress !== null && progress.unit_id !== '') return progress.unit_id;
  if (outline.isPending) return '';
  return outline.data?.flatMap(({ units }) => units)[0]?.id;
}
