import type { StudioOverview } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Section } from '../../../ui/section.js';
import { MonthBars } from '../../../ui/month-bars.js';

/** Income from sales: the current month, the previous one, and the last six as bars. */
export function Income({ months }: { readonly months: StudioOverview['income'] }): ReactElement {
  const t = useText();
  const [before, now] = months.slice(-2);
  const isNothing = months.every(({ income_cents, sales }) => income_cents === 0 && sales === 0);
  return (
    <Section title={t('mentor.income')} text={t(isNothing ? 'mentor.income.none' : 'mentor.income.text')}>
      {!isNothing && (
        <>
          <dl className="grid grid-cols-2 gap-x-3 gap-y-4 sm:max-w-md">
            {(
              [
                ['this', now],
                ['last', before],
              ] as const
            ).map(([which, month]) => (
              <div key={which}>
                <dt className="text-sm text-ink-soft">{t(`mentor.income.${which}`)}</dt>
                <dd className="mt-1">
                  <span className="block text-xl font-semibold break-words tabular-nums sm:text-2xl">
                    {formatMoney(month?.income_cents ?? 0)}
                  </span>
                  <span className="mt-1 block text-sm text-ink-soft">
                    {t('mentor.income.sales', { count: month?.sales ?? 0 })}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
          <MonthBars
            label={t('mentor.income.chart')}
            months={months.map(({ month, income_cents: cents }) => ({ month, cents }))}
          />
          <Link to="/t_mingxi_all" className="justify-self-start text-accent-strong underline underline-offset-4">
            {t('mentor.income.all')}
          </Link>
        </>
      )}
    </Section>
  );
}
