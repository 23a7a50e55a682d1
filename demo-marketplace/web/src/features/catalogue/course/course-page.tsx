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
const Learning = lazy(async () => ({ default: (await import('./learning.js')).Learning }));
const Announcements = lazy(async () => ({ default: (await import('./announcements.js')).Announcements }));
const Reviews = lazy(async () => ({ default: (await import('./reviews.js')).Reviews }));
const Questions = lazy(async () => ({ default: (await import('./questions.js')).Questions }));
const Related = lazy(async () => ({ default: (await import('./related.js')).Related }));
/** Only crowdfunded courses have one. */
const Campaign = lazy(async () => ({ default: (await import('./campaign.js')).Campaign }));

const ID = /^[1-9]\d{0,15}$/;

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
        <Introduction course={course} outline={outline} onChanged={reload} />
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

interface IntroductionProps extends ShownProps {
  readonly onChanged: () => void;
}

/** The sales page of a course: its description, price and reviews. */
function Introduction({ course, outline, onChanged }: IntroductionProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const offer = useRef<HTMLElement>(null);
  const reloadCourse = (): void => void client.invalidateQueries({ queryKey: courseQuery({ id: course.id }).queryKey });
  return (
    <article className="grid grid-cols-1 gap-8 pt-4 lg:pt-6 lg:pb-10">
      {/* The offer comes before the long parts, so that its button is reached early by keyboard. */}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <CourseHead course={course} />
        </div>
        <aside
          ref={offer}
          aria-label={t('course.offer')}
          className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <Offer course={course} outline={outline} onEnrolled={onChanged} />
        </aside>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Curriculum
            courseId={course.id}
            outline={outline}
            currentId=""
            seconds={course.seconds}
            isOwned={course.owned || course.mine}
            isFree={course.price_cents === 0}
          />
          <Suspense fallback={null}>
            <Announcements courseId={course.id} />
          </Suspense>
          {course.crowdfund !== null && (
            <Suspense fallback={<Skeleton className="h-48 w-full rounded-2xl" />}>
              <Campaign course={course} onChanged={onChanged} />
            </Suspense>
          )}
          <CourseText course={course} />
          <MentorBox course={course} />
          <Suspense fallback={<PageSkeleton />}>
            <Reviews courseId={course.id} onChanged={reloadCourse} />
          </Suspense>
          <WhenNear>
            <Suspense fallback={<PageSkeleton />}>
              <Questions courseId={course.id} outline={outline} />
            </Suspense>
          </WhenNear>
        </div>
      </div>
      <WhenNear>
        <Suspense fallback={null}>
          <Related courseId={course.id} />
        </Suspense>
      </WhenNear>
      <BuyBar course={course} offer={offer} />
    </article>
  );
}
