import type { MentorCard as Mentor } from '@lectern/marketplace-contract';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { mentorPath } from '../lib/paths.js';
import { FollowButton } from './follow-button.js';
import { Rating } from './rating.js';

/** A mentor in a list. */
export function MentorCard({ mentor, name }: { readonly mentor: Mentor; readonly name?: ReactNode }): ReactElement {
  const t = useText();
  return (
    <article className="relative flex h-full flex-col gap-3 rounded-2xl border border-line bg-surface p-5 transition-shadow hover:shadow-card">
      <div className="flex items-center gap-3">
        <Avatar name={mentor.name} picture={mentor.headimg} className="size-14 text-lg" />
        <div className="min-w-0">
          <h3 className="truncate font-semibold">
            <Link to={mentorPath(mentor.id)} className="after:absolute after:inset-0 after:rounded-2xl">
              {name ?? mentor.name}
            </Link>
          </h3>
          <Rating rating={mentor.rating} ratings={mentor.ratings} />
        </div>
      </div>
      <p className="line-clamp-3 text-sm text-ink-soft">{mentor.intro}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {t('mentor.figures', { courses: mentor.courses, learners: mentor.learners })}
        </p>
        <span className="relative z-10">
          <FollowButton memberId={mentor.id} name={mentor.name} isFollowed={mentor.followed} />
        </span>
      </div>
    </article>
  );
}
