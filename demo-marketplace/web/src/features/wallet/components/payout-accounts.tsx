import {
  deletePayoutAccount,
  savePayoutAccount,
  type listPayoutAccounts,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { Landmark } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';

export type PayoutAccount = ResponseOf<typeof listPayoutAccounts>[number];

export interface PayoutAccountsProps {
  readonly accounts: readonly PayoutAccount[];
  readonly onChange: (accounts: PayoutAccount[]) => void;
}

/** The bank accounts for withdrawals, with the last four digits of their numbers. */
export function PayoutAccounts({ accounts, onChange }: PayoutAccountsProps): ReactElement {
  const t = useText();
  const [isAdding, setIsAdding] = useState(false);
  const [deleted, setDeleted] = useState<PayoutAccount>();
  return (
    <Section title={t('wallet.accounts')} text={t('wallet.accounts.text')}>
      {accounts.length === 0 && <p className="text-ink-soft">{t('wallet.accounts.none')}</p>}
      <ul className="grid gap-3 empty:hidden">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-3 rounded-xl border border-line px-4 py-3">
            <Landmark aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 grow basis-32">
              <span className="block font-medium break-words">{t('wallet.accounts.name', { ...nameOf(account) })}</span>
              <span className="block text-sm break-words text-ink-soft">{account.holder}</span>
            </span>
            <Button look="quiet" onClick={() => setDeleted(account)}>
              {t('wallet.accounts.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsAdding(true)}>
        {t('wallet.accounts.add')}
      </Button>
      <Dialog
        title={t('wallet.accounts.add')}
        text={t('wallet.accounts.text')}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      >
        <AccountForm
          onSaved={(account) => {
            setIsAdding(false);
            onChange([...accounts, account]);
            toastDone(t('wallet.accounts.saved'));
          }}
        />
      </Dialog>
      <ConfirmDialog
        action={deletePayoutAccount}
        body={deleted && { id: deleted.id }}
        title={t('wallet.accounts.confirm', { name: deleted ? t('wallet.accounts.name', nameOf(deleted)) : '' })}
        text={t('wallet.accounts.confirmText')}
        confirm={t('wallet.accounts.delete')}
        keep={t('wallet.cancel')}
        onClose={() => setDeleted(undefined)}
        onDone={() => {
          onChange(accounts.filter(({ id }) => id !== deleted?.id));
          setDeleted(undefined);
          toastDone(t('wallet.accounts.deleted'));
        }}
      />
    </Section>
  );
}

const nameOf = ({ bank, last4 }: PayoutAccount) => ({ bank, last4 });

interface Values {
  holder: string;
  bank: string;
  no: string;
}

/** The form that adds a payout account. */
export function AccountForm({ onSaved }: { readonly onSaved: (account: PayoutAccount) => void }): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof savePayoutAccount, Values>(
    savePayoutAccount,
    { holder: '', bank: '', no: '' },
    onSaved,
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <TextField
        {...form.register('holder')}
        label={t('wallet.accounts.holder')}
        error={errorOf('holder')}
        autoComplete="name"
      />
      <TextField {...form.register('bank')} label={t('wallet.accounts.bank')} error={errorOf('bank')} />
      <TextField
        {...form.register('no')}
        label={t('wallet.accounts.no')}
        hint={t('wallet.accounts.noHint')}
        error={errorOf('no')}
        inputMode="numeric"
        autoComplete="off"
      />
      <SubmitButton isBusy={isBusy}>{t('wallet.accounts.save')}</SubmitButton>
    </form>
  );
}
