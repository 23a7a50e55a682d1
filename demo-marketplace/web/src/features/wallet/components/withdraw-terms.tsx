import { type WalletScope } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Alert } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { previewWithdrawalQuery } from '../api/wallet.js';

/** The fee of a withdrawal, the amount paid out, and the time it takes. */
export function WithdrawTerms({
  scope,
  amount,
}: {
  readonly scope: WalletScope;
  readonly amount: number;
}): ReactElement {
  const t = useText();
  const result = useQuery(previewWithdrawalQuery({ scope, amount_cents: amount }));
  if (result.isPending) return <Skeleton className="h-28 rounded-xl" />;
  if (result.isLoadingError) return <Alert>{failureText(result.error, t)}</Alert>;
  const { fee_cents, arrive_cents, eta } = result.data;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-xl bg-sunken px-4 py-3 tabular-nums">
      <dt className="text-ink-soft">{t('wallet.withdraw.fee')}</dt>
      <dd className="text-right">{formatMoney(fee_cents)}</dd>
      <dt className="font-medium">{t('wallet.withdraw.arrive')}</dt>
      <dd className="text-right text-lg font-semibold">{formatMoney(arrive_cents)}</dd>
      <dt className="text-ink-soft">{t('wallet.withdraw.eta')}</dt>
      <dd className="text-right whitespace-nowrap">{eta}</dd>
    </dl>
  );
}
