import { type getHome, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Failed } from '../../../ui/failed.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { LinkButton } from '../../../ui/button.js';
import { useMember, useToken } from '../../session/index.js';
import { CourseGrid, CourseGridSkeleton, RAIL, RAIL_ITEM } from '../components/course-grid.js';
import { MentorCard } from '../components/mentor-card.js';
import { Carousel } from './carousel.js';
import { CategoryChips } from './category-chips.js';
import { ClassroomStrip } from './classroom-strip.js';
import { ContinueLearning } from './continue-learning.js';
import { Hero } from './hero.js';
import { MentorInvitation } from './mentor-invitation.js';
import { NextClasses } from './next-classes.js';
import { SearchField } from '../../search/index.js';
import { homeQuery } from '../api/catalogue.js';

type Home = ResponseOf<typeof getHome>;

/** The home page: what a member goes on with, or the introduction for visitors, and featured courses. */
export function HomePage(): ReactElement {
  const t = useText();
  const result = useQuery(homeQuery());
  const isMember = useToken() !== undefined;
  return (
    <div className="grid grid-cols-1 gap-14 py-8 lg:gap-20 lg:py-12">
      {isMember ? (
        <MemberHome home={result.data} isPending={result.isPending} />
      ) : (
        <Hero stats={result.data?.stats}>
          {result.data !== undefined ? (
            <Carousel courses={result.data.banners} />
          ) : (
            result.isPending && <Skeleton className="aspect-[4/3] w-full rounded-3xl" />
          )}
        </Hero>
      )}
      {result.isPending && <CourseGridSkeleton count={8} />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && <Shelves home={result.data} />}
      <ClassroomStrip />
      <MentorInvitation />
    </div>
  );
}

interface MemberHomeProps {
  readonly home: Home | undefined;
  readonly isPending: boolean;
}

/** The member's own courses and classes, in place of the introduction that visitors see. */
function MemberHome({ home, isPending }: MemberHomeProps): ReactElement {
  const t = useText();
  const { member } = useMember();
  return (
    <>
      <div className="grid gap-5">
        <h1 className="text-3xl font-semibold tracking-tight break-words">
          {member === undefined ? t('home.welcome.none') : t('home.welcome', { name: member.name })}
        </h1>
        {/* Wider pages have it above. */}
        <SearchField className="md:hidden" />
      </div>
      {isPending && <Skeleton className="h-40 w-full rounded-2xl" />}
      {home !== undefined && home.classes.length > 0 && <NextClasses classes={home.classes} />}
      {home !== undefined &&
        (home.continue.length > 0 ? (
          <ContinueLearning courses={home.continue} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-sunken p-5">
            <span className="grow">{t('home.idle')}</span>
            <LinkButton to="/kecheng-online">{t('home.idle.browse')}</LinkButton>
          </p>
        ))}
      {home !== undefined && home.followed.length > 0 && (
        <HomeSection title={t('home.followed')} more="/myguanzhu">
          <CourseGrid courses={home.followed} isRail />
        </HomeSection>
      )}
    </>
  );
}

function Shelves({ home }: { readonly home: Home }): ReactElement {
  const t = useText();
  return (
    <>
      {home.categories.length > 0 && (
        <HomeSection title={t('home.categories')}>
          <CategoryChips categories={home.categories} />
        </HomeSection>
      )}
      {home.hot.length > 0 && (
        <HomeSection title={t('home.hot')} more="/kecheng-online">
          <CourseGrid courses={home.hot} isRail />
        </HomeSection>
      )}
      {home.crowdfunding.length > 0 && (
        <HomeSection
          title={t('home.crowdfunding')}
          text={t('home.crowdfunding.text')}
          more="/kecheng-online?kind=crowdfund&sort=ending"
        >
          <CourseGrid courses={home.crowdfunding} isRail />
        </HomeSection>
      )}
      {home.fresh.length > 0 && (
        <HomeSection title={t('home.fresh')} more="/kecheng-online?sort=new">
          <CourseGrid courses={home.fresh} isRail />
        </HomeSection>
      )}
      {home.mentors.length > 0 && (
        <HomeSection title={t('home.mentors')} text={t('home.mentors.text')}>
          <ul className={`grid gap-5 sm:grid-cols-2 lg:grid-cols-3 ${RAIL}`}>
            {home.mentors.map((mentor) => (
              <li key={mentor.id} className={RAIL_ITEM}>
                <MentorCard mentor={mentor} />
              </li>
            ))}
          </ul>
        </HomeSection>
      )}
      {home.free.length > 0 && (
        <HomeSection title={t('home.free')} text={t('home.free.text')} more="/kecheng-online?kind=free">
          <CourseGrid courses={home.free} isRail />
        </HomeSection>
      )}
    </>
  );
}

interface HomeSectionProps {
  readonly title: string;
  readonly text?: string;
  /** Where all of its kind are. */
  readonly more?: string;
  readonly children: ReactNode;
}

function HomeSection({ title, text, more, children }: HomeSectionProps): ReactElement {
  const t = useText();
  return (
    <section aria-label={title}>
      <header className="mb-5">
        <div className="flex items-baseline justify-between gap-x-6">
          <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
          {more !== undefined && (
            <Link
              to={more}
              aria-label={t('home.moreOf', { title })}
              className="shrink-0 rounded-lg py-2 font-medium text-accent hover:text-accent-strong"
            >
              {t('home.more')} <span aria-hidden>→</span>
            </Link>
          )}
        </div>
        {text !== undefined && <p className="mt-1 text-ink-soft">{text}</p>}
      </header>
      {children}
    </section>
  );
}
