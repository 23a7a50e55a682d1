import { i18n } from '@lingui/core';
import { readKey, writeKey } from '../lib/member-keys.js';
import { FIRST_SECTIONS, loadCatalog, LOCALES, type Locale, type Section } from './messages.js';

const isLocale = (value: string | null | undefined): value is Locale => LOCALES.includes(value as Locale);

/** `zh` and its kin mean Traditional Chinese. */
const toLocale = (value: string | null | undefined): Locale | undefined => {
  if (isLocale(value)) return value;
  const language = value?.toLowerCase().split('-')[0];
  if (language === 'zh') return 'zh-Hant';
  return language === 'en' ? 'en' : undefined;
};

/** The stored value of each language (specification §3). */
const STORED: Readonly<Record<Locale, string>> = { 'zh-Hant': 'zh', en: 'en' };

export interface LocaleHints {
  readonly pathname: string;
  /** The address's query, e.g. `?lang=en`. */
  readonly search: string;
  readonly stored: string | undefined;
  /** Preferred by the browser, best first. */
  readonly languages: readonly string[];
}

/**
 * Chooses the language: by the address, then by the stored choice, where `en` is English and anything else Chinese
 * (specification §4). Only visitors whom a link brought straight to a class or a certificate get their
 * browser's language.
 */
export function chooseLocale({ pathname, search, stored, languages }: LocaleHints): Locale {
  const addressed = toLocale(new URLSearchParams(search).get('lang'));
  if (addressed !== undefined) return addressed;
  if (stored === undefined && (pathname === '/classroom' || pathname.startsWith('/verify/'))) {
    return languages.map(toLocale).find((locale) => locale !== undefined) ?? 'zh-Hant';
  }
  return stored === STORED.en ? 'en' : 'zh-Hant';
}

const needed = new Set<Section>(FIRST_SECTIONS);

/** Number of activations so far; a language that loads slowly must not replace one that was chosen later. */
let choices = 0;

/** Loads a language and shows it, unless another was chosen meanwhile. @throws when it cannot be loaded */
export async function activateLocale(locale: Locale): Promise<void> {
  choices += 1;
  const choice = choices;
  let loaded = 0;
  // A screen that loads meanwhile may need more sections.
  while (loaded < needed.size) {
    const parts = [...needed];
    i18n.load(locale, await loadCatalog(locale, parts));
    loaded = parts.length;
  }
  if (choice !== choices) return;
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Loads the texts of these parts in the language shown, and from now on in each that is chosen. */
export async function needTexts(...parts: readonly Section[]): Promise<void> {
  const missing = parts.filter((part) => !needed.has(part));
  if (missing.length === 0) return;
  for (let locale = ''; locale !== i18n.locale;) {
    locale = i18n.locale;
    i18n.load(locale, await loadCatalog(locale as Locale, missing));
  }
  for (const part of missing) needed.add(part);
}

/** Activates a language and stores it for the next visit. @throws when it cannot be loaded; then nothing has changed */
export async function switchLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  if (i18n.locale === locale) writeKey('locale', STORED[locale]);
}

/** Before anything is rendered: the language of this visit. */
export function startLocale(): Promise<void> {
  const { pathname, search } = location;
  return activateLocale(chooseLocale({ pathname, search, stored: readKey('locale'), languages: navigator.languages }));
}
