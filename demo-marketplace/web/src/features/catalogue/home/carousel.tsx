import type { CourseCard } from '@lectern/marketplace-contract';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Cover } from '../components/cover.js';
import { CrowdfundBar } from '../components/crowdfund-bar.js';
import { Price } from '../components/price.js';
import { Rating } from '../components/rating.js';
import { coursePath } from '../lib/paths.js';
import { priceOf } from '../lib/price-of.js';

const STAY_MS = 6_000;
const CONTROL =
  'grid size-10 place-items-center rounded-full border border-line bg-surface text-ink hover:border-line-strong';

const wantsCalm = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A carousel of courses. It stops on hover and focus, when paused, and if the user prefers reduced motion. */
export function Carousel({ courses }: { readonly courses: readonly CourseCard[] }): ReactElement | null {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [isPaused, setIsPaused] = useState(wantsCalm);
  const [isHeld, setIsHeld] = useState(false);
  const count = courses.length;
  const isTurning = count > 1 && !isPaused && !isHeld;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => setIsHeld(true), { signal });
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => setIsHeld(false), { signal });
    return () => leaving.abort();
  }, []);

  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => setIndex((current) => (current + 1) % count), STAY_MS);
    return () => clearInterval(timer);
  }, [isTurning, count]);

  const course = courses[index % Math.max(1, count)];
  if (course === undefined) return null;
  const turn = (by: number): void => setIndex((index + by + count) % count);
  const { crowdfund } = course;
  return (
    <section ref={frame} aria-roledescription="carousel" aria-label={t('home.banner')} className="min-w-0">
      <div
        aria-live={isTurning ? 'off' : 'polite'}
        className="group relative overflow-hidden rounded-3xl border border-line bg-surface shadow-card"
      >
        <Cover id={course.id} title={course.title} picture={course.cover} isFirst />
        <p className="sr-only">{t('home.banner.of', { index: (index % count) + 1, count })}</p>
        <div className="flex min-h-44 flex-col gap-3 p-5 sm:p-6">
          <h2 className="line-clamp-2 text-xl font-semibold sm:text-2xl">
            <Link to={coursePath(course.id)} className="after:absolute after:inset-0 after:rounded-3xl">
              {course.title}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
            <span className="flex items-center gap-2">
              <Avatar name={course.mentor.name} picture={course.mentor.headimg} className="size-7 text-xs" />
              {course.mentor.name}
            </span>
            <Rating rating={course.rating} ratings={course.ratings} />
          </p>
          <div className="mt-auto grid gap-2">
            {crowdfund !== null && <CrowdfundBar crowdfund={crowdfund} />}
            <Price {...priceOf(course)} />
          </div>
        </div>
      </div>
      {count > 1 && (
        <div className="mt-4 flex items-center justify-between gap-3">
          <div className="flex gap-2">
            <button type="button" aria-label={t('home.banner.previous')} onClick={() => turn(-1)} className={CONTROL}>
              <ChevronLeft aria-hidden className="size-5" />
            </button>
            <button type="button" aria-label={t('home.banner.next')} onClick={() => turn(1)} className={CONTROL}>
              <ChevronRight aria-hidden className="size-5" />
            </button>
          </div>
          <p aria-hidden className="flex gap-1.5">
            {courses.map(({ id }, at) => (
              <span
                key={id}
                className={`h-1.5 rounded-full transition-all ${at === index % count ? 'w-6 bg-accent' : 'w-1.5 bg-line-strong/50'}`}
              />
            ))}
          </p>
          <button
            type="button"
            aria-label={t(isPaused ? 'home.banner.play' : 'home.banner.pause')}
            onClick={() => setIsPaused(!isPaused)}
            className={CONTROL}
          >
            {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
          </button>
        </div>
      )}
    </section>
  );
}
