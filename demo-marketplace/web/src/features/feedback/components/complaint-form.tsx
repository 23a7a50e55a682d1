import { addComplaint, type RequestOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';
import type { Target } from '../lib/target.js';
import { ImageField } from './image-field.js';
import { describeTargetQuery } from '../api/feedback.js';

type Values = Required<Omit<RequestOf<typeof addComplaint>, 'contact'>>;

export interface ComplaintFormProps {
  readonly target: Target;
  readonly onSent: () => void;
}

/** The form to report content of another member. */
export function ComplaintForm({ target, onSent }: ComplaintFormProps): ReactElement {
  const t = useText();
  const result = useQuery(describeTargetQuery(target));
  const [isUploading, setIsUploading] = useState(false);
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof addComplaint, Values>(
    addComplaint,
    { ...target, content: '', image: '' },
    () => {
      toastDone(t('feedback.reported'));
      onSent();
    },
    { keepAs: `report ${target.target_type} ${target.target_id}` },
  );
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  return (
    <Section title={t('feedback.report')} text={t('feedback.report.text')}>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <p className="rounded-xl bg-sunken px-4 py-3">
          <span className="block text-sm text-ink-soft">{t(`feedback.target.${target.target_type}`)}</span>
          {result.data !== undefined ? (
            <span className="font-medium">{result.data.title}</span>
          ) : (
            <Skeleton className="mt-1 h-5 w-48" />
          )}
        </p>
        <TextArea
          {...form.register('content')}
          label={t('feedback.report.content')}
          hint={t('feedback.report.hint')}
          error={errorOf('content')}
          maxLength={1000}
        />
        <ImageField onChange={(key) => form.setValue('image', key)} onBusy={setIsUploading} error={errorOf('image')} />
        <div className="grid grid-cols-1 gap-3">
          <SubmitButton isBusy={isBusy || isUploading}>{t('feedback.report.send')}</SubmitButton>
          <LinkButton look="quiet" to="/fankui">
            {t('feedback.report.cancel')}
          </LinkButton>
        </div>
      </form>
    </Section>
  );
}
