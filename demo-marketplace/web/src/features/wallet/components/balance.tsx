import { WalletScope } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { SCOPE_PATHS } from '../lib/scope.js';
import { Figures } from './figures.js';
import { PayPassword } from './pay-password.js';
import { RechargeDialog } from './recharge-dialog.js';
import { StatementLines } from './statement-lines.js';
import { RECENT } from '../lib/asked.js';
import { walletLinesQuery, walletQuery } from '../api/wallet.js';

const SCOPE = WalletScope.User;

/** The balance of a learner and the latest transactions. */
export function Balance(): ReactElement {
  const t = useText();
  const wallet = useQuery(walletQuery({ scope: SCOPE }));
  const recent = useQuery(walletLinesQuery({ scope: SCOPE, limit: RECENT }));
  const [isRecharging, setIsRecharging] = useState(false);
  const failed = [wallet, recent].find(({ isLoadingError }) => isLoadingError);

  if (failed !== undefined) {
    const reload = (): void => {
      void wallet.refetch();
      void recent.refetch();
    };
    return <Failed text={failureText(failed.error, t)} onRetry={reload} />;
  }
  if (wallet.data === undefined || recent.data === undefined) {
    return <ListSkeleton rows={3} className="h-28" />;
  }
  const { withdrawable_cents, withdrawing_cents, points, coupons_n, month } = wallet.data;
  const { list } = recent.data;
  return (
    <div className="grid gap-6">
      <Figures
        figures={[
          {
            label: t('wallet.balance'),
            value: formatMoney(withdrawable_cents),
            note:
              withdrawing_cents > 0
                ? t('wallet.balance.frozen', { amount: formatMoney(withdrawing_cents) })
                : t('wallet.balance.text'),
          },
          { label: t('wallet.points'), value: points.toLocaleString('en'), note: t('wallet.points.text') },
          { label: t('wallet.coupons.count'), value: String(coupons_n) },
          {
            label: t('wallet.month.out'),
            value: formatMoney(Math.abs(month.out_cents)),
            note: t('wallet.month.inNote', { amount: formatMoney(month.in_cents) }),
          },
        ]}
      />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:grow">
        <Button onClick={() => setIsRecharging(true)}>{t('wallet.recharge')}</Button>
        <LinkButton look="quiet" to={SCOPE_PATHS[SCOPE].wallet}>
          {t('wallet.withdraw')}
        </LinkButton>
        <LinkButton look="quiet" to="/myorder">
          {t('wallet.toOrders')}
        </LinkButton>
      </div>
      <section aria-labelledby="recent" className="grid gap-3">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="recent" className="text-lg font-semibold">
            {t('wallet.recent')}
          </h2>
          <Link to={SCOPE_PATHS[SCOPE].statement} className="text-accent-strong underline underline-offset-4">
            {t('wallet.recent.all')}
          </Link>
        </div>
        {list.length === 0 ? (
          <p className="text-ink-soft">{t('wallet.statement.emptyText')}</p>
        ) : (
          <StatementLines lines={list} />
        )}
      </section>
      <PayPassword />
      <RechargeDialog isOpen={isRecharging} onClose={() => setIsRecharging(false)} />
    </div>
  );
}
