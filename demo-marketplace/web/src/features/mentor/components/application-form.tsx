import {
  applyAsMentor,
  INTRO_MAX,
  MENTOR_WISHES,
  saveApplication,
  type ApplicationForm as Application,
  type ApplicationInfo,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CheckField, TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
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

/** The application to become a mentor: person, subject and credentials. */
export function ApplicationForm({ info, onApplied }: ApplicationFormProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { member } = useMember();
  const [form, setForm] = useState<Application>(info.form);
  const [urls, setUrls] = useState(info.urls);
  const [agree, setAgree] = useState(false);
  const applying = useCall(applyAsMentor);
  const saving = useCall(saveApplication);
  const errorOf = (field: string): string | undefined => {
    const problem = applying.fields[field] ?? saving.fields[field];
    if (field === 'id_card' && problem === 'malformed') return t('mentor.idCard.malformed');
    return problem === undefined ? undefined : problemText(t, field, problem);
  };
  const set = (change: Partial<Application>): void => setForm((current) => ({ ...current, ...change }));
  const keep = ({ key, url }: { readonly key: string; readonly url: string }): void =>
    setUrls((current) => ({ ...current, [key]: url }));

  const apply = async (): Promise<void> => {
    const applied = await applying.call({ ...form, agree });
    if (applied === undefined) return;
    toastDone(t('mentor.applied'));
    await onApplied(applied);
  };
  const save = async (): Promise<void> => {
    if ((await saving.call(form)) !== undefined) toastDone(t('mentor.saved'));
  };
  const isMarked = Object.keys(applying.fields).length > 0;
  const problem = isMarked ? undefined : (applying.problem ?? saving.problem);

  return (
    <Form className="grid gap-6" onSubmit={apply}>
      <Section title={t('mentor.form.identity')} text={t('mentor.form.identity.text')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('mentor.realName')}
            value={form.real_name}
            error={errorOf('real_name')}
            maxLength={64}
            autoComplete="name"
            onChange={(event) => set({ real_name: event.target.value })}
          />
          <TextField
            label={t('mentor.idCard')}
            value={form.id_card}
            error={errorOf('id_card')}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => set({ id_card: event.target.value })}
          />
        </div>
        <TextField
          label={t('mentor.area')}
          value={form.area}
          error={errorOf('area')}
          maxLength={64}
          onChange={(event) => set({ area: event.target.value })}
        />
      </Section>

      <Section title={t('mentor.form.public')} text={t('mentor.form.public.text')}>
        <PhotoField
          url={urls[form.photo] ?? ''}
          onChange={(file) => {
            keep(file);
            set({ photo: file.key });
          }}
        />
        <TextArea
          label={t('mentor.intro')}
          hint={t('mentor.intro.hint', { count: Array.from(form.intro).length, max: INTRO_MAX })}
          value={form.intro}
          error={errorOf('intro')}
          maxLength={INTRO_MAX}
          onChange={(event) => set({ intro: event.target.value })}
        />
        <LinesField
          label={t('mentor.subjects')}
          hint={t('mentor.subjects.hint')}
          error={errorOf('subjects')}
          lines={form.subjects}
          onChange={(subjects) => set({ subjects })}
        />
        <ClipField
          url={urls[form.clip] ?? ''}
          onChange={(file) => {
            keep(file);
            set({ clip: file.key });
          }}
        />
      </Section>

      <Section title={t('mentor.form.background')} text={t('mentor.form.background.text')}>
        <LinesField
          label={t('mentor.education')}
          hint={t('mentor.lines.optional')}
          error={errorOf('education')}
          lines={form.education}
          onChange={(education) => set({ education })}
        />
        <LinesField
          label={t('mentor.experience')}
          hint={t('mentor.lines.optional')}
          error={errorOf('experience')}
          lines={form.experience}
          onChange={(experience) => set({ experience })}
        />
        <CredentialsField
          credentials={form.credentials}
          urls={urls}
          onUploaded={keep}
          onChange={(credentials) => set({ credentials })}
        />
      </Section>

      <Section title={t('mentor.form.want')}>
        <fieldset
          aria-label={t('mentor.form.want')}
          data-fault={errorOf('want') === undefined ? undefined : ''}
          className="min-w-0 grid gap-3"
        >
          {MENTOR_WISHES.map((wish) => {
            const has = wish === 'provider' ? member?.is_provider === 1 : member?.is_homework === 1;
            return (
              <CheckField
                key={wish}
                checked={has || form.want.includes(wish)}
                disabled={has}
                onChange={(event) =>
                  set({
                    want: MENTOR_WISHES.filter((one) =>
                      one === wish ? event.target.checked : form.want.includes(one),
                    ),
                  })
                }
              >
                <span className="block font-medium">{t(`mentor.right.${wish}`)}</span>
                <span className="block text-sm text-ink-soft">{t(`mentor.right.${wish}.text`)}</span>
              </CheckField>
            );
          })}
          {errorOf('want') !== undefined && <p className="text-sm text-danger">{t('mentor.want.required')}</p>}
        </fieldset>
        <div className="grid gap-1">
          <CheckField checked={agree} error={errorOf('agree')} onChange={(event) => setAgree(event.target.checked)}>
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
        {isMarked && <Alert>{t('mentor.form.marked')}</Alert>}
        {problem !== undefined && <Alert>{problem}</Alert>}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" disabled={saving.isBusy} onClick={() => void save()}>
            {t('mentor.saveDraft')}
          </Button>
          <SubmitButton isBusy={applying.isBusy}>{t('mentor.apply')}</SubmitButton>
        </div>
      </Section>
    </Form>
  );
}
