import { COURSE_TITLE_MAX, saveCourse, type CourseBasics } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';

const NONE = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };
const EMPTY: CourseBasics = {
  title: NONE,
  subtitle: NONE,
  intro: NONE,
  learn: NO_LISTS,
  requirements: NO_LISTS,
  audience: NO_LISTS,
  category_id: null,
  level: 0,
  lang: 'zh',
  price_cents: 0,
  original_price_cents: 0,
  images: [],
  clip: '',
  crowdfund: null,
};

/** Begins a course with its name; all else is kept as it is typed from then on. */
export function NewCourse(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof saveCourse, { title: string }>(saveCourse, {
    defaultValues: { title: '' },
    check: ({ title }) => ({ title: title.trim() === '' ? t('problem.required') : undefined }),
    request: ({ title }) => {
      const lang = locale === 'en' ? 'en' : 'zh';
      return { ...EMPTY, version: 0, lang, title: { ...NONE, [lang]: title.trim() } };
    },
    onDone: ({ id }) => navigate(`/t_kecheng_add?id=${id}`, { replace: true }),
  });

  return (
    <Section title={t('mentor.new.title')} text={t('mentor.new.text')}>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('title')}
          label={t('mentor.course.title')}
          hint={t('mentor.course.title.hint')}
          error={errorOf('title')}
          maxLength={COURSE_TITLE_MAX}
        />
        <SubmitButton isBusy={isBusy}>{t('mentor.new.begin')}</SubmitButton>
      </form>
    </Section>
  );
}
