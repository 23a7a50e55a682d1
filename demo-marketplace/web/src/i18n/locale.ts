import { i18n } from '@lingui/core';
import { readStored, writeStored } from '../lib/storage.js';
import { loadCatalog, LOCALES, type Locale } from './messages.js';

const isLocale = (value: string | null | undefined): value is Locale => LOCALES.includes(value as Locale);

/** `zh` and its kin, and the stored short forms, mean Traditional Chinese. */
const toLocale = (value: string | null | undefined): Locale | undefined => {
  if (isLocale(value)) return value;
  const language = value?.toLowerCase().split('-')[0];
  if (language === 'zh') return 'zh-Hant';
  return language === 'en' ? 'en' : undefined;
};

export interface LocaleHints {
  /** The address's query, e.g. `?lang=en`. */
  readonly search: string;
  readonly stored: string | undefined;
  /** Preferred by the browser, best first. */
  readonly languages: readonly string[];
}

/** The address decides, then what was chosen before, then the browser; Traditional Chinese otherwise. */
export function chooseLocale({ search, stored, languages }: LocaleHints): Locale {
  return (
    toLocale(new URLSearchParams(search).get('lang')) ??
    toLocale(stored) ??
    languages.map(toLocale).find((locale) => locale !== undefined) ??
    'zh-Hant'
  );
}

/** Loads a language and shows it. */
export async function activateLocale(locale: Locale): Promise<void> {
  i18n.loadAndActivate({ locale, messages: await loadCatalog(locale) });
  document.documentElement.lang = locale;
}

/** Shows a language and keeps it for the next visit. */
export async function switchLocale(locale: Locale): Promise<void> {
  writeStored('locale', locale);
  await activateLocale(locale);
}

/** Before anything is rendered: the language of this visit. */
export function startLocale(): Promise<void> {
  return activateLocale(
    chooseLocale({ search: location.search, stored: readStored('locale'), languages: navigator.languages }),
  );
}
