import type { ReactElement } from 'react';
import { formatMoney } from '../lib/money.js';

const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent';

/** Amounts of several months, as a list of bars beside their numbers. */
export function MonthBars({
  months,
  label,
  className = '',
}: {
  /** Months as `yyyy-mm`, with an amount in cents; a negative one has no bar. */
  readonly months: readonly { readonly month: string; readonly cents: number }[];
  readonly label?: string;
  readonly className?: string;
}): ReactElement {
  const most = Math.max(1, ...months.map(({ cents }) => cents));
  return (
    <ul aria-label={label} className={`grid gap-2 ${className}`}>
      {months.map(({ month, cents }) => (
        <li
          key={month}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)_6.5rem] items-center gap-3 text-sm tabular-nums"
        >
          <span className="whitespace-nowrap text-ink-soft">{month}</span>
          <progress max={most} value={Math.max(0, cents)} aria-label={month} className={BAR} />
          <span className="text-right font-medium">{formatMoney(cents)}</span>
        </li>
      ))}
    </ul>
  );
}
