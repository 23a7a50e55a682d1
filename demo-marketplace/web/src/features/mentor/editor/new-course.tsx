import { COURSE_TITLE_MAX, saveCourse, type CourseBasics } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
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
  const [title, setTitle] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, problem, call } = useCall(saveCourse);

  const begin = async (): Promise<void> => {
    const name = title.trim();
    setIsMissing(name === '');
    if (name === '') return;
    const lang = locale === 'en' ? 'en' : 'zh';
    const made = await call({ ...EMPTY, version: 0, lang, title: { ...NONE, [lang]: name } });
    if (made !== undefined) await navigate(`/t_kecheng_add?id=${made.id}`, { replace: true });
  };

  return (
    <Section title={t('mentor.new.title')} text={t('mentor.new.text')}>
      <Form className="grid gap-5" onSubmit={begin}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          label={t('mentor.course.title')}
          hint={t('mentor.course.title.hint')}
          error={isMissing ? t('problem.required') : undefined}
          value={title}
          maxLength={COURSE_TITLE_MAX}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SubmitButton isBusy={isBusy}>{t('mentor.new.begin')}</SubmitButton>
      </Form>
    </Section>
  );
}
