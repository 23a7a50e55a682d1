import type { CourseStats } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

type Day = CourseStats['days'][number];

const HEIGHT = 100;
/** Maximum number of bars; with more days, several share one bar. */
const BARS_MAX = 60;

interface Bar {
  readonly from: string;
  readonly to: string;
  readonly value: number;
}

function barsOf(days: readonly Day[], of: (day: Day) => number): readonly Bar[] {
  const width = Math.ceil(days.length / BARS_MAX);
  return Array.from({ length: Math.ceil(days.length / width) }, (_, index) => {
    const some = days.slice(index * width, (index + 1) * width);
    return {
      from: some[0]?.day ?? '',
      to: some.at(-1)?.day ?? '',
      value: some.reduce((sum, day) => sum + of(day), 0),
    };
  });
}

const daysOf = ({ from, to }: Omit<Bar, 'value'>): string => (from === to ? from : `${from} – ${to}`);

/** A bar chart with a value per day; screen readers get the sum and the best day. */
export function DayChart({
  label,
  days,
  of,
  format,
}: {
  readonly label: string;
  readonly days: readonly Day[];
  readonly of: (day: Day) => number;
  readonly format: (value: number) => string;
}): ReactElement {
  const t = useText();
  const bars = barsOf(days, of);
  const best = bars.reduce((most, bar) => (bar.value > most.value ? bar : most), { from: '', to: '', value: 0 });
  const sum = bars.reduce((all, { value }) => all + value, 0);
  const said =
    best.value === 0
      ? t('mentor.stats.chart.none')
      : t('mentor.stats.chart.best', { day: daysOf(best), value: format(best.value) });
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {label}
          <span className="sr-only">{`: ${format(sum)}. `}</span>
        </span>
        <span className="text-sm text-ink-soft tabular-nums">{said}</span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-32 w-full border-b border-line fill-accent"
      >
        {bars.map(({ from, to, value }, index) => {
          const height = best.value === 0 ? 0 : (value * HEIGHT) / best.value;
          return (
            <rect key={from} x={index + 0.1} y={HEIGHT - height} width={0.8} height={height}>
              <title>{`${daysOf({ from, to })}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-ink-soft tabular-nums">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </figure>
  );
}
