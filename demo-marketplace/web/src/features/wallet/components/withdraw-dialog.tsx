import {
  isWholeDollars,
  withdraw,
  WITHDRAWAL_MIN,
  wholeDollars,
  type WalletScope,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { centsOf, formatMoney } from '../../../lib/money.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failed } from '../../../ui/failed.js';
import { CONTROL, Field, SelectField } from '../../../ui/field.js';
import { PasswordField } from '../../../ui/password-field.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { PayPasswordForm } from './pay-password-form.js';
import { AccountForm, type PayoutAccount } from './payout-accounts.js';
import { WithdrawTerms } from './withdraw-terms.js';
import { payPasswordQuery } from '../api/pay-password.js';
import { useApiClient } from '../../../api/use-api-client.js';

export interface WithdrawProps {
  readonly scope: WalletScope;
  /** Cents that can be withdrawn. */
  readonly available: number;
  readonly accounts: readonly PayoutAccount[];
  /** A payout account was added. */
  readonly onAccount: (account: PayoutAccount) => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The form to withdraw money. It validates the amount; the server decides. */
export function WithdrawDialog({ isOpen, ...props }: WithdrawProps & { readonly isOpen: boolean }): ReactElement {
  const t = useText();
  const min = formatMoney(WITHDRAWAL_MIN * 100);
  return (
    <Dialog
      title={t('wallet.withdraw.title')}
      text={t('wallet.withdraw.text', { min })}
      isOpen={isOpen}
      onClose={props.onClose}
    >
      {props.accounts.length === 0 ? (
        <div className="grid gap-5">
          <p className="rounded-xl bg-amber-tint px-4 py-3 text-amber">{t('wallet.withdraw.noAccount')}</p>
          <AccountForm onSaved={props.onAccount} />
        </div>
      ) : (
        <Guarded {...props} />
      )}
    </Dialog>
  );
}

/** Asks for a payment password to be set before the first withdrawal. */
function Guarded(props: WithdrawProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(payPasswordQuery());
  if (result.isPending) return <Skeleton className="h-64 rounded-xl" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { is_set, ways } = result.data;
  if (is_set) return <WithdrawForm {...props} />;
  return (
    <div className="grid gap-5">
      <p className="rounded-xl bg-amber-tint px-4 py-3 text-amber">{t('wallet.withdraw.needsPassword')}</p>
      <PayPasswordForm
        ways={ways}
        onDone={() => client.setQueryData(payPasswordQuery().queryKey, { is_set: true, ways })}
      />
    </div>
  );
}

const SIX_DIGITS = /^\d{6}$/;

type Problem = 'wallet.withdraw.invalid' | 'wallet.withdraw.tooLittle' | 'wallet.withdraw.tooMuch';

function problemOf(amount: number | undefined, available: number): Problem | undefined {
  if (amount === undefined) return 'wallet.withdraw.invalid';
  if (amount < WITHDRAWAL_MIN * 100) return 'wallet.withdraw.tooLittle';
  if (amount > available) return 'wallet.withdraw.tooMuch';
  return isWholeDollars(amount) ? undefined : 'wallet.withdraw.invalid';
}

interface Values {
  amount: string;
  account: string;
  password: string;
}

function WithdrawForm({ scope, available, accounts, onDone }: WithdrawProps): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof withdraw, Values>(withdraw, {
    defaultValues: { amount: '', account: accounts[0]?.id ?? '', password: '' },
    check: ({ amount, password }) => {
      const wrong = problemOf(centsOf(amount), available);
      return {
        amount: wrong && t(wrong),
        password: SIX_DIGITS.test(password) ? undefined : t('wallet.withdraw.passwordInvalid'),
      };
    },
    request: ({ amount, account, password }) => ({
      scope,
      amount_cents: centsOf(amount) ?? 0,
      account_id: account,
      pay_password: password,
    }),
    refused: () => ({}),
    onDone,
  });
  const amountTyped = centsOf(useWatch({ control: form.control, name: 'amount' }));
  const goodAmount = problemOf(amountTyped, available) === undefined ? amountTyped : undefined;
  const takeAll = (): void =>
    form.setValue('amount', String(wholeDollars(available) / 100), { shouldValidate: form.formState.isSubmitted });
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Field
        label={t('wallet.withdraw.amount')}
        hint={t('wallet.withdraw.have', { amount: formatMoney(available) })}
        error={errorOf('amount')}
      >
        {(ids) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
            <input
              {...form.register('amount')}
              {...ids}
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={errorOf('amount') !== undefined}
              className={CONTROL}
            />
            <Button look="quiet" onClick={takeAll}>
              {t('wallet.withdraw.all')}
            </Button>
          </div>
        )}
      </Field>
      {goodAmount !== undefined && <WithdrawTerms key={goodAmount} scope={scope} amount={goodAmount} />}
      <SelectField {...form.register('account')} label={t('wallet.withdraw.account')}>
        {accounts.map(({ id, bank, last4 }) => (
          <option key={id} value={id}>
            {t('wallet.accounts.choice', { bank, last4 })}
          </option>
        ))}
      </SelectField>
      <PasswordField
        {...form.register('password')}
        label={t('wallet.withdraw.password')}
        error={errorOf('password')}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
      />
      <SubmitButton isBusy={isBusy}>{t('wallet.withdraw.submit')}</SubmitButton>
    </form>
  );
}
