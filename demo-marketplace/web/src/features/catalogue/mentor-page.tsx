import { formatDate, type getMentor, ReportTarget, type ResponseOf } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BadgeCheck, BookOpen, MessageSquareQuote } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { Notice } from '../../ui/notice.js';
import { Pager } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import { ChatButton } from '../chat/index.js';
import { ShareButton, ShareKind } from '../share/index.js';
import { Author } from './components/author.js';
import { CourseGrid, CourseGridSkeleton } from './components/course-grid.js';
import { FollowButton } from './components/follow-button.js';
import { PagedList } from './components/paged-list.js';
import { Pictures } from './components/pictures.js';
import { Rating, Stars } from './components/rating.js';
import { ReportLink } from './components/report-link.js';
import { COURSES_PER_PAGE } from './lib/course-query.js';
import {
  MENTOR_TABS,
  mentorCoursesAskedBy,
  mentorIdOf,
  mentorReviewsAskedBy,
  mentorTabOf,
} from './lib/mentor-asked.js';
import { isMissing } from '../../api/missing.js';
import { coursePath, mentorPath } from './lib/paths.js';
import { mentorQuery, mentorReviewsQuery } from './api/mentors.js';
import { coursesQuery } from './api/courses.js';

type Mentor = ResponseOf<typeof getMentor>;

/** The page of a mentor, `?id=`: profile, courses and reviews. */
export function MentorPage(): ReactElement {
  const [parameters] = useSearchParams();
  const id = mentorIdOf(parameters);
  return id === undefined ? <Missing /> : <Known key={id} id={id} />;
}

function Missing(): ReactElement {
  const t = useText();
  return (
    <Notice title={t('mentor.missing')} text={t('mentor.missing.text')}>
      <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
    </Notice>
  );
}

