import { type CourseStats } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { withQuery } from '../../../lib/query.js';
import { courseStatsQuery } from '../api/courses.js';
import { STATS_RANGES, statsAskedBy, statsRangeOf } from '../lib/asked.js';
import { Failed } from '../../../ui/failed.js';
import { SelectField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { DayChart } from './day-chart.js';

const counted = (n: number): string => n.toLocaleString('en');
const share = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part * 100) / all));

/** The statistics of a course: views, sales and the progress of its learners. */
export function Stats({ courseId }: { readonly courseId: string }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const result = useQuery(courseStatsQuery(statsAskedBy(search, courseId)));
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <PageSkeleton />;
  const { data } = result;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="w-48">
        <SelectField
          label={t('mentor.stats.range')}
          value={statsRangeOf(search)}
          onChange={(event) =>
            setSearch(withQuery(search, { days: event.target.value === '30' ? '' : event.target.value }))
          }
        >
          {STATS_RANGES.map((range) => (
            <option key={range} value={range}>
              {t('mentor.stats.days', { count: Number(range) })}
            </option>
          ))}
        </SelectField>
      </div>
      <Numbers stats={data} />
      <Section title={t('mentor.stats.byDay')}>
        <div className="grid gap-6 lg:grid-cols-2">
          <DayChart label={t('mentor.stats.views')} days={data.days} of={({ views }) => views} format={counted} />
          <DayChart
            label={t('mentor.stats.revenue')}
            days={data.days}
            of={({ revenue_cents: cents }) => cents}
            format={formatMoney}
          />
        </div>
      </Section>
      <Lessons stats={data} />
    </div>
  );
}

function Numbers({ stats }: { readonly stats: CourseStats }): ReactElement {
  const t = useText();
  const shown = [
    [
      t('mentor.stats.views'),
      counted(stats.views),
      t('mentor.stats.views.note', { rate: share(stats.orders, stats.views) }),
    ],
    [t('mentor.stats.orders'), counted(stats.orders), t('mentor.stats.refunds', { count: stats.refunds })],
    [
      t('mentor.stats.revenue'),
      formatMoney(stats.revenue_cents),
      t('mentor.stats.earned', { amount: formatMoney(stats.earned_cents) }),
    ],
    [
      t('mentor.stats.learners'),
      counted(stats.new_learners),
      t('mentor.stats.learners.all', { count: stats.learners }),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {shown.map(([label, value, note]) => (
        <div key={label} className="rounded-2xl border border-line bg-surface p-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="mt-1">
            <span className="block text-xl font-semibold break-words tabular-nums sm:text-2xl">{value}</span>
            <span className="mt-1 block text-sm text-ink-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** For each lesson, the number of learners who opened and who finished it. */
function Lessons({ stats }: { readonly stats: CourseStats }): ReactElement {
  const t = useText();
  const { learners, started, completed, progress, units } = stats;
  return (
    <Section
      title={t('mentor.stats.completion')}
      text={
        learners === 0
          ? t('mentor.stats.noLearners')
          : t('mentor.stats.completion.text', {
              started: share(started, learners),
              completed: share(completed, learners),
              progress,
            })
      }
    >
      {learners > 0 && (
        <ol className="grid gap-4">
          {units.map((unit, index) => (
            <li key={unit.id} className="grid gap-1.5">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 break-words">
                  {index + 1}. {unit.title}
                </span>
                <span className="text-sm text-ink-soft tabular-nums">
                  {t('mentor.stats.unit', { done: unit.done, started: unit.started })}
                </span>
              </span>
              <progress
                max={Math.max(learners, 1)}
                value={unit.done}
                aria-label={t('mentor.stats.unit.label', { title: unit.title })}
                className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
              />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
