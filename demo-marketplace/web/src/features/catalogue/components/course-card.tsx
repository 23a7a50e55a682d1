import type { CourseCard as Course } from '@lectern/marketplace-contract';
import { Users } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { discountOf, lengthText } from '../lib/figures.js';
import { coursePath } from '../lib/paths.js';
import { priceOf } from '../lib/price-of.js';
import { Cover } from './cover.js';
import { campaignTag, CrowdfundBar } from './crowdfund-bar.js';
import { Price } from './price.js';
import { Rating } from './rating.js';
import { WishButton } from './wish-button.js';

const TAG = 'rounded-full px-2.5 py-0.5 text-xs font-semibold';

function Tag({ course }: { readonly course: Course }): ReactElement | null {
  const t = useText();
  const discount = discountOf(course.price_cents, course.original_price_cents);
  if (course.owned) return <span className={`${TAG} bg-accent text-on-accent`}>{t('catalogue.owned')}</span>;
  const campaign = campaignTag(course.crowdfund);
  if (campaign !== undefined) return <span className={`${TAG} bg-amber-tint text-amber`}>{t(campaign)}</span>;
  if (course.price_cents === 0) {
    return <span className={`${TAG} bg-accent-tint text-accent-strong`}>{t('catalogue.free')}</span>;
  }
  if (discount === 0) return null;
  return <span className={`${TAG} bg-danger text-on-danger`}>{t('catalogue.off', { percent: discount })}</span>;
}

export interface CourseCardProps {
  readonly course: Course;
  readonly isFirst?: boolean;
  /** Replaces the title, e.g. with the search words highlighted. */
  readonly title?: ReactNode;
  readonly onWished?: (isWished: boolean) => void;
}

/** A course in a list. */
export function CourseCard({ course, isFirst = false, title, onWished }: CourseCardProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { crowdfund } = course;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface transition-shadow hover:shadow-card">
      <div className="overflow-hidden">
        <Cover
          id={course.id}
          title={course.title}
          picture={course.cover}
          isFirst={isFirst}
          className="transition-transform duration-300 group-hover:scale-[1.03]"
        />
      </div>
      <div className="absolute top-3 left-3">
        <Tag course={course} />
      </div>
      {!course.owned && (
        <div className="absolute top-2 right-2 z-10">
          <WishButton
            id={course.id}
            title={course.title}
            isWished={course.wished}
            {...(onWished && { onChanged: onWished })}
          />
        </div>
      )}
      <div className="flex grow flex-col gap-2 p-4">
        <h3 className="line-clamp-2 text-base leading-snug font-semibold">
          <Link to={coursePath(course.id)} className="outline-offset-4 after:absolute after:inset-0 after:rounded-2xl">
            {title ?? course.title}
          </Link>
        </h3>
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Avatar name={course.mentor.name} picture={course.mentor.headimg} className="size-6 text-[0.65rem]" />
          <span className="truncate">{course.mentor.name}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span className="text-ink">
            <Rating rating={course.rating} ratings={course.ratings} />
          </span>
          {course.learners > 0 && (
            <span className="inline-flex items-center gap-1">
              <Users aria-hidden className="size-4" />
              <span className="sr-only">{t('catalogue.learners', { count: course.learners })}</span>
              <span aria-hidden className="tabular-nums">
                {course.learners.toLocaleString(locale)}
              </span>
            </span>
          )}
          {course.seconds > 0 && <span>{lengthText(course.seconds, t)}</span>}
        </p>
        <div className="mt-auto grid gap-2 pt-1">
          {crowdfund !== null && crowdfund.state !== 'published' && <CrowdfundBar crowdfund={crowdfund} />}
          <Price {...priceOf(course)} />
        </div>
      </div>
    </article>
  );
}

/** The shape of {@link CourseCard}. */
export function CourseCardSkeleton(): ReactElement {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface">
      <Skeleton className="aspect-video w-full rounded-none" />
      <div className="grid gap-3 p-4">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-2 h-6 w-24" />
      </div>
    </div>
  );
}
