import { Channel, CodeScene, SITE_AREA, registerAccount } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { codeChallenge } from '../../lib/code-challenge.js';
import { Alert } from '../../ui/alert.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../../ui/password-field.js';
import { AccountCard } from './components/account-card.js';
import { AccountFields, type AccountValues } from './components/account-fields.js';
import { CodeField } from './components/code-field.js';
import { PasswordRules } from '../../ui/password-rules.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { TermsField } from './components/terms-field.js';
import { TextLink } from './components/text-link.js';
import { useActionForm } from '../../lib/use-action-form.js';
import { useArrival } from './hooks/use-arrival.js';
import { useFormCode } from './hooks/use-form-code.js';
import { onTheWayIn } from './lib/search.js';

interface Values extends AccountValues {
  code: string;
  challenge?: string | undefined;
  password: string;
  password2: string;
  name?: string | undefined;
  agree: boolean;
}

const EMPTY = {
  channel: Channel.Mobile,
  area: SITE_AREA,
  account: '',
  code: '',
  password: '',
  password2: '',
  agree: false,
} as const;

const orNothing = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** Makes a learner's account. */
export function RegisterPage(): ReactElement {
  const t = useText();
  const { search } = useLocation();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof registerAccount, Values>(
    registerAccount,
    { ...EMPTY, challenge: codeChallenge() },
    (session) => arrive(session),
  );
  const [channel, password] = useWatch({ control: form.control, name: ['channel', 'password'] });
  const arrive = useArrival(channel === Channel.Email ? 'email' : 'tel', 'account.registered');
  const { sending, sendCode } = useFormCode(form, CodeScene.Register);
  return (
    <AccountCard
      title={t('route.user-zhuce')}
      footer={
        <>
          {t('account.haveAccount')}
          <TextLink to={onTheWayIn('/login', search)}>{t('account.login')}</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <AccountFields form={form} channel={channel} label="account.channel" error={errorOf('account')} />
        <CodeField
          {...form.register('code')}
          sending={sending}
          error={errorOf('code')}
          onSend={() => void sendCode()}
        />
        <PasswordField
          {...form.register('password')}
          label={t('account.password')}
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
        <TextField
          {...form.register('name', { setValueAs: orNothing })}
          label={t('account.name')}
          hint={t('account.name.hint')}
          error={errorOf('name')}
          autoComplete="nickname"
        />
        <TermsField {...form.register('agree')} error={errorOf('agree')} />
        <SubmitButton isBusy={isBusy}>{t('account.register')}</SubmitButton>
      </form>
    </AccountCard>
  );
}
