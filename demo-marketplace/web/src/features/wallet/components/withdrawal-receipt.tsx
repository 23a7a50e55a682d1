import type { listWithdrawals, ResponseOf } from '@lectern/marketplace-contract';
import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Moment } from '../../../ui/moment.js';

type Withdrawal = ResponseOf<typeof listWithdrawals>['list'][number];

export interface WithdrawalReceiptProps {
  /** Undefined while the dialog is closed. */
  readonly withdrawal: Withdrawal | undefined;
  readonly onClose: () => void;
}

/** The receipt of a withdrawal, which can be printed. */
export function WithdrawalReceipt({ withdrawal, onClose }: WithdrawalReceiptProps): ReactElement {
  const t = useText();
  return (
    <Dialog title={t('wallet.receipt')} isOpen={withdrawal !== undefined} onClose={onClose}>
      {withdrawal !== undefined && <Facts withdrawal={withdrawal} />}
    </Dialog>
  );
}

function Facts({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactElement {
  const t = useText();
  const { id, amount_cents, fee_cents, arrive_cents, bank, holder, last4, applied_at, decided_at } = withdrawal;
  const rows = [
    { label: t('wallet.receipt.no'), value: `W${id.padStart(8, '0')}` },
    { label: t('wallet.accounts.holder'), value: holder },
    { label: t('wallet.withdraw.account'), value: t('wallet.accounts.name', { bank, last4 }) },
    { label: t('wallet.withdraw.amount'), value: formatMoney(amount_cents) },
    { label: t('wallet.withdraw.fee'), value: formatMoney(fee_cents) },
    { label: t('wallet.receipt.arrived'), value: formatMoney(arrive_cents) },
    { label: t('wallet.receipt.applied'), value: <Moment at={applied_at} /> },
    ...(decided_at === null ? [] : [{ label: t('wallet.receipt.paid'), value: <Moment at={decided_at} /> }]),
  ];
  return (
    <div className="grid gap-5">
      <dl className="grid divide-y divide-line">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-x-4 py-2">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd className="min-w-0 text-right font-medium break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" className="print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" />
        {t('wallet.receipt.print')}
      </Button>
    </div>
  );
}
