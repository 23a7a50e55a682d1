import {
  applyAsMentor,
  FieldProblem,
  INTRO_MAX,
  MENTOR_WISHES,
  saveApplication,
  type ApplicationForm as Application,
  type ApplicationInfo,
} from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch, type Path } from 'react-hook-form';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import type { EntryForm } from '../../../lib/use-entry-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CheckField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';
import { useMember } from '../../session/index.js';
import { ClipField } from './clip-field.js';
import { CredentialsField } from './credentials-field.js';
import { LinesField } from './lines-field.js';
import { PhotoField } from './photo-field.js';

export interface ApplicationFormProps {
  readonly info: ApplicationInfo;
  readonly onApplied: (info: ApplicationInfo) => Promise<void>;
}

interface Values extends Application {
  agree: boolean;
  /** Addresses of the uploaded files, by key. */
  urls: Record<string, string>;
}

/** The application to become a mentor: person, subject and credentials. */
export function ApplicationForm({ info, onApplied }: ApplicationFormProps): ReactElement {
  const t = useText();
  const saving = useCall(saveApplication);
  const messageOf = (field: string, problem: FieldProblem): string =>
    field === 'id_card' && problem === FieldProblem.Malformed
      ? t('mentor.idCard.malformed')
      : problemText(t, field, problem);
  const entry = useCallForm<typeof applyAsMentor, Values>(applyAsMentor, {
    defaultValues: { ...info.form, agree: false, urls: info.urls },
    keepAs: 'mentor-application',
    request: (values) => {
      const { urls: _, ...application } = values;
      return application;
    },
    refused: (field, problem) => ({ [field]: messageOf(field, problem) }),
    onDone: async (applied) => {
      toastDone(t('mentor.applied'));
      await onApplied(applied);
    },
  });
  const { form } = entry;
  const errorOf = (field: Path<Values>): string | undefined => {
    const problem = saving.fields[field];
    return entry.errorOf(field) ?? (problem === undefined ? undefined : messageOf(field, problem));
  };
  const save = async (): Promise<void> => {
    const { agree: _, urls: __, ...draft } = form.getValues();
    if ((await saving.call(draft)) !== undefined) toastDone(t('mentor.saved'));
  };
  const isMarked = Object.keys(form.formState.errors).length > 0;
  const problem = isMarked ? undefined : (entry.problem ?? saving.problem);
  const part: PartProps = { form, errorOf };

  return (
    <form noValidate className="grid gap-6" onSubmit={entry.onSubmit}>
      <IdentityPart {...part} />
      <PublicPart {...part} />
      <BackgroundPart {...part} />
      <Section title={t('mentor.form.want')}>
        <WishesField {...part} />
        <AgreeField {...part} />
        {isMarked && <Alert>{t('mentor.form.marked')}</Alert>}
        {problem !== undefined && <Alert>{problem}</Alert>}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" disabled={saving.isBusy} onClick={() => void save()}>
            {t('mentor.saveDraft')}
          </Button>
          <SubmitButton isBusy={entry.isBusy}>{t('mentor.apply')}</SubmitButton>
        </div>
      </Section>
    </form>
  );
}

interface UploadedFile {
  readonly key: string;
  readonly url: string;
}

interface PartProps extends Pick<EntryForm<Values>, 'form' | 'errorOf'> {}

/** The properties of a field with a list. */
const useLines = ({ form, errorOf }: PartProps, field: 'subjects' | 'education' | 'experience') => ({
  error: errorOf(field),
  lines: useWatch({ control: form.control, name: field }),
  onChange: (lines: string[]) => form.setValue(field, lines),
});

/** The address of an uploaded file, and the setter that takes another one. */
function useUpload({ form }: PartProps, field: 'photo' | 'clip') {
  const [key, urls] = useWatch({ control: form.control, name: [field, 'urls'] });
  return {
    url: urls[key] ?? '',
    onChange: (file: UploadedFile): void => {
      addUrl(form, file);
      form.setValue(field, file.key);
    },
  };
}

