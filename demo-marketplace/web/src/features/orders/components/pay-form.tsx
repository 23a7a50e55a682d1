import { submitPayment, type listPayChannels, type PayChannel, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
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
export function PayForm({ orderNo, ...props }: PayFormProps): ReactElement {
  const t = useText();
  const result = useQuery(payChannelsQuery({ order_no: orderNo }));
  if (result.isPending) return <Skeleton className="h-48 rounded-xl" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  return <ChannelForm orderNo={orderNo} channels={result.data} {...props} />;
}

interface Values {
  /** The channel that was selected; until then, the first usable one is. */
  channel: PayChannel | '';
  password: string;
}

function ChannelForm({
  orderNo,
  payable,
  channels,
  onChanged,
}: PayFormProps & { readonly channels: ResponseOf<typeof listPayChannels> }): ReactElement {
  const t = useText();
  const chosenOf = ({ channel }: Values): PayChannel | undefined =>
    channel === '' ? channels.find(({ usable }) => usable)?.code : channel;
  const needsPassword = (values: Values): boolean =>
    channels.some(({ code, needs_password }) => code === chosenOf(values) && needs_password);

  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof submitPayment, Values>(submitPayment, {
    defaultValues: { channel: '', password: '' },
    check: (values) => ({
      channel: chosenOf(values) === undefined ? t('orders.pay.noChannel') : undefined,
      password:
        needsPassword(values) && !SIX_DIGITS.test(values.password) ? t('orders.pay.passwordInvalid') : undefined,
    }),
    request: (values) => ({
      order_no: orderNo,
      channel: chosenOf(values) as PayChannel,
      ...(needsPassword(values) && { pay_password: values.password }),
    }),
    onDone: async ({ url }) => {
      if (url === undefined) await onChanged();
      else location.assign(url);
    },
    onFailed: async () => {
      form.setValue('password', '');
      await onChanged();
    },
  });
  const values = useWatch({ control: form.control }) as Values;
  const chosen = chosenOf(values);
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <PayChannels channels={channels} chosen={chosen} onChoose={(code) => form.setValue('channel', code)} />
      {needsPassword(values) && (
        <div className="grid gap-2">
          <PasswordField
            {...form.register('password')}
            label={t('orders.pay.password')}
            error={errorOf('password')}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
          />
          <Link to="/qianbao" className="justify-self-start text-sm text-accent-strong underline underline-offset-4">
            {t('orders.pay.passwordForgot')}
          </Link>
        </div>
      )}
      {chosen === undefined && <Alert>{t('orders.pay.noChannel')}</Alert>}
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Button type="submit" size="large" className="w-full" aria-disabled={isBusy || chosen === undefined}>
        {isBusy && <Spinner />}
        {t('orders.pay.submit', { amount: formatMoney(payable) })}
      </Button>
    </form>
  );
}
