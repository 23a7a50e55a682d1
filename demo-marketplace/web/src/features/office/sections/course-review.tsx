import { decideCourseRequest, type ReviewedCourse } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { CourseOutline, PROSE } from '../components/course-outline.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { Person } from '../components/person.js';
import { officeLink } from '../lib/sections.js';
import { verdicts } from '../lib/verdict.js';
import { reviewCourseQuery } from '../api/office.js';

export interface CourseReviewProps {
  readonly id: string;
  readonly onDecided: () => void;
}

/** All that was submitted of a course, and the decision on it. */
export function CourseReview({ id, onDecided }: CourseReviewProps): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const result = useQuery(reviewCourseQuery({ id }));
  const done = (): void => {
    onDecided();
    void navigate(officeLink('courses'));
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Link
        to={officeLink('courses')}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-lg font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-5" />
        {t('office.courses.back')}
      </Link>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && <Reviewed reviewed={result.data} onDone={done} />}
    </div>
  );
}

interface Both<T> {
  readonly zh: T;
  readonly en: T;
}

function Reviewed({
  reviewed,
  onDone,
}: {
  readonly reviewed: ReviewedCourse;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { course, mentor, videos, captions, category } = reviewed;
  const { basics, files, chapters } = course;
  const isWaiting = course.is_locked;
  const title = locale === 'en' ? basics.title.en || basics.title.zh : basics.title.zh || basics.title.en;
  const both = ({ zh, en }: Both<string>): string => [zh, en].filter(Boolean).join('\n');
  const lists = ({ zh, en }: Both<readonly string[]>): ReactElement | undefined =>
    zh.length + en.length === 0 ? undefined : (
      <ul className="list-disc pl-5">
        {[...zh, ...en].map((line, index) => (
          // Both languages may have the same text.
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    );
  return (
    <>
      <Section title={title}>
        <Person member={mentor} />
        {basics.images.length > 0 && (
          <ul aria-label={t('office.courses.images')} className="flex flex-wrap gap-3">
            {basics.images.map((key) => (
              <li key={key}>
                <img src={files[key]?.url} alt="" className="h-32 rounded-xl bg-sunken object-cover" />
              </li>
            ))}
          </ul>
        )}
        <DescriptionList
          facts={[
            { label: t('office.courses.title'), value: both(basics.title) },
            { label: t('office.courses.subtitle'), value: both(basics.subtitle) },
            { label: t('office.courses.category'), value: category },
            { label: t('office.courses.level'), value: t(`office.courses.level.${basics.level}`) },
            { label: t('office.courses.lang'), value: t(`office.courses.lang.${basics.lang === 'en' ? 'en' : 'zh'}`) },
            { label: t('office.courses.price'), value: formatMoney(basics.price_cents) },
            { label: t('office.courses.originalPrice'), value: formatMoney(basics.original_price_cents) },
            { label: t('office.courses.seats'), value: basics.seats ?? t('office.courses.seats.any') },
            { label: t('office.courses.learn'), value: lists(basics.learn) },
            { label: t('office.courses.requirements'), value: lists(basics.requirements) },
            { label: t('office.courses.audience'), value: lists(basics.audience) },
            {
              label: t('office.courses.crowdfund'),
              value:
                basics.crowdfund &&
                t(`office.courses.terms.${basics.crowdfund.target_type}`, {
                  target:
                    basics.crowdfund.target_type === 'amount'
                      ? formatMoney(basics.crowdfund.target)
                      : basics.crowdfund.target,
                  deadline: basics.crowdfund.deadline.slice(0, 10),
                  ready: basics.crowdfund.produce_by.slice(0, 10),
                  price: formatMoney(basics.crowdfund.early_price_cents),
                }),
            },
          ]}
        />
        {basics.clip !== '' && (
          // Mentors upload their introduction without captions.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            src={files[basics.clip]?.url}
            controls
            preload="metadata"
            aria-label={t('office.courses.clip')}
            className="max-h-72 w-full max-w-lg rounded-xl bg-black"
          />
        )}
      </Section>
      <Section title={t('office.courses.intro')}>
        {[basics.intro.zh, basics.intro.en].filter(Boolean).map((html) => (
          // The server sanitises the HTML.
          // oxlint-disable-next-line react/no-danger
          <div key={html} className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </Section>
      <CourseOutline chapters={chapters} videos={videos} captions={captions} />
      {isWaiting ? (
        <div className="sticky bottom-0 -mx-4 border-t border-line bg-paper px-4 py-4 sm:mx-0 sm:rounded-t-2xl">
          <Decision
            action={decideCourseRequest}
            onDone={onDone}
            choices={verdicts(t, 'courses', course.id, { title })}
          />
        </div>
      ) : (
        <p className="text-ink-soft">{t('office.courses.notWaiting')}</p>
      )}
    </>
  );
}
