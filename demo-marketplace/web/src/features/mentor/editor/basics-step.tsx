import { COURSE_TITLE_MAX, type CourseBasics } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { categoryTreeQuery } from '../../catalogue/index.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { LinesField } from '../components/lines-field.js';
import type { StepProps } from './editor.js';
import { LANGUAGE_TAGS, LanguageSwitch, type TextLanguage } from './language-switch.js';
import { RichField } from './rich-field.js';

const LISTS = ['learn', 'requirements', 'audience'] as const;
const LEVELS = [0, 1, 2, 3] as const;

/** Title, subject and audience of a course, in both languages. */
export function BasicsStep({ course, draft, errorOf }: StepProps): ReactElement {
  const t = useText();
  const [language, setLanguage] = useState<TextLanguage>(useLocale() === 'en' ? 'en' : 'zh');
  const { basics, setBasics } = draft;
  const text = (field: 'title' | 'subtitle' | 'intro', value: string): void =>
    setBasics({ [field]: { ...basics[field], [language]: value } } as Partial<CourseBasics>);
  return (
    <div className="grid gap-6">
      <LanguageSwitch value={language} onChange={setLanguage} />
      <Section title={t('mentor.basics.texts')}>
        <TextField
          label={t('mentor.course.title')}
          error={errorOf(`title.${language}`)}
          lang={LANGUAGE_TAGS[language]}
          value={basics.title[language]}
          maxLength={COURSE_TITLE_MAX}
          onChange={(event) => text('title', event.target.value)}
        />
        <TextField
          label={t('mentor.course.subtitle')}
          error={errorOf(`subtitle.${language}`)}
          lang={LANGUAGE_TAGS[language]}
          value={basics.subtitle[language]}
          maxLength={160}
          onChange={(event) => text('subtitle', event.target.value)}
        />
        <RichField
          key={`intro ${language}`}
          label={t('mentor.course.intro')}
          hint={t('mentor.course.intro.hint')}
          error={errorOf(`intro.${language}`)}
          lang={LANGUAGE_TAGS[language]}
          html={basics.intro[language]}
          isDisabled={course.is_locked}
          onChange={(html) => text('intro', html)}
        />
        {LISTS.map((list) => (
          <LinesField
            key={`${list} ${language}`}
            label={t(`mentor.course.${list}`)}
            hint={t('mentor.lines.hint')}
            error={errorOf(`${list}.${language}`)}
            lines={basics[list][language]}
            onChange={(lines) => setBasics({ [list]: { ...basics[list], [language]: lines } } as Partial<CourseBasics>)}
          />
        ))}
      </Section>
      <Section title={t('mentor.basics.place')}>
        <div className="grid gap-5 sm:grid-cols-3">
          <CategoryField value={basics.category_id} error={errorOf('category_id')} onChange={setBasics} />
          <SelectField
            label={t('mentor.course.level')}
            value={basics.level}
            onChange={(event) => setBasics({ level: LEVELS[Number(event.target.value)] ?? 0 })}
          >
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {t(`mentor.level.${level}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('mentor.course.lang')}
            value={basics.lang}
            onChange={(event) => setBasics({ lang: event.target.value === 'en' ? 'en' : 'zh' })}
          >
            <option value="zh">中文</option>
            <option value="en">English</option>
          </SelectField>
        </div>
      </Section>
    </div>
  );
}

function CategoryField({
  value,
  error,
  onChange,
}: {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (change: Pick<CourseBasics, 'category_id'>) => void;
}): ReactElement {
  const t = useText();
  const { data: tree, isLoadingError } = useQuery(categoryTreeQuery({ kind: 'course' }));
  return (
    <SelectField
      label={t('mentor.course.category')}
      error={isLoadingError ? t('request.failed') : error}
      value={value ?? ''}
      onChange={(event) => onChange({ category_id: event.target.value === '' ? null : event.target.value })}
    >
      <option value="">{t('mentor.course.category.choose')}</option>
      {/* Keeps the chosen value while the list is loading. */}
      {tree === undefined && value !== null && <option value={value}>…</option>}
      {tree?.flatMap(({ id, name, children }) => [
        <option key={id} value={id}>
          {name}
        </option>,
        ...children.map((child) => (
          <option key={child.id} value={child.id}>
            {`${name} › ${child.name}`}
          </option>
        )),
      ])}
    </SelectField>
  );
}
