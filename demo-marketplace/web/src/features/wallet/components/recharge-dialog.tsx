import {
  createOrder,
  isWholeDollars,
  OrderItemType,
  RECHARGE_MAX_CENTS,
  RECHARGE_MIN_CENTS,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { centsOf, formatMoney } from '../../../lib/money.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
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

function RechargeForm(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { call, isBusy, problem } = useCall(createOrder);
  const range = t('wallet.recharge.range', {
    min: formatMoney(RECHARGE_MIN_CENTS),
    max: formatMoney(RECHARGE_MAX_CENTS),
  });

  const order = async (): Promise<void> => {
    const amount = centsOf(typed) ?? 0;
    const isGood = amount >= RECHARGE_MIN_CENTS && amount <= RECHARGE_MAX_CENTS && isWholeDollars(amount);
    setIsWrong(!isGood);
    if (!isGood) return;
    const placed = await call({ item: { type: OrderItemType.Recharge, amount_cents: amount } });
    if (placed !== undefined) await navigate(`/video-pay?order=${placed.order_no}`);
  };
  return (
    <Form className="grid gap-5" onSubmit={order}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="grid grid-cols-3 gap-2">
        {USUAL_CENTS.map((amount) => (
          <Button
            key={amount}
            look="quiet"
            className="px-2! tabular-nums"
            onClick={() => setTyped(String(amount / 100))}
          >
            {formatMoney(amount)}
          </Button>
        ))}
      </div>
      <TextField
        label={t('wallet.recharge.amount')}
        hint={range}
        error={isWrong ? range : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SubmitButton isBusy={isBusy}>{t('wallet.recharge.submit')}</SubmitButton>
    </Form>
  );
}
