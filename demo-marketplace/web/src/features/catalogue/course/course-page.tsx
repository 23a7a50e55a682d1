import { getCourse, getOutline, type CourseInfo } from '@lectern/marketplace-contract';
import { lazy, Suspense, useRef, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../lib/failure-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Notice } from '../../../ui/notice.js';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.js';
import { WhenNear } from '../../../ui/when-near.js';
import { useAsked, type Asked } from '../hooks/use-asked.js';
import { isMissing } from '../lib/missing.js';
import { BuyBar } from './buy-bar.js';
import { CourseHead } from './course-head.js';
import { CourseText } from './course-text.js';
import { Curriculum } from './curriculum.js';
import { MentorBox } from './mentor-box.js';
import { Offer } from './offer.js';

/** Most come to look at the course. */
const Lesson = lazy(async () => ({ default: (await import('./lesson.js')).Lesson }));
const Announcements = lazy(async () => ({ default: (await import('./announcements.js')).Announcements }));
const Reviews = lazy(async () => ({ default: (await import('./reviews.js')).Reviews }));
const Questions = lazy(async () => ({ default: (await import('./questions.js')).Questions }));
const Related = lazy(async () => ({ default: (await import('./related.js')).Related }));
/** Only crowdfunded courses have one. */
const Campaign = lazy(async () => ({ default: (await import('./campaign.js')).Campaign }));

const ID = /^[1-9]\d{0,15}$/;

/** A course, `?id=`, and once somebody learns it a lesson of it, `&unit=`, from a second of it, `&t=`. */
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
  const asked = useAsked(getCourse, { id });
  const { loaded, reload } = asked;
  if (loaded.state === 'loading') {
    return (
      <div className="py-6">
        <h1 className="sr-only">{t('route.video-info')}</h1>
        <Skeleton className="aspect-video max-h-80 w-full rounded-3xl" />
        <PageSkeleton />
      </div>
    );
  }
  if (loaded.state === 'failed') {
    if (isMissing(loaded.error)) {
      return (
        <Notice title={t('course.missing')} text={t('course.missing.text')}>
          <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
        </Notice>
      );
    }
    return (
      <div className="py-10">
        <h1 className="sr-only">{t('route.video-info')}</h1>
        <Failed text={failureText(loaded.error, t)} onRetry={reload} />
      </div>
    );
  }
  return <Shown course={loaded.data} asked={asked} />;
}

function Shown({ course, asked }: { readonly course: CourseInfo; readonly asked: Asked<CourseInfo> }): ReactElement {
  const t = useText();
  const outline = useAsked(getOutline, { id: course.id });
  const [parameters] = useSearchParams();
  const unitId = parameters.get('unit') ?? '';
  const isLearning = ID.test(unitId);
  const reload = (): void => {
    asked.reload();
    outline.reload();
  };
  const offerPlace = useRef<HTMLDivElement>(null);
  const offer = <Offer course={course} outline={outline.loaded} onEnrolled={reload} />;
  // Whoever learns has come for the lesson.
  const later = (part: ReactElement): ReactElement => (isLearning ? <WhenNear>{part}</WhenNear> : part);
  const campaign = (
    <Suspense fallback={<Skeleton className="h-48 w-full rounded-2xl" />}>
      <Campaign course={course} onChanged={reload} />
    </Suspense>
  );
  const talk = (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Reviews courseId={course.id} onChanged={asked.reload} />
      </Suspense>
      <WhenNear>
        <Suspense fallback={<PageSkeleton />}>
          <Questions courseId={course.id} outline={outline.loaded} />
        </Suspense>
      </WhenNear>
    </>
  );
  return (
    <article className="grid grid-cols-1 gap-8 pt-4 lg:pt-6 lg:pb-10">
      <title>{`${course.title} · ${t('app.name')}`}</title>
      {isLearning && (
        <Suspense fallback={<Skeleton className="aspect-video w-full rounded-2xl!" />}>
          <Lesson course={course} outline={outline.loaded} unitId={unitId} onDone={reload} />
        </Suspense>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <CourseHead course={course} hasPicture={!isLearning} />
          <div ref={offerPlace} className="lg:hidden">
            {offer}
          </div>
          <Curriculum
            courseId={course.id}
            outline={outline.loaded}
            currentId={unitId}
            seconds={course.seconds}
            onRetry={outline.reload}
          />
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
