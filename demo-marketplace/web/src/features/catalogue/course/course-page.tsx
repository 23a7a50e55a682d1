import type { CourseInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Notice } from '../../../ui/notice.js';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.js';
import { WhenNear } from '../../../ui/when-near.js';
import { isMissing } from '../lib/missing.js';
import { BuyBar } from './buy-bar.js';
import { CourseHead } from './course-head.js';
import { CourseText } from './course-text.js';
import { Curriculum } from './curriculum.js';
import { MentorBox } from './mentor-box.js';
import { Offer } from './offer.js';
import { courseQuery, outlineQuery } from '../api/courses.js';
import { useApiClient } from '../../../api/use-api-client.js';
import type { Outline } from './outline.js';

/** Most visits are for the course itself, so lessons are loaded on demand. */
const Lesson = lazy(async () => ({ default: (await import('./lesson.js')).Lesson }));
const Announcements = lazy(async () => ({ default: (await import('./announcements.js')).Announcements }));
const Reviews = lazy(async () => ({ default: (await import('./reviews.js')).Reviews }));
const Questions = lazy(async () => ({ default: (await import('./questions.js')).Questions }));
const Related = lazy(async () => ({ default: (await import('./related.js')).Related }));
/** Only crowdfunded courses have one. */
const Campaign = lazy(async () => ({ default: (await import('./campaign.js')).Campaign }));

const ID = /^[1-9]\d{0,15}$/;

/** A course, `?id=`; with `&unit=` one of its lessons, and with `&t=` from that second. */
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
  const result = useQuery(courseQuery({ id }));
  // Both start at once: the address has all they need.
  const outline = useQuery(outlineQuery({ id }));
  if (result.isPending) {
    return (
      <div className="py-6">
        <h1 className="sr-only">{t('route.video-info')}</h1>
        <Skeleton className="aspect-video max-h-80 w-full rounded-3xl" />
        <PageSkeleton />
      </div>
    );
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

interface ShownProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
}

function Shown({ course, outline }: ShownProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const [parameters] = useSearchParams();
  const unitId = parameters.get('unit') ?? '';
  const isLearning = ID.test(unitId);
  const reloadCourse = (): void => void client.invalidateQueries({ queryKey: courseQuery({ id: course.id }).queryKey });
  const reload = (): void => {
    reloadCourse();
    void outline.refetch();
  };
  const offerPlace = useRef<HTMLDivElement>(null);
  const offer = <Offer course={course} outline={outline} onEnrolled={reload} />;
  // On a lesson, the other parts are deferred.
  const later = (part: ReactElement): ReactElement => (isLearning ? <WhenNear>{part}</WhenNear> : part);
  const campaign = (
    <Suspense fallback={<Skeleton className="h-48 w-full rounded-2xl" />}>
      <Campaign course={course} onChanged={reload} />
    </Suspense>
  );
  const talk = (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Reviews courseId={course.id} onChanged={reloadCourse} />
      </Suspense>
      <WhenNear>
        <Suspense fallback={<PageSkeleton />}>
          <Questions courseId={course.id} outline={outline} />
        </Suspense>
      </WhenNear>
    </>
  );
  return (
    <article className="grid grid-cols-1 gap-8 pt-4 lg:pt-6 lg:pb-10">
      <title>{`${course.title} · ${t('app.name')}`}</title>
      {isLearning && (
        <Suspense fallback={<Skeleton className="aspect-video w-full rounded-2xl!" />}>
          <Lesson course={course} outline={outline} unitId={unitId} onDone={reload} />
        </Suspense>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <CourseHead course={course} hasPicture={!isLearning} />
          <div ref={offerPlace} className="lg:hidden">
            {offer}
          </div>
          <Curriculum courseId={course.id} outline={outline} currentId={unitId} seconds={course.seconds} />
          {later(
            <Suspense fallback={null}>
              <Announcements courseId={course.id} />
            </Suspense>,
          )}
          {course.crowdfund !== null && later(campaign)}
          <CourseText course={course} />
          <MentorBox course={course} />
          {later(talk)}
        </div>
        <aside aria-label={t('course.offer')} className="hidden lg:sticky lg:top-6 lg:block">
          {offer}
        </aside>
      </div>
      <WhenNear>
        <Suspense fallback={null}>
          <Related courseId={course.id} />
        </Suspense>
      </WhenNear>
      <BuyBar course={course} offer={offerPlace} />
    </article>
  );
}
