import { LIVE_TITLE_MAX, LiveKind, saveLive } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { EMPTY_DOCUMENT } from './editor/live-draft.js';
import { editorPath } from './live-paths.js';

/** Begins a class or activity with its name; all else is saved as it is typed from then on. */
export function NewLive(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof saveLive, { title: string; kind: LiveKind }>(
    saveLive,
    {
      defaultValues: { title: '', kind: LiveKind.Class },
      check: ({ title }) => ({ title: title.trim() === '' ? t('problem.required') : undefined }),
      request: ({ title, kind }) => {
        const language = locale === 'en' ? 'en' : 'zh';
        return { ...EMPTY_DOCUMENT, version: 0, kind, title: { ...EMPTY_DOCUMENT.title, [language]: title.trim() } };
      },
      onDone: ({ id }) => navigate(editorPath(id), { replace: true }),
    },
  );
  return (
    <Section title={t('plan.begin.title')} text={t('plan.begin.text')}>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <SelectField {...form.register('kind')} label={t('plan.kind')}>
          <option value={LiveKind.Class}>{t('plan.kind.class')}</option>
          <option value={LiveKind.Activity}>{t('plan.kind.activity')}</option>
        </SelectField>
        <TextField
          {...form.register('title')}
          label={t('plan.title')}
          hint={t('plan.title.hint')}
          error={errorOf('title')}
          maxLength={LIVE_TITLE_MAX}
        />
        <SubmitButton isBusy={isBusy}>{t('mentor.new.begin')}</SubmitButton>
      </form>
    </Section>
  );
}