function Known({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const result = useQuery(mentorQuery({ id }));
  if (result.data !== undefined) return <Shown mentor={result.data} />;
  if (result.isLoadingError && isMissing(result.error)) return <Missing />;
  return (
    <div className="py-6">
      <h1 className="sr-only">{t('route.daoshi')}</h1>
      {result.isPending ? (
        <PageSkeleton />
      ) : (
        <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />
      )}
    </div>
  );
}

function Shown({ mentor }: { readonly mentor: Mentor }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [parameters, setParameters] = useSearchParams();
  const [followers, setFollowers] = useState(mentor.followers);
  const tab = mentorTabOf(parameters);
  const figures = [
    ['courses', mentor.courses],
    ['learners', mentor.learners],
    ['followers', followers],
  ] as const;
  return (
    <div className="grid grid-cols-1 content-start gap-8 py-6 lg:py-8">
      <title>{`${mentor.name} · ${t('app.name')}`}</title>
      <header className="grid gap-5 rounded-3xl border border-line bg-surface p-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-5">
          <Avatar name={mentor.name} picture={mentor.headimg} className="size-24 text-3xl" />
          <div className="min-w-0 grow basis-60">
            <h1 className="flex flex-wrap items-center gap-2 text-2xl font-semibold tracking-tight sm:text-3xl">
              {mentor.name}
              <BadgeCheck aria-hidden className="size-6 text-accent" />
              <span className="sr-only">{t('mentor.verified')}</span>
            </h1>
            <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft">
              <Rating rating={mentor.rating} ratings={mentor.ratings} />
              {mentor.area !== '' && <span>{mentor.area}</span>}
              <span>{t('mentor.since', { date: formatDate(Date.parse(mentor.since)) })}</span>
            </p>
            {mentor.answers_homework && (
              <p className="mt-2">
                <Badge tone="good">{t('mentor.homework')}</Badge>
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-x-2 gap-y-3 sm:gap-x-3">
            {mentor.mine ? (
              <LinkButton look="quiet" to="/teacher">
                {t('mentor.edit')}
              </LinkButton>
            ) : (
              <FollowButton
                memberId={mentor.id}
                name={mentor.name}
                isFollowed={mentor.followed}
                onChanged={setFollowers}
              />
            )}
            <ChatButton memberId={mentor.id} name={mentor.name} />
            <ShareButton kind={ShareKind.Mentor} title={mentor.name} path={mentorPath(mentor.id)} />
            {!mentor.mine && <ReportLink isSmall type={ReportTarget.Mentor} id={mentor.id} name={mentor.name} />}
          </div>
        </div>
        {mentor.intro !== '' && <p className="max-w-prose whitespace-pre-line">{mentor.intro}</p>}
        {mentor.subjects.length > 0 && (
          <ul aria-label={t('mentor.about.subjects')} className="flex flex-wrap gap-2">
            {mentor.subjects.map((subject) => (
              <li key={subject}>
                <Badge>{subject}</Badge>
              </li>
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-3 gap-4 border-t border-line pt-5 sm:max-w-md">
          {figures.map(([figure, value]) => (
            <div key={figure} className="flex flex-col-reverse">
              <dt className="text-sm text-ink-soft">{t(`mentor.figure.${figure}`)}</dt>
              <dd className="text-2xl font-semibold tabular-nums">{value.toLocaleString(locale)}</dd>
            </div>
          ))}
        </dl>
      </header>
      <Background mentor={mentor} />
      <Tabs
        label={mentor.name}
        tabs={MENTOR_TABS.map((one) => ({ id: one, label: t(`mentor.tab.${one}`) }))}
        value={tab}
        onChange={(next) => setParameters({ id: mentor.id, tab: next })}
      >
        {tab === 'courses' ? <Courses mentorId={mentor.id} /> : <Reviews mentorId={mentor.id} />}
      </Tabs>
    </div>
  );
}

const BACKGROUND = ['education', 'experience', 'credentials'] as const;

/** The background of a mentor, as a video and as text. */
function Background({ mentor }: { readonly mentor: Mentor }): ReactElement | null {
  const t = useText();
  const parts = BACKGROUND.filter((part) => mentor[part].length > 0);
  if (parts.length === 0 && mentor.clip_url === '') return null;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {mentor.clip_url !== '' && (
        <video
          controls
          preload="metadata"
          playsInline
          src={mentor.clip_url}
          aria-label={t('mentor.about.clip', { name: mentor.name })}
          className="aspect-video w-full rounded-2xl bg-black object-contain"
        />
      )}
      {parts.map((part) => (
        <Section key={part} title={t(`mentor.about.${part}`)}>
          <ul className="grid gap-2">
            {mentor[part].map((sentence) => (
              <li key={sentence} className="flex gap-2.5">
                <BadgeCheck aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
                {sentence}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

function Courses({ mentorId }: { readonly mentorId: string }): ReactElement {
  const t = useText();
  const [parameters] = useSearchParams();
  const asked = mentorCoursesAskedBy(parameters, mentorId);
  const result = useQuery({
    ...coursesQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (result.isPending) return <CourseGridSkeleton count={4} />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total } = result.data;
  if (total === 0)
    return <Empty icon={BookOpen} title={t('mentor.courses.none')} text={t('mentor.courses.none.text')} />;
  return (
    <>
      <CourseGrid courses={list} />
      <Pager
        page={asked.page}
        pages={Math.ceil(total / COURSES_PER_PAGE)}
        hrefOf={(to) => `?${new URLSearchParams({ id: mentorId, page: String(to) }).toString()}`}
      />
    </>
  );
}

function Reviews({ mentorId }: { readonly mentorId: string }): ReactElement {
  const t = useText();
  const [parameters] = useSearchParams();
  const result = useQuery({
    ...mentorReviewsQuery(mentorReviewsAskedBy(parameters, mentorId)),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      result={result}
      keyOf={({ id }) => id}
      hrefOf={(page) => `?${new URLSearchParams({ id: mentorId, tab: 'reviews', page: String(page) }).toString()}`}
      empty={<Empty icon={MessageSquareQuote} title={t('review.none')} text={t('review.none.text')} />}
    >
      {(review) => (
        <article className="grid gap-3 rounded-2xl border border-line bg-surface p-5">
          <Author member={review.member} at={review.at}>
            <Stars count={review.star} />
          </Author>
          <p className="max-w-prose break-words whitespace-pre-line">{review.content}</p>
          <Pictures images={review.images} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Link to={coursePath(review.course_id)} className="text-sm text-accent underline">
              {review.course_title}
            </Link>
            {!review.mine && (
              <ReportLink
                type={ReportTarget.Review}
                id={review.id}
                name={t('report.review', { name: review.member.name })}
              />
            )}
          </div>
        </article>
      )}
    </PagedList>
  );
}
