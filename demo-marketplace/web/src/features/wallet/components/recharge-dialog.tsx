import {
  createOrder,
  isWholeDollars,
  OrderItemType,
  RECHARGE_MAX_CENTS,
  RECHARGE_MIN_CENTS,
} from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { centsOf, formatMoney } from '../../../lib/money.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { SubmitButton } from '../../../ui/submit-button.js';

/** Suggested amounts in cents; the field takes any amount within the limits. */
const USUAL_CENTS = [500_00, 1_000_00, 3_000_00] as const;

export interface RechargeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Orders a top-up of the wallet; it is paid like any order. */
export function RechargeDialog({ isOpen, onClose }: RechargeDialogProps): ReactElement {
  const t = useText();
  return (
    <Dialog title={t('wallet.recharge.title')} text={t('wallet.recharge.text')} isOpen={isOpen} onClose={onClose}>
      <RechargeForm />
    </Dialog>
  );
}

const isRecharge = (cents: number): boolean =>
  cents >= RECHARGE_MIN_CENTS && cents <= RECHARGE_MAX_CENTS && isWholeDollars(cents);

function RechargeForm(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const range = t('wallet.recharge.range', {
    min: formatMoney(RECHARGE_MIN_CENTS),
    max: formatMoney(RECHARGE_MAX_CENTS),
  });

  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof createOrder, { amount: string }>(
    createOrder,
    {
      defaultValues: { amount: '' },
      check: ({ amount }) => ({ amount: isRecharge(centsOf(amount) ?? 0) ? undefined : range }),
      request: ({ amount }) => ({ item: { type: OrderItemType.Recharge, amount_cents: centsOf(amount) ?? 0 } }),
      refused: () => ({}),
      onDone: ({ order_no }) => navigate(`/video-pay?order=${order_no}`),
    },
  );
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="grid grid-cols-3 gap-2">
        {USUAL_CENTS.map((amount) => (
          <Button
            key={amount}
            look="quiet"
            className="px-2! tabular-nums"
            onClick={() =>
              form.setValue('amount', String(amount / 100), { shouldValidate: form.formState.isSubmitted })
            }
          >
            {formatMoney(amount)}
          </Button>
        ))}
      </div>
      <TextField
        {...form.register('amount')}
        label={t('wallet.recharge.amount')}
        hint={range}
        error={errorOf('amount')}
        inputMode="decimal"
        autoComplete="off"
      />
      <SubmitButton isBusy={isBusy}>{t('wallet.recharge.submit')}</SubmitButton>
    </form>
  );
}
