import { Channel, CodeScene, SITE_AREA, isCode, resetPassword } from '@lectern/marketplace-contract';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { codeChallenge } from '../../lib/code-challenge.js';
import { toastDone } from '../../ui/toast.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { AccountCard } from './components/account-card.js';
import { AccountFields, type AccountValues } from './components/account-fields.js';
import { CodeField } from './components/code-field.js';
import { PasswordRules } from '../../ui/password-rules.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { TextLink } from './components/text-link.js';
import { useActionForm } from '../../lib/use-action-form.js';
import { useFormCode } from './hooks/use-form-code.js';
import { onTheWayIn } from './lib/search.js';

interface Values extends AccountValues {
  code: string;
  challenge?: string | undefined;
  password: string;
  password2: string;
}

const EMPTY = {
  channel: Channel.Email,
  area: SITE_AREA,
  account: '',
  code: '',
  password: '',
  password2: '',
} as const;

const STEPS = ['account', 'code', 'password'] as const;
type Step = (typeof STEPS)[number];

const STEP_BEFORE: Readonly<Record<Step, Step>> = { account: 'account', code: 'account', password: 'code' };

/** A new password in three steps: account, code, password. */
export function ForgotPasswordPage(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [step, setStep] = useState<Step>('account');
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof resetPassword, Values>(
    resetPassword,
    { ...EMPTY, challenge: codeChallenge() },
    async () => {
      toastDone(t('account.reset.done'));
      const { channel: kind, account: text } = form.getValues();
      // The next page begins with the account that has the new password.
      const known = new URLSearchParams({ account: text }).toString();
      await navigate(kind === Channel.Email ? `/email-login?${known}` : onTheWayIn('/tel-login', search));
    },
  );
  const [channel, account, password] = useWatch({ control: form.control, name: ['channel', 'account', 'password'] });
  const { sending, sendCode } = useFormCode(form, CodeScene.Reset);
  const [sentTo, setSentTo] = useState<string>();

  const goOn = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (step === 'account') {
      // A code that was just sent is still valid, so going back and forth does not send another.
      if (sentTo !== account && !(await sendCode())) return;
      setSentTo(account);
      setStep('code');
    } else if (!isCode(form.getValues('code').trim())) {
      form.setError('code', { message: t('problem.code') }, { shouldFocus: true });
    } else setStep('password');
  };

  return (
    <AccountCard
      title={t('route.forget-pwd')}
      text={t('account.reset.step', { step: STEPS.indexOf(step) + 1, what: t(`account.reset.${step}`) })}
      footer={<TextLink to={onTheWayIn('/login', search)}>{t('account.others')}</TextLink>}
    >
      <form
        noValidate
        onSubmit={(event) => (step === 'password' ? onSubmit(event) : void goOn(event))}
        className="grid gap-5"
      >
        {problem !== undefined && <Alert>{problem}</Alert>}
        {step === 'account' && (
          <AccountFields form={form} channel={channel} label="account.channel.reset" error={errorOf('account')} />
        )}
        {step === 'code' && (
          <>
            <p>{t('account.reset.codeSentTo', { account })}</p>
            <CodeField
              {...form.register('code')}
              sending={sending}
              error={errorOf('code')}
              onSend={() => void sendCode()}
            />
          </>
        )}
        {step === 'password' && (
          <>
            <PasswordField
              {...form.register('password')}
              label={t('account.password.new')}
              error={errorOf('password')}
              autoComplete="new-password"
            />
            <PasswordRules password={password} />
            <PasswordField
              {...form.register('password2')}
              label={t('account.password2')}
              error={errorOf('password2')}
              autoComplete="new-password"
            />
          </>
        )}
        <div className="flex gap-3">
          {step !== 'account' && (
            <Button look="quiet" className="shrink-0" onClick={() => setStep(STEP_BEFORE[step])}>
              {t('account.reset.back')}
            </Button>
          )}
          <SubmitButton isBusy={isBusy || sending.isSending}>
            {t(step === 'password' ? 'account.reset.submit' : 'account.reset.next')}
          </SubmitButton>
        </div>
      </form>
    </AccountCard>
  );
}
