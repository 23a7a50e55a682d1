import type { getWallet, ResponseOf } from '@lectern/marketplace-contract';
import { useId, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';

const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent';

/** What came in, month by month; nothing while nothing has. */
export function MonthChart({
  months,
}: {
  readonly months: ResponseOf<typeof getWallet>['months'];
}): ReactElement | null {
  const t = useText();
  const id = useId();
  const most = Math.max(...months.map(({ in_cents }) => in_cents));
  if (most <= 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg font-semibold">
        {t('wallet.chart')}
      </h2>
      <ul className="grid gap-2 rounded-2xl border border-line bg-surface p-4 sm:p-5">
        {months.map(({ month, in_cents }) => (
          <li
            key={month}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)_6.5rem] items-center gap-3 text-sm tabular-nums"
          >
            <span className="whitespace-nowrap text-ink-soft">{month}</span>
            <progress max={most} value={in_cents} aria-label={month} className={BAR} />
            <span className="text-right font-medium">{formatMoney(in_cents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
