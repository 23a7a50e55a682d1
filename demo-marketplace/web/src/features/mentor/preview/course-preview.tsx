import type { previewCourse, ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { withQuery } from '../../../lib/query.js';
import { coursePreviewQuery } from '../api/courses.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.js';
import { toastInfo } from '../../../ui/toast.js';
import { CourseHead, CourseText, Curriculum, MentorBox, Offer, type Outline } from '../../catalogue/index.js';

/** The page of a course as learners will see it: what its server would show if it were approved as it is now. */
export function CoursePreview({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const result = useQuery(coursePreviewQuery({ id }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 py-4 lg:py-6">
      <div className="sticky top-2 z-20 flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-amber-tint p-3 pl-4 shadow-card">
        <p className="flex min-w-0 grow basis-64 gap-3">
          <Eye aria-hidden className="mt-0.5 size-5 shrink-0 text-amber" />
          {t('mentor.preview.note')}
        </p>
        <LinkButton look="quiet" to={`?${withQuery(search, { view: '' }).toString()}`}>
          <ArrowLeft aria-hidden className="size-5" />
          {t('mentor.preview.back')}
        </LinkButton>
      </div>
      {result.data === undefined && <h1 className="sr-only">{t('mentor.preview')}</h1>}
      {result.isPending && (
        <>
          <Skeleton className="aspect-video max-h-80 w-full rounded-3xl" />
          <PageSkeleton />
        </>
      )}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && <Shown page={result.data} />}
    </div>
  );
}

/** Menus open before there is a click. */
const HELD = ['pointerdown', 'keydown', 'click'] as const;
const nothing = (): void => undefined;

function Shown({ page: { course, outline } }: { readonly page: ResponseOf<typeof previewCourse> }): ReactElement {
  const t = useText();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const article = place.current;
    // The links and buttons of a preview show a hint instead of acting.
    const hold = (event: Event): void => {
      const part = event.target instanceof Element ? event.target.closest('a, button') : null;
      if (part === null || part.matches('[data-preview], a[href^="#"]')) return;
      event.stopPropagation();
      if (event.type !== 'click') return;
      event.preventDefault();
      toastInfo(t('mentor.preview.still'));
    };
    for (const type of HELD) article?.addEventListener(type, hold, { capture: true });
    return () => {
      for (const type of HELD) article?.removeEventListener(type, hold, { capture: true });
    };
  }, [t]);
  const lessons: Outline = { data: outline, isPending: false, error: null, refetch: nothing };
  const offer = <Offer course={course} outline={lessons} onEnrolled={nothing} />;
  return (
    <article ref={place} aria-label={t('mentor.preview')} className="grid gap-8 pb-10">
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <CourseHead course={course} />
        <aside
          aria-label={t('course.offer')}
          className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          {offer}
        </aside>
        <div className="grid min-w-0 gap-6">
          <Curriculum course={course} outline={lessons} currentId="" isOwned={false} />
          <CourseText course={course} />
          <MentorBox course={course} />
        </div>
      </div>
    </article>
  );
}
