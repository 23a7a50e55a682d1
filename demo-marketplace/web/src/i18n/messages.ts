import type { Messages } from '@lingui/core';
import type en from './catalogs/en.json';
import type zhHant from './catalogs/zh-Hant.json';

/** Every text of the application. Traditional Chinese is written first; both catalogues must have the same ids. */
export type MessageId = keyof typeof zhHant;

export const LOCALES = ['zh-Hant', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** How each language calls itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { 'zh-Hant': '中文', en: 'English' };

/** A text that exists in one language only does not compile: each catalogue must have every id of the other. */
interface Catalogs {
  readonly 'zh-Hant': () => Promise<Record<keyof typeof en, string>>;
  readonly en: () => Promise<Record<keyof typeof zhHant, string>>;
}

const catalogs: Catalogs = {
  'zh-Hant': async () => (await import('./catalogs/zh-Hant.json')).default,
  en: async () => (await import('./catalogs/en.json')).default,
};

/** Loads one language only; the build compiles the texts. */
export const loadCatalog = (locale: Locale): Promise<Messages> => catalogs[locale]();
