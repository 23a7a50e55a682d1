import { emailLogin } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { Alert } from '../../ui/alert.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../../ui/password-field.js';
import { AccountCard } from './components/account-card.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { TextLink } from './components/text-link.js';
import { useActionForm } from '../../lib/use-action-form.js';
import { useArrival } from './hooks/use-arrival.js';
import { onTheWayIn } from './lib/search.js';

/** E-mail address and password. */
export function EmailLoginPage(): ReactElement {
  const t = useText();
  const { search } = useLocation();
  const arrive = useArrival('email');
  const account = new URLSearchParams(search).get('account') ?? '';
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<
    typeof emailLogin,
    { email: string; password: string }
  >(emailLogin, { email: account, password: '' }, arrive);
  return (
    <AccountCard
      title={t('route.email-login')}
      footer={
        <>
          <TextLink to={onTheWayIn('/login', search)}>{t('account.others')}</TextLink>
          <TextLink to={onTheWayIn('/user-zhuce', search)}>{t('account.register')}</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('email')}
          label={t('account.email')}
          error={errorOf('email')}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          {...form.register('password')}
          label={t('account.password')}
          error={errorOf('password')}
          autoComplete="current-password"
        />
        <div className="-mt-2 text-right text-sm">
          <TextLink to={onTheWayIn('/forget-pwd', search)}>{t('account.forgot')}</TextLink>
        </div>
        <SubmitButton isBusy={isBusy}>{t('account.login')}</SubmitButton>
      </form>
    </AccountCard>
  );
}
