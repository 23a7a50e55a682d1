import { changePassword } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { PasswordField } from '../../../ui/password-field.js';
import { PasswordRules } from '../../../ui/password-rules.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';

interface Values {
  old: string;
  password: string;
  password2: string;
}

/** Sets a new password, by the old one. */
export function PasswordForm(): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof changePassword, Values>(
    changePassword,
    { old: '', password: '', password2: '' },
    () => {
      form.reset();
      toastDone(t('profile.password.changed'));
    },
  );
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <Section title={t('profile.password')} text={t('profile.password.text')}>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <PasswordField
          {...form.register('old')}
          label={t('profile.password.old')}
          error={errorOf('old')}
          autoComplete="current-password"
        />
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
        <SubmitButton isBusy={isBusy} isWide={false}>
          {t('profile.password')}
        </SubmitButton>
      </form>
    </Section>
  );
}
