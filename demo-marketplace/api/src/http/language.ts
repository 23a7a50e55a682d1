import type { Language } from './messages.js';

/** Returns the text in the reader's language, or the Chinese one when no translation exists. */
export const inLanguage = (language: Language, zh: string, en: string): string =>
  language === 'en' && en !== '' ? en : zh;
