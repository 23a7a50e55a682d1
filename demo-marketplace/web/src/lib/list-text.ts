import type { Locale } from '../i18n/messages.js';
import { dateLanguage } from './moment-text.js';

/** Names as a list in the language, of which all hold, or one: `Monday and Tuesday`, `card or wallet`. */
export const listText = (
  locale: Locale,
  names: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
) => new Intl.ListFormat(dateLanguage(locale), { type }).format(names);
