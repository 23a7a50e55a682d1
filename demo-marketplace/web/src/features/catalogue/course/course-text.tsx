import type { CourseInfo } from '@lectern/marketplace-contract';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { RichText } from '../../../ui/rich-text.js';
import { Section } from '../../../ui/section.js';

/** The description of a course by its mentor. */
export function CourseText({ course }: { readonly course: CourseInfo }): ReactElement {
  const t = useText();
  const sentences = (list: readonly string[], sign: ReactNode): ReactElement => (
    <ul className="grid gap-2.5 sm:grid-cols-2 sm:gap-x-6">
      {list.map((sentence) => (
        <li key={sentence} className="flex gap-2.5">
          {sign}
          {sentence}
        </li>
      ))}
    </ul>
  );
  const dot = <span aria-hidden className="mt-2.5 size-1.5 shrink-0 rounded-full bg-line-strong" />;
  return (
    <>
      {course.learn.length > 0 && (
        <Section title={t('course.learn')}>
          {sentences(course.learn, <Check aria-hidden className="mt-1 size-5 shrink-0 text-accent" />)}
        </Section>
      )}
      {course.intro_html !== '' && (
        <Section title={t('course.about')}>
          <RichText html={course.intro_html} />
        </Section>
      )}
      {course.requirements.length > 0 && (
        <Section title={t('course.require')}>{sentences(course.requirements, dot)}</Section>
      )}
      {course.audience.length > 0 && <Section title={t('course.audience')}>{sentences(course.audience, dot)}</Section>}
    </>
  );
}
