// @vitest-environment node
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { chooseLocale } from './locale.js';

const catalogs = import.meta.glob<Record<string, string>>('./catalogs/*.json', { eager: true, import: 'default' });

/** Each catalogue in Traditional Chinese, with its English one. */
const pairs = Object.keys(catalogs)
  .filter((file) => file.endsWith('zh-Hant.json'))
  .map((file) => [file, catalogs[file]!, catalogs[file.replace('zh-Hant', 'en')]!] as const);

/** Names of the placeholders of a text, at any depth. */
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

test.each(pairs)(
  '%s and its English twin have every text, none empty, same placeholders',
  (_file, chinese, english) => {
    expect(Object.keys(english).sort()).toEqual(Object.keys(chinese).sort());
    for (const [id, text] of Object.entries(chinese)) {
      const translated = english[id] ?? '';
      expect(text.trim(), id).not.toBe('');
      expect(translated.trim(), id).not.toBe('');
      expect(placeholdersOf(translated), id).toEqual(placeholdersOf(text));
    }
  },
);

test('no text is in two catalogues', () => {
  const ids = pairs.flatMap(([, chinese]) => Object.keys(chinese));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each([
  ['the address decides', { search: '?lang=en', stored: 'zh' }, 'en'],
  ['any Chinese of an address is Traditional Chinese', { search: '?lang=zh', stored: 'en' }, 'zh-Hant'],
  ['what was chosen before comes next', { stored: 'en' }, 'en'],
  ['anything else that is kept is Chinese', { stored: 'fr', languages: ['en'] }, 'zh-Hant'],
  ['nothing that is kept is Chinese', { languages: ['en-GB'] }, 'zh-Hant'],
  ['a guest of a class gets their browser’s', { pathname: '/classroom', languages: ['fr-FR', 'en-GB', 'zh'] }, 'en'],
  ['whoever verifies a certificate, too', { pathname: '/verify/LC-1', languages: ['en-GB'] }, 'en'],
  ['but not against their choice', { pathname: '/classroom', stored: 'zh', languages: ['en-GB'] }, 'zh-Hant'],
])('%s', (_title, hints, locale) => {
  expect(chooseLocale({ pathname: '/', search: '', stored: undefined, languages: [], ...hints })).toBe(locale);
});
