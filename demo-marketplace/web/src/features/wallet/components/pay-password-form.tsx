import {
  CODE_DIGITS,
  isGuessable,
  sendPayPasswordCode,
  setPayPassword,
  type Channel,
  type getPayPassword,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, Field, SelectField } from '../../../ui/field.js';
import { PasswordField } from '../../../ui/password-field.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { useCodeWait } from '../../../lib/use-code-wait.js';

interface Values {
  channel: Channel;
  code: string;
  password6: string;
  password6_2: string;
}

export interface PayPasswordFormProps {
  readonly ways: ResponseOf<typeof getPayPassword>['ways'];
  readonly onDone: () => void;
}

/** Sets the payment password. A code sent to a bound account replaces the former password as proof. */
export function PayPasswordForm({ ways, onDone }: PayPasswordFormProps): ReactElement {
  const t = useText();
  const [first] = ways;
  if (first === undefined) return <Alert>{t('wallet.password.noWay')}</Alert>;
  return <Filled ways={ways} first={first.channel} onDone={onDone} />;
}

function Filled({ ways, first, onDone }: PayPasswordFormProps & { readonly first: Channel }): ReactElement {
  const t = useText();
  const [left, hold] = useCodeWait();
  const sending = useCall(sendPayPasswordCode);
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof setPayPassword, Values>(
    setPayPassword,
    { channel: first, code: '', password6: '', password6_2: '' },
    onDone,
  );
  const mustWait = left > 0 || sending.isBusy;
  const send = async (): Promise<void> => {
    const answer = await sending.call({ channel: form.getValues('channel') });
    if (answer === undefined) return;
    hold(answer.wait);
    form.setFocus('code');
  };
  const digits = { inputMode: 'numeric', maxLength: 6 } as const;
  const typed = form.watch('password6');
  const trouble = problem ?? sending.problem;
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {trouble !== undefined && <Alert>{trouble}</Alert>}
      <SelectField {...form.register('channel')} label={t('wallet.password.way')}>
        {ways.map(({ channel, masked }) => (
          <option key={channel} value={channel}>
            {masked}
          </option>
        ))}
      </SelectField>
      <Field label={t('wallet.password.code')} error={errorOf('code')}>
        {(ids) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <input
              {...form.register('code')}
              {...digits}
              {...ids}
              autoComplete="one-time-code"
              aria-invalid={errorOf('code') !== undefined}
              className={CONTROL}
            />
            <Button
              look="quiet"
              className="px-3! tabular-nums"
              aria-disabled={mustWait}
              onClick={() => {
                if (!mustWait) void send();
              }}
            >
              {left > 0 ? t('wallet.password.wait', { seconds: left }) : t('wallet.password.send')}
            </Button>
          </div>
        )}
      </Field>
      <PasswordField
        {...form.register('password6')}
        {...digits}
        label={t('wallet.password.new')}
        hint={t('wallet.password.hint')}
        error={
          isGuessable(typed.slice(0, CODE_DIGITS)) && typed.length >= CODE_DIGITS
            ? t('problem.guessable')
            : errorOf('password6') && t('wallet.password.sixDigits')
        }
        autoComplete="new-password"
      />
      <PasswordField
        {...form.register('password6_2')}
        {...digits}
        label={t('wallet.password.repeat')}
        error={errorOf('password6_2') && t('wallet.password.differs')}
        autoComplete="new-password"
      />
      <SubmitButton isBusy={isBusy}>{t('wallet.password.save')}</SubmitButton>
    </form>
  );
}
