import {
  formatDateTime,
  type getWallet,
  WITHDRAWAL_MIN,
  WalletScope,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText, type Text } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { RECENT } from '../lib/asked.js';
import { SCOPE_PATHS } from '../lib/scope.js';
import { Figures, type Figure } from './figures.js';
import { MonthChart } from './month-chart.js';
import { PayoutAccounts, type PayoutAccount } from './payout-accounts.js';
import { Statement } from './statement.js';
import { StatementLines } from './statement-lines.js';
import { WithdrawDialog } from './withdraw-dialog.js';
import { payoutAccountsQuery, walletLinesQuery, walletQuery } from '../api/wallet.js';
import { useApiClient } from '../../../api/use-api-client.js';

const NO_BREAK_HYPHEN = '\u2011';

function figuresOf(wallet: ResponseOf<typeof getWallet>, scope: WalletScope, t: Text): readonly Figure[] {
  const { next_release: next, month, withdrawing_cents: withdrawing } = wallet;
  const isUser = scope === WalletScope.User;
  return [
    {
      label: t('wallet.withdrawable'),
      value: formatMoney(wallet.withdrawable_cents),
      note: t('wallet.withdraw.from', { min: formatMoney(WITHDRAWAL_MIN * 100) }),
    },
    {
      label: t(isUser ? 'wallet.frozen.requested' : 'wallet.frozen'),
      value: formatMoney(isUser ? withdrawing : wallet.frozen_cents),
      note:
        next === null
          ? t(`wallet.frozen.${scope}`)
          : t('wallet.frozen.next', {
              at: formatDateTime(Date.parse(next.at)).slice(0, 10).replaceAll('-', NO_BREAK_HYPHEN),
              amount: formatMoney(next.amount_cents),
            }),
    },
    {
      label: t('wallet.total'),
      value: formatMoney(wallet.balance_cents),
      note: !isUser && withdrawing > 0 ? t('wallet.balance.frozen', { amount: formatMoney(withdrawing) }) : undefined,
    },
    {
      label: t('wallet.month.in'),
      value: formatMoney(month.in_cents),
      note: t('wallet.month.outNote', { amount: formatMoney(Math.abs(month.out_cents)) }),
    },
  ];
}

/** The balance of a wallet, the amount that can be withdrawn, and the payout accounts. */
export function Earnings({ scope }: { readonly scope: WalletScope }): ReactElement {
  const t = useText();
  const wallet = useQuery(walletQuery({ scope }));
  const client = useApiClient();
  const accounts = useQuery(payoutAccountsQuery());
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  // Each one changes the statement.
  const [withdrawals, setWithdrawals] = useState(0);
  const { statement, records, wallet: own } = SCOPE_PATHS[scope];
  const hasStatementPage = statement !== own;
  const failed = [wallet, accounts].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) {
    const reload = (): void => {
      void wallet.refetch();
      void accounts.refetch();
    };
    return <Failed text={failureText(failed.error, t)} onRetry={reload} />;
  }
  const keepAccounts = (list: readonly PayoutAccount[]): void =>
    void client.setQueryData(payoutAccountsQuery().queryKey, [...list]);
  const isReady = wallet.data !== undefined && accounts.data !== undefined;
  return (
    <>
      {isReady ? (
        <>
          <Figures figures={figuresOf(wallet.data, scope, t)} />
          <div className="flex flex-wrap gap-3 max-sm:[&>*]:grow">
            <Button onClick={() => setIsWithdrawing(true)}>{t('wallet.withdraw')}</Button>
            {hasStatementPage && (
              <LinkButton look="quiet" to={statement}>
                {t('wallet.toStatement')}
              </LinkButton>
            )}
            <LinkButton look="quiet" to={records}>
              {t('wallet.toRecords')}
            </LinkButton>
          </div>
          <MonthChart months={wallet.data.months} />
        </>
      ) : (
        <ListSkeleton rows={3} className="h-32" />
      )}
      {hasStatementPage ? (
        <RecentLines key={withdrawals} scope={scope} />
      ) : (
        <section aria-labelledby="statement" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="statement" className="text-lg font-semibold">
            {t('wallet.toStatement')}
          </h2>
          <Statement key={withdrawals} scope={scope} />
        </section>
      )}
      {isReady && (
        <>
          <PayoutAccounts accounts={accounts.data} onChange={keepAccounts} />
          <WithdrawDialog
            scope={scope}
            isOpen={isWithdrawing}
            available={wallet.data.withdrawable_cents}
            accounts={accounts.data}
            onAccount={(account) => keepAccounts([...accounts.data, account])}
            onClose={() => setIsWithdrawing(false)}
            onDone={() => {
              setIsWithdrawing(false);
              toastDone(t('wallet.withdraw.sent'));
              void wallet.refetch();
              setWithdrawals(withdrawals + 1);
            }}
          />
        </>
      )}
    </>
  );
}

/** The latest lines of the statement, which has a page of its own; renders nothing while there are none. */
function RecentLines({ scope }: { readonly scope: WalletScope }): ReactElement | null {
  const t = useText();
  const result = useQuery(walletLinesQuery({ scope, limit: RECENT }));
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <ListSkeleton rows={2} className="h-20" />;
  const { list } = result.data;
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recent" className="text-lg font-semibold">
          {t('wallet.recent')}
        </h2>
        <Link to={SCOPE_PATHS[scope].statement} className="text-accent-strong underline underline-offset-4">
          {t('wallet.recent.all')}
        </Link>
      </div>
      <StatementLines lines={list} />
    </section>
  );
}