const addUrl = (form: PartProps['form'], { key, url }: UploadedFile): void =>
  form.setValue('urls', { ...form.getValues('urls'), [key]: url });

function IdentityPart({ form, errorOf }: PartProps): ReactElement {
  const t = useText();
  return (
    <Section title={t('mentor.form.identity')} text={t('mentor.form.identity.text')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.register('real_name')}
          label={t('mentor.realName')}
          error={errorOf('real_name')}
          maxLength={64}
          autoComplete="name"
        />
        <TextField
          {...form.register('id_card')}
          label={t('mentor.idCard')}
          error={errorOf('id_card')}
          maxLength={20}
          autoComplete="off"
        />
      </div>
      <TextField {...form.register('area')} label={t('mentor.area')} error={errorOf('area')} maxLength={64} />
    </Section>
  );
}

function PublicPart(props: PartProps): ReactElement {
  const { form, errorOf } = props;
  const t = useText();
  const intro = useWatch({ control: form.control, name: 'intro' });
  return (
    <Section title={t('mentor.form.public')} text={t('mentor.form.public.text')}>
      <PhotoField {...useUpload(props, 'photo')} />
      <TextArea
        {...form.register('intro')}
        label={t('mentor.intro')}
        hint={t('mentor.intro.hint', { count: Array.from(intro).length, max: INTRO_MAX })}
        error={errorOf('intro')}
        maxLength={INTRO_MAX}
      />
      <LinesField label={t('mentor.subjects')} hint={t('mentor.subjects.hint')} {...useLines(props, 'subjects')} />
      <ClipField {...useUpload(props, 'clip')} />
    </Section>
  );
}

function BackgroundPart(props: PartProps): ReactElement {
  const { form } = props;
  const t = useText();
  const [credentials, urls] = useWatch({ control: form.control, name: ['credentials', 'urls'] });
  return (
    <Section title={t('mentor.form.background')} text={t('mentor.form.background.text')}>
      <LinesField label={t('mentor.education')} hint={t('mentor.lines.optional')} {...useLines(props, 'education')} />
      <LinesField label={t('mentor.experience')} hint={t('mentor.lines.optional')} {...useLines(props, 'experience')} />
      <CredentialsField
        credentials={credentials}
        urls={urls}
        onUploaded={(file) => addUrl(form, file)}
        onChange={(changed) => form.setValue('credentials', changed)}
      />
    </Section>
  );
}

/** The permissions to apply for; those that the member has are ticked. */
function WishesField({ form, errorOf }: PartProps): ReactElement {
  const t = useText();
  const { member } = useMember();
  const want = useWatch({ control: form.control, name: 'want' });
  const error = errorOf('want');
  return (
    <fieldset
      aria-label={t('mentor.form.want')}
      data-fault={error === undefined ? undefined : ''}
      className="min-w-0 grid gap-3"
    >
      {MENTOR_WISHES.map((wish) => {
        const has = wish === 'provider' ? member?.is_provider === 1 : member?.is_homework === 1;
        return (
          <CheckField
            key={wish}
            checked={has || want.includes(wish)}
            disabled={has}
            onChange={({ target }) =>
              form.setValue(
                'want',
                MENTOR_WISHES.filter((one) => (one === wish ? target.checked : want.includes(one))),
              )
            }
          >
            <span className="block font-medium">{t(`mentor.right.${wish}`)}</span>
            <span className="block text-sm text-ink-soft">{t(`mentor.right.${wish}.text`)}</span>
          </CheckField>
        );
      })}
      {error !== undefined && <p className="text-sm text-danger">{t('mentor.want.required')}</p>}
    </fieldset>
  );
}

function AgreeField({ form, errorOf }: PartProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="grid gap-1">
      <CheckField {...form.register('agree')} error={errorOf('agree')}>
        {t('mentor.agree')}
      </CheckField>
      <p className="pl-7.5 text-sm">
        <a
          href={`/terms?lang=${locale}`}
          target="_blank"
          rel="noreferrer"
          className="rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {t('footer.terms')}
        </a>
      </p>
    </div>
  );
}
