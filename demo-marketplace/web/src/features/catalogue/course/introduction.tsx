import type { CourseInfo } from '@lectern/marketplace-contract';
import { lazy, Suspense, useRef, type ReactElement } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { useText } from '../../../i18n/use-text.js';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.js';
import { WhenNear } from '../../../ui/when-near.js';
import { courseQuery } from '../api/courses.js';
import { CourseHead } from './course-head.js';
import { CourseText } from './course-text.js';
import { Curriculum } from './curriculum.js';
import { MentorBox } from './mentor-box.js';
import { Offer } from './offer.js';
import type { Outline } from './outline.js';

const Announcements = lazy(async () => ({ default: (await import('./announcements.js')).Announcements }));
const Reviews = lazy(async () => ({ default: (await import('./reviews.js')).Reviews }));
const Questions = lazy(async () => ({ default: (await import('./questions.js')).Questions }));
const Related = lazy(async () => ({ default: (await import('./related.js')).Related }));
/** Shown on phones, once the offer is scrolled away. */
const BuyBar = lazy(async () => ({ default: (await import('./buy-bar.js')).BuyBar }));
/** Only crowdfunded courses have one. */
const Campaign = lazy(async () => ({ default: (await import('./campaign.js')).Campaign }));

export interface IntroductionProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
  readonly onChanged: () => void;
}

/** The sales page of a course: its description, price and reviews. */
export function Introduction({ course, outline, onChanged }: IntroductionProps): ReactElement {
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
          <Curriculum course={course} outline={outline} currentId="" isOwned={course.owned || course.mine} />
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
      <Suspense fallback={null}>
        <BuyBar course={course} offer={offer} />
      </Suspense>
    </article>
  );
}
