import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { pageOf } from '../../lib/query.js';
import { ListSkeleton } from '../../ui/list-skeleton.js';
import { useCurrentInRow } from '../../lib/use-current-in-row.js';
import type { SectionProps } from './lib/section-props.js';
import { officeLink, SECTION_ICONS, sectionOf, SECTIONS, type OfficeSection } from './lib/sections.js';
import { officeTodoQuery } from './api/office.js';

/** Loaded when they are opened: most of those who decide see one or two. */
const SCREENS: Readonly<Record<OfficeSection, ComponentType<SectionProps>>> = {
  mentors: lazy(async () => ({ default: (await import('./sections/mentors.js')).MentorsSection })),
  courses: lazy(async () => ({ default: (await import('./sections/courses.js')).CoursesSection })),
  lives: lazy(async () => ({ default: (await import('./sections/lives.js')).LivesSection })),
  withdrawals: lazy(async () => ({ default: (await import('./sections/withdrawals.js')).WithdrawalsSection })),
  refunds: lazy(async () => ({ default: (await import('./sections/refunds.js')).RefundsSection })),
  payments: lazy(async () => ({ default: (await import('./sections/payments.js')).PaymentsSection })),
  reports: lazy(async () => ({ default: (await import('./sections/reports.js')).ReportsSection })),
  feedback: lazy(async () => ({ default: (await import('./sections/reports.js')).FeedbackSection })),
  members: lazy(async () => ({ default: (await import('./sections/members.js')).MembersSection })),
  log: lazy(async () => ({ default: (await import('./sections/log.js')).LogSection })),
};

/** The back office, where staff review and decide pending cases. */
export function OfficePage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const result = useQuery(officeTodoQuery());
  const section = sectionOf(search);
  const waiting: Readonly<Partial<Record<OfficeSection, number>>> = result.data ?? {};
  const Screen = SCREENS[section];
  const menu = useCurrentInRow<HTMLElement>(`${section} ${result.status}`);
  return (
    <div className="grid grid-cols-1 grow content-start gap-6 pt-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:pt-8">
      <nav ref={menu} aria-label={t('office.menu')} className="relative -mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
        <ul className="flex gap-1 lg:grid">
          {SECTIONS.map((one) => (
            <li key={one} className="shrink-0">
              <Entry section={one} isCurrent={one === section} waiting={waiting[one] ?? 0} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-6">
        <div>
          <h1 className="text-2xl font-semibold sm:text-3xl">{t(`office.${section}`)}</h1>
          <p className="mt-1 text-ink-soft">{t(`office.${section}.text`)}</p>
        </div>
        <Suspense fallback={<ListSkeleton rows={3} className="h-40" />}>
          <Screen
            key={search.toString()}
            search={search}
            page={pageOf(search)}
            onDecided={() => void result.refetch()}
          />
        </Suspense>
      </div>
    </div>
  );
}

function Entry({
  section,
  isCurrent,
  waiting,
}: {
  readonly section: OfficeSection;
  readonly isCurrent: boolean;
  readonly waiting: number;
}): ReactElement {
  const t = useText();
  const Icon = SECTION_ICONS[section];
  return (
    <Link
      to={officeLink(section)}
      aria-current={isCurrent ? 'page' : undefined}
      // Words for screen readers alone stay inside of it, and do not widen the page.
      className="relative flex min-h-11 items-center gap-2.5 rounded-xl px-3.5 whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="grow">{t(`office.${section}`)}</span>
      {waiting > 0 && (
        <span className="rounded-full bg-amber-tint px-2 text-sm font-medium text-amber tabular-nums">
          <span aria-hidden>{waiting}</span>
          <span className="sr-only">{t('office.waiting', { waiting })}</span>
        </span>
      )}
    </Link>
  );
}
