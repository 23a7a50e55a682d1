import { CERTIFICATE_NAME_MAX, nameHolder } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';

/** Asks for the legal name on certificates, once. */
export function HolderForm({ onNamed }: { readonly onNamed: () => void }): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof nameHolder, { name: string }>(
    nameHolder,
    { name: '' },
    () => {
      toastDone(t('certificate.name.saved'));
      onNamed();
    },
  );
  return (
    <Section title={t('certificate.name.title')} text={t('certificate.name.text')}>
      <form noValidate onSubmit={onSubmit} className="grid max-w-md gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('name')}
          label={t('certificate.name.field')}
          error={errorOf('name')}
          maxLength={CERTIFICATE_NAME_MAX}
          autoComplete="name"
        />
        <SubmitButton isBusy={isBusy}>{t('certificate.name.save')}</SubmitButton>
      </form>
    </Section>
  );
}
