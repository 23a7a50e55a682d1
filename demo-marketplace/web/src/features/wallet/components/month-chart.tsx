import type { getWallet, ResponseOf } from '@lectern/marketplace-contract';
import { useId, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { MonthBars } from '../../../ui/month-bars.js';

/** Income per month; renders nothing while there is none. */
export function MonthChart({
  months,
}: {
  readonly months: ResponseOf<typeof getWallet>['months'];
}): ReactElement | null {
  const t = useText();
  const id = useId();
  if (months.every(({ in_cents }) => in_cents <= 0)) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg font-semibold">
        {t('wallet.chart')}
      </h2>
      <MonthBars
        months={months.map(({ month, in_cents: cents }) => ({ month, cents }))}
        className="rounded-2xl border border-line bg-surface p-4 sm:p-5"
      />
    </section>
  );
}
