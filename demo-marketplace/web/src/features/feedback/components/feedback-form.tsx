import { addFeedback, FeedbackType, type RequestOf } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { CheckField, SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';
import { diagnostics } from '../lib/diagnostics.js';
import { ImageField } from './image-field.js';

type Values = Required<RequestOf<typeof addFeedback>>;

const TYPES = [FeedbackType.Suggestion, FeedbackType.Problem, FeedbackType.Payment, FeedbackType.Other] as const;

/** Writes to those who run the site. */
export function FeedbackForm({ onSent }: { readonly onSent: () => void }): ReactElement {
  const t = useText();
  const { pathname } = useLocation();
  const [isUploading, setIsUploading] = useState(false);
  const empty: Values = { type: FeedbackType.Suggestion, content: '', image: '', contact: '', diag: '' };
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof addFeedback, Values>(
    addFeedback,
    empty,
    () => {
      toastDone(t('feedback.sent'));
      onSent();
    },
    { keepAs: 'feedback' },
  );
  return (
    <Section title={t('feedback.write')} text={t('feedback.write.text')}>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <SelectField {...form.register('type')} label={t('feedback.type')} error={errorOf('type')}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`feedback.type.${type}`)}
            </option>
          ))}
        </SelectField>
        <TextArea
          {...form.register('content')}
          label={t('feedback.content')}
          hint={t('feedback.content.hint')}
          error={errorOf('content')}
          maxLength={1000}
        />
        <ImageField onChange={(key) => form.setValue('image', key)} onBusy={setIsUploading} error={errorOf('image')} />
        <TextField
          {...form.register('contact')}
          label={t('feedback.contact')}
          hint={t('feedback.contact.hint')}
          error={errorOf('contact')}
          maxLength={100}
        />
        <CheckField onChange={({ target }) => form.setValue('diag', target.checked ? diagnostics(pathname) : '')}>
          {t('feedback.diag')}
          <span className="block text-sm break-words text-ink-soft">{diagnostics(pathname)}</span>
        </CheckField>
        <SubmitButton isBusy={isBusy || isUploading} isWide={false}>
          {t('feedback.send')}
        </SubmitButton>
      </form>
    </Section>
  );
}
