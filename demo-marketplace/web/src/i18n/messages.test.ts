import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import en from './catalogs/en.json';
import zhHant from './catalogs/zh-Hant.json';
import { chooseLocale } from './locale.js';

/** Names of the placeholders of a text, wherever they stand. */
const placeholdersOf = (text: string): string[] => {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    if (typeof part[0] === 'string' && part.length <= 3) found.add(part[0]);
    else part.forEach(collect);
  };
  const compiled = compileMessage(text);
  if (Array.isArray(compiled)) compiled.forEach(collect);
  return [...found].sort();
};

test('both languages have every text, none empty, with the same placeholders', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(zhHant).sort());
  for (const [id, text] of Object.entries(zhHant)) {
    const english = (en as Record<string, string>)[id] ?? '';
    expect(text.trim(), id).not.toBe('');
    expect(english.trim(), id).not.toBe('');
    expect(placeholdersOf(english), id).toEqual(placeholdersOf(text));
  }
});

test.each([
  ['the address decides', { search: '?lang=en', stored: 'zh-Hant', languages: ['zh-TW'] }, 'en'],
  ['then what was chosen before', { search: '', stored: 'en', languages: ['zh-TW'] }, 'en'],
  ['then the browser', { search: '', stored: undefined, languages: ['fr-FR', 'en-GB', 'zh-TW'] }, 'en'],
  ['any Chinese is Traditional Chinese', { search: '?lang=zh', stored: undefined, languages: [] }, 'zh-Hant'],
  ['otherwise Traditional Chinese', { search: '?lang=xx', stored: 'yy', languages: ['fr'] }, 'zh-Hant'],
])('%s', (_title, hints, locale) => {
  expect(chooseLocale(hints)).toBe(locale);
});
