import { submitPayment, type PayChannel } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Form } from '../../../ui/form.js';
import { PasswordField } from '../../../ui/password-field.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Spinner } from '../../../ui/spinner.js';
import { PayChannels } from './pay-channels.js';
import { payChannelsQuery } from '../api/payments.js';

export interface PayFormProps {
  readonly orderNo: string;
  readonly payable: number;
  /** The order was paid, or is in another state by now. */
  readonly onChanged: () => Promise<void>;
}

const SIX_DIGITS = /^\d{6}$/;

/** Selects a payment channel and starts the payment; an external provider has a page of its own. */
export function PayForm({ orderNo, payable, onChanged }: PayFormProps): ReactElement {
  const t = useText();
  const [picked, setPicked] = useState<PayChannel>();
  const result = useQuery(payChannelsQuery({ order_no: orderNo }));
  const [password, setPassword] = useState('');
  const [isMalformed, setIsMalformed] = useState(false);
  const pay = useCall(submitPayment);

  if (result.isPending) return <Skeleton className="h-48 rounded-xl" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const chosen = picked ?? result.data.find(({ usable }) => usable)?.code;
  const needsPassword = result.data.some(({ code, needs_password }) => code === chosen && needs_password);

  const submit = async (): Promise<void> => {
    if (chosen === undefined) return;
    const isBad = needsPassword && !SIX_DIGITS.test(password);
    setIsMalformed(isBad);
    if (isBad) return;
    const answer = await pay.call({
      order_no: orderNo,
      channel: chosen,
      ...(needsPassword && { pay_password: password }),
    });
    if (answer === undefined) setPassword('');
    if (answer?.url !== undefined) location.assign(answer.url);
    else await onChanged();
  };
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <PayChannels channels={result.data} chosen={chosen} onChoose={setPicked} />
      {needsPassword && (
        <div className="grid gap-2">
          <PasswordField
            label={t('orders.pay.password')}
            error={isMalformed ? t('orders.pay.passwordInvalid') : undefined}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Link to="/qianbao" className="justify-self-start text-sm text-accent-strong underline underline-offset-4">
            {t('orders.pay.passwordForgot')}
          </Link>
        </div>
      )}
      {chosen === undefined && <Alert>{t('orders.pay.noChannel')}</Alert>}
      {pay.problem !== undefined && <Alert>{pay.problem}</Alert>}
      <Button type="submit" size="large" className="w-full" aria-disabled={pay.isBusy || chosen === undefined}>
        {pay.isBusy && <Spinner />}
        {t('orders.pay.submit', { amount: formatMoney(payable) })}
      </Button>
    </Form>
  );
}
