import {
  deleteReview,
  likeReview,
  ReportTarget,
  REVIEW_PERCENT,
  REVIEW_UNITS,
  type Review,
} from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MessageSquareQuote, Star } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { useCall } from '../../../api/use-call.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { Author } from '../components/author.js';
import { LikeButton } from '../components/like-button.js';
import { Pictures } from '../components/pictures.js';
import { Stars } from '../components/rating.js';
import { ReportLink } from '../components/report-link.js';
import { FIRST_SHOWN } from './first-shown.js';
import { reviewsQuery } from '../api/reviews.js';
import { useApiClient } from '../../../api/use-api-client.js';

const ReviewForm = lazy(async () => ({ default: (await import('./review-form.js')).ReviewForm }));

const STEP = FIRST_SHOWN.reviews;
const STARS = [5, 4, 3, 2, 1] as const;
type Star = (typeof STARS)[number];

export interface ReviewsProps {
  readonly courseId: string;
  /** The course's rating is another now. */
  readonly onChanged: () => void;
}

/** The reviews of a course, and the form to write one. */
export function Reviews({ courseId, onChanged }: ReviewsProps): ReactElement {
  const t = useText();
  const [star, setStar] = useState<Star>();
  const [limit, setLimit] = useState<number>(STEP);
  const [isWriting, setIsWriting] = useState(false);
  const result = useQuery({
    ...reviewsQuery({ id: courseId, ...(star && { star }), page: 1, limit }),
    placeholderData: keepPreviousData,
  });
  const refresh = (): void => {
    setIsWriting(false);
    void result.refetch();
    onChanged();
  };
  return (
    <div id="reviews" className="scroll-mt-6">
      <Section title={t('review.title')}>
        {result.isPending && <Skeleton className="h-48 w-full" />}
        {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
        {result.data !== undefined && (
          <>
            {result.data.summary.ratings > 0 && (
              <Histogram summary={result.data.summary} star={star} onStar={setStar} />
            )}
            {result.data.needs_progress && (
              <p className="text-ink-soft">{t('review.early', { percent: REVIEW_PERCENT, units: REVIEW_UNITS })}</p>
            )}
            {result.data.may_review && !isWriting && (
              <Button look="quiet" className="justify-self-start" onClick={() => setIsWriting(true)}>
                {t(result.data.own === null ? 'review.write' : 'review.change')}
              </Button>
            )}
            {isWriting && (
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <ReviewForm courseId={courseId} own={result.data.own} onSaved={refresh} />
              </Suspense>
            )}
            {result.data.own?.hidden === true && <p className="text-ink-soft">{t('review.hidden')}</p>}
            {result.data.list.length === 0 ? (
              <Empty icon={MessageSquareQuote} title={t('review.none')} text={t('review.none.text')} />
            ) : (
              <ul aria-busy={result.isPlaceholderData} className="grid gap-6 aria-busy:opacity-60">
                {result.data.list.map((review) => (
                  <li key={review.id} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
                    <ReviewEntry review={review} onDeleted={refresh} />
                  </li>
                ))}
              </ul>
            )}
            {result.data.total > result.data.list.length && limit < 50 && (
              <Button look="quiet" onClick={() => setLimit(Math.min(50, limit + STEP * 2))}>
                {t('review.more')}
              </Button>
            )}
          </>
        )}
      </Section>
    </div>
  );
}

interface HistogramProps {
  readonly summary: { readonly rating: number; readonly ratings: number; readonly histogram: readonly number[] };
  readonly star: Star | undefined;
  readonly onStar: (star: Star | undefined) => void;
}

function Histogram({ summary, star, onStar }: HistogramProps): ReactElement {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div className="text-center">
        <p className="text-5xl font-semibold tabular-nums">{summary.rating.toFixed(1)}</p>
        <Stars count={Math.round(summary.rating)} />
        <p className="text-sm text-ink-soft">{t('review.count', { count: summary.ratings })}</p>
      </div>
      <ul className="grid min-w-0 grow basis-60 gap-0.5">
        {STARS.map((one) => {
          const count = summary.histogram[one - 1] ?? 0;
          return (
            <li key={one}>
              <button
                type="button"
                aria-pressed={star === one}
                aria-label={t('review.only', { stars: one, count })}
                onClick={() => onStar(star === one ? undefined : one)}
                className="flex min-h-8 w-full items-center gap-3 rounded-lg px-2 text-sm hover:bg-sunken aria-pressed:bg-accent-tint"
              >
                <span aria-hidden className="flex w-8 items-center gap-1 tabular-nums">
                  {one}
                  <Star className="size-3.5 fill-[#f2b84b] text-[#f2b84b]" />
                </span>
                <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-[#d9931e]"
                    style={{ width: `${(count / Math.max(1, summary.ratings)) * 100}%` }}
                  />
                </span>
                <span aria-hidden className="w-8 text-right text-ink-soft tabular-nums">
                  {count}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ReviewEntry({ review, onDeleted }: { readonly review: Review; readonly onDeleted: () => void }): ReactElement {
  const t = useText();
  const client = useApiClient();
  const { isBusy, call } = useCall(deleteReview);
  const remove = async (): Promise<void> => {
    if ((await call({ id: review.id })) === undefined) return;
    toastDone(t('review.deleted'));
    onDeleted();
  };
  return (
    <article className="grid gap-3">
      <Author
        member={review.member}
        at={review.at}
        badge={review.mine && <Badge tone="good">{t('review.mine')}</Badge>}
      >
        <Stars count={review.star} />
      </Author>
      <p className="max-w-prose break-words whitespace-pre-line">{review.content}</p>
      <Pictures images={review.images} />
      <div className="-ml-2 flex flex-wrap items-center gap-x-3">
        <LikeButton
          isLiked={review.liked}
          likes={review.likes}
          onSend={async (on) => {
            await client.call(likeReview, { id: review.id, on });
            client.forgetAfterChange();
          }}
        />
        {review.mine ? (
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() => void remove()}
            className="min-h-11 rounded-lg px-2 text-sm text-ink-soft underline"
          >
            {t('review.delete')}
          </button>
        ) : (
          <ReportLink
            type={ReportTarget.Review}
            id={review.id}
            name={t('report.review', { name: review.member.name })}
          />
        )}
      </div>
    </article>
  );
}
