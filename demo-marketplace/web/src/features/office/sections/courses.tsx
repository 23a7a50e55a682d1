import { useQuery } from '@tanstack/react-query';
import { BookOpenCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { CourseReview } from './course-review.js';
import { waitingCoursesQuery } from '../api/office.js';
import { reviewIdOf } from '../lib/asked.js';

/** Courses submitted for approval; with an id in the address, one of them in full. */
export function CoursesSection(props: SectionProps): ReactElement {
  const id = reviewIdOf(props.search);
  return id === undefined ? <WaitingCourses page={props.page} /> : <CourseReview id={id} onDecided={props.onDecided} />;
}

function WaitingCourses({ page }: { readonly page: number }): ReactElement {
  const t = useText();
  const result = useQuery(waitingCoursesQuery({ page }));
  return (
    <OfficeList
      label={t('office.courses')}
      result={result}
      hrefOf={(to) => officeLink('courses', { page: to })}
      empty={{ icon: BookOpenCheck, title: t('office.empty'), text: t('office.courses.empty') }}
    >
      {(course) => (
        <OfficeCard
          title={<h2 className="text-lg font-medium break-words">{course.title}</h2>}
          at={course.submitted_at}
          badges={
            <>
              {course.is_update && <Badge>{t('office.courses.update')}</Badge>}
              {course.is_crowdfund && <Badge tone="warn">{t('office.courses.crowdfund')}</Badge>}
              <Badge>{course.price_cents === 0 ? t('office.courses.free') : formatMoney(course.price_cents)}</Badge>
            </>
          }
          actions={
            <div className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <Person member={course.mentor} />
              </div>
              <LinkButton to={officeLink('courses', { id: course.id })} className="shrink-0">
                {t('office.courses.look')}
              </LinkButton>
            </div>
          }
        />
      )}
    </OfficeList>
  );
}
