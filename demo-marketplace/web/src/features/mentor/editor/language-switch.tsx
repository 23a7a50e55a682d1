import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

/** A language that a course is described in. */
export type TextLanguage = 'zh' | 'en';
/** As browsers know them: characters are drawn differently in other kinds of Chinese. */
export const LANGUAGE_TAGS = { zh: 'zh-Hant', en: 'en' } as const satisfies Record<TextLanguage, string>;
const LANGUAGES: readonly TextLanguage[] = ['zh', 'en'];

/** Switches the language of the edited text. */
export function LanguageSwitch({
  value,
  onChange,
}: {
  readonly value: TextLanguage;
  readonly onChange: (language: TextLanguage) => void;
}): ReactElement {
  const t = useText();
  return (
    <fieldset aria-label={t('mentor.texts')} className="min-w-0 flex flex-wrap items-center gap-2">
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="min-h-11 rounded-xl border border-line px-4 aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:font-medium"
        >
          {t(`mentor.texts.${one}`)}
        </button>
      ))}
      <span className="text-sm text-ink-soft">{t('mentor.texts.hint')}</span>
    </fieldset>
  );
}
