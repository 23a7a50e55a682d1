import {
  cancelWithdrawal,
  formatDateTime,
  type listWithdrawals,
  WITHDRAWAL_MIN,
  WithdrawalStatus,
  type ResponseOf,
  type WalletScope,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { toastDone } from '../../../ui/toast.js';
import { SCOPE_PATHS } from '../lib/scope.js';
import { WithdrawalReceipt } from './withdrawal-receipt.js';
import { withdrawalsQuery } from '../api/wallet.js';

type Withdrawal = ResponseOf<typeof listWithdrawals>['list'][number];

const TONES = {
  [WithdrawalStatus.Applying]: 'warn',
  [WithdrawalStatus.Success]: 'good',
  [WithdrawalStatus.Failed]: 'bad',
  [WithdrawalStatus.Cancelled]: 'plain',
} as const;

export interface WithdrawalListProps {
  readonly scope: WalletScope;
  readonly status: WithdrawalStatus | 'all';
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}

/** One page of withdrawals. */
export function WithdrawalList({ scope, status, page, hrefOf }: WithdrawalListProps): ReactElement {
  const t = useText();
  const result = useQuery(withdrawalsQuery({ scope, status, page }));
  const [cancelled, setCancelled] = useState<Withdrawal>();
  const [looked, setLooked] = useState<Withdrawal>();

  if (result.isPending) return <ListSkeleton rows={3} className="h-32" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total, limit } = result.data;
  if (list.length === 0) {
    const min = formatMoney(WITHDRAWAL_MIN * 100);
    return (
      <Empty icon={Landmark} title={t('wallet.records.empty')} text={t('wallet.records.emptyText', { min })}>
        <LinkButton look="quiet" to={SCOPE_PATHS[scope].wallet}>
          {t('wallet.records.toWallet')}
        </LinkButton>
      </Empty>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {list.map((one) => (
          <li key={one.id}>
            <WithdrawalCard withdrawal={one} onCancel={() => setCancelled(one)} onLook={() => setLooked(one)} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
      <WithdrawalReceipt withdrawal={looked} onClose={() => setLooked(undefined)} />
      <ConfirmDialog
        action={cancelWithdrawal}
        body={cancelled && { id: cancelled.id }}
        title={t('wallet.records.cancelTitle')}
        text={t('wallet.records.cancelText', { amount: formatMoney(cancelled?.amount_cents ?? 0) })}
        confirm={t('wallet.records.cancel')}
        keep={t('wallet.records.keep')}
        onClose={() => setCancelled(undefined)}
        onDone={() => {
          setCancelled(undefined);
          toastDone(t('wallet.records.cancelled'));
          void result.refetch();
        }}
      />
    </>
  );
}

function WithdrawalCard({
  withdrawal,
  onCancel,
  onLook,
}: {
  readonly withdrawal: Withdrawal;
  readonly onCancel: () => void;
  readonly onLook: () => void;
}): ReactElement {
  const t = useText();
  const { status, amount_cents, fee_cents, arrive_cents, bank, last4, reason, applied_at, decided_at } = withdrawal;
  // A cancelled or failed withdrawal is returned in full, so it has no fee.
  const isOn = status === WithdrawalStatus.Applying || status === WithdrawalStatus.Success;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xl font-semibold tabular-nums">{formatMoney(amount_cents)}</p>
        <Badge tone={TONES[status]}>{t(`wallet.withdrawal.${status}`)}</Badge>
      </div>
      <p className="break-words">{t('wallet.accounts.name', { bank, last4 })}</p>
      {fee_cents > 0 && isOn && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t('wallet.records.costs', { fee: formatMoney(fee_cents), arrive: formatMoney(arrive_cents) })}
        </p>
      )}
      <ol className="grid gap-1 text-sm text-ink-soft tabular-nums">
        <li>{t('wallet.records.applied', { at: formatDateTime(Date.parse(applied_at)) })}</li>
        {decided_at !== null && (
          <li>
            {t(status === WithdrawalStatus.Cancelled ? 'wallet.records.cancelledAt' : 'wallet.records.decided', {
              at: formatDateTime(Date.parse(decided_at)),
            })}
          </li>
        )}
      </ol>
      {reason !== '' && (
        <p className="rounded-xl bg-danger-tint px-4 py-3 text-sm text-danger-strong dark:text-ink">
          {t('wallet.records.reason', { reason })}
        </p>
      )}
      {status === WithdrawalStatus.Success && (
        <Button look="quiet" className="justify-self-start" onClick={onLook}>
          {t('wallet.receipt.open')}
        </Button>
      )}
      {status === WithdrawalStatus.Applying && (
        <Button look="quiet" className="justify-self-start" onClick={onCancel}>
          {t('wallet.records.cancel')}
        </Button>
      )}
    </Card>
  );
}
