import { saveSettings } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useTheme } from '../../../lib/theme.js';
import { switchLocale } from '../../../i18n/locale.js';
import { LOCALE_NAMES, LOCALES, type Locale } from '../../../i18n/messages.js';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Section } from '../../../ui/section.js';
import { toastError } from '../../../ui/toast.js';
import { chooseTheme, THEME_CHOICES, themeChoice } from '../lib/theme-choice.js';
import { Choices } from './choices.js';

/** Language and colours. */
export function Look(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { problem, call } = useCall(saveSettings);
  const [choice, setChoice] = useState(themeChoice);
  const shown = useTheme();
  // It may have been switched at the top of the page.
  const theme = choice === 'system' || choice === shown ? choice : shown;

  const speak = async (chosen: Locale): Promise<void> => {
    try {
      await switchLocale(chosen);
    } catch {
      toastError(t('request.failed'));
      return;
    }
    // Emails use this language, too.
    await call({ locale: chosen === 'en' ? 'en' : 'zh' });
  };
  return (
    <Section title={t('system.look')}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Choices
        label={t('system.language')}
        hint={t('system.language.hint')}
        choices={LOCALES.map((id) => ({ id, label: LOCALE_NAMES[id] }))}
        value={locale}
        onChange={(chosen) => void speak(chosen)}
      />
      <Choices
        label={t('system.theme')}
        hint={t('system.theme.hint')}
        choices={THEME_CHOICES.map((id) => ({ id, label: t(`system.theme.${id}`) }))}
        value={theme}
        onChange={(chosen) => {
          chooseTheme(chosen);
          setChoice(chosen);
        }}
      />
    </Section>
  );
}
