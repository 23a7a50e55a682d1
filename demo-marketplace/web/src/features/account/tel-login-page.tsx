import {
  Channel,
  CodeScene,
  SITE_AREA,
  FieldProblem,
  mobileLogin,
  type MobileArea,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { codeChallenge } from '../../lib/code-challenge.js';
import { Alert } from '../../ui/alert.js';
import { PasswordField } from '../../ui/password-field.js';
import { AccountCard } from './components/account-card.js';
import { CodeField } from './components/code-field.js';
import { MobileFields } from './components/mobile-fields.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { TextLink } from './components/text-link.js';
import { useActionForm } from '../../lib/use-action-form.js';
import { useArrival } from './hooks/use-arrival.js';
import { useCodeSending } from './hooks/use-code-sending.js';
import { problemText } from '../../lib/problem-text.js';
import { onTheWayIn } from './lib/search.js';

interface Values {
  area: MobileArea;
  mobile: string;
  code?: string;
  challenge?: string | undefined;
  password?: string;
}

/** Mobile, with a code or the password. */
export function TelLoginPage(): ReactElement {
  const t = useText();
  const { search } = useLocation();
  const sending = useCodeSending(CodeScene.Login);
  const [isByCode, setIsByCode] = useState(() => new URLSearchParams(search).get('by') !== 'password');
  const arrive = useArrival(isByCode ? 'tel' : 'tel-password');
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof mobileLogin, Values>(
    mobileLogin,
    { area: SITE_AREA, mobile: '', challenge: codeChallenge() },
    arrive,
  );

  const sendCode = async (): Promise<void> => {
    const { area, mobile } = form.getValues();
    const sent = await sending.send({ channel: Channel.Mobile, area, account: mobile.trim() });
    if (sent === 'malformed') {
      const problemKind = mobile.trim() === '' ? FieldProblem.Required : FieldProblem.Malformed;
      form.setError('mobile', { message: problemText(t, 'mobile', problemKind) }, { shouldFocus: true });
    } else if (sent === 'sent') form.setFocus('code');
  };

  const change = (): void => {
    // A hidden field is neither submitted nor validated.
    form.unregister(isByCode ? 'code' : 'password');
    setIsByCode(!isByCode);
  };

  return (
    <AccountCard
      title={t('route.tel-login')}
      footer={
        <>
          <TextLink to={onTheWayIn('/login', search)}>{t('account.others')}</TextLink>
          <TextLink to={onTheWayIn('/user-zhuce', search)}>{t('account.register')}</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <MobileFields area={form.register('area')} number={form.register('mobile')} error={errorOf('mobile')} />
        {isByCode ? (
          <CodeField
            key="code"
            {...form.register('code')}
            sending={sending}
            error={errorOf('code')}
            onSend={() => void sendCode()}
          />
        ) : (
          <PasswordField
            key="password"
            {...form.register('password')}
            label={t('account.password')}
            error={errorOf('password')}
            autoComplete="current-password"
          />
        )}
        <div className="-mt-2 flex flex-wrap justify-between gap-2 text-sm">
          <button
            type="button"
            onClick={change}
            className="rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {t(isByCode ? 'account.byPassword' : 'account.byCode')}
          </button>
          <TextLink to={onTheWayIn('/forget-pwd', search)}>{t('account.forgot')}</TextLink>
        </div>
        <SubmitButton isBusy={isBusy}>{t('account.login')}</SubmitButton>
      </form>
    </AccountCard>
  );
}
