import { Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { switchLocale } from '../i18n/locale.js';
import { LOCALE_NAMES, LOCALES } from '../i18n/messages.js';
import { useLocale, useText } from '../i18n/use-text.js';
import { toastError } from './toast.js';
import { switchTheme, useTheme } from '../lib/theme.js';

/** 中文 or English. */
export function LanguageSwitch(): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <fieldset className="flex shrink-0 rounded-full bg-sunken p-1 text-sm">
      <legend className="sr-only">{t('app.language')}</legend>
      {LOCALES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === locale}
          onClick={() => void switchLocale(one).catch(() => toastError(t('request.failed')))}
          className="rounded-full px-3 py-1 leading-6 text-ink-soft hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm"
        >
          {LOCALE_NAMES[one]}
        </button>
      ))}
    </fieldset>
  );
}

/** Light or dark. */
export function ThemeSwitch(): ReactElement {
  const t = useText();
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const label = t(`app.theme.${other}`);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => switchTheme(other)}
      className="grid size-10 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
    >
      {other === 'dark' ? <Moon aria-hidden className="size-5" /> : <Sun aria-hidden className="size-5" />}
    </button>
  );
}
