import type { CourseInfo } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Section } from '../../../ui/section.js';
import { ChatButton } from '../../chat/index.js';
import { FollowButton } from '../components/follow-button.js';
import { mentorPath } from '../lib/paths.js';

/** The mentor of a course. */
export function MentorBox({ course }: { readonly course: CourseInfo }): ReactElement {
  const t = useText();
  const { mentor } = course;
  return (
    <Section title={t('course.mentor')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={mentor.name} picture={mentor.headimg} className="size-16 text-xl" />
        <div className="min-w-0 grow">
          <Link to={mentorPath(mentor.id)} className="text-lg font-semibold underline-offset-4 hover:underline">
            {mentor.name}
          </Link>
          <p className="text-sm text-ink-soft">
            {t('mentor.figures', { courses: course.mentor_courses, learners: course.mentor_learners })}
          </p>
        </div>
        <FollowButton memberId={mentor.id} name={mentor.name} isFollowed={course.followed} />
        <ChatButton memberId={mentor.id} name={mentor.name} />
      </div>
      {course.mentor_intro !== '' && <p className="max-w-prose whitespace-pre-line">{course.mentor_intro}</p>}
    </Section>
  );
}
