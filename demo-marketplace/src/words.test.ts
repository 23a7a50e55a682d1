import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CATALOGS = join(ROOT, 'demo-marketplace/web/src/i18n/catalogs');
const API = join(ROOT, 'demo-marketplace/api/src');

/** The refused words of the tables of docs/words.md, by the heading above. */
function refusedWords(): { readonly chinese: readonly string[]; readonly english: readonly string[] } {
  const sections = readFileSync(join(ROOT, 'docs/words.md'), 'utf8').split('\n## ');
  const wordsOf = (heading: string): string[] =>
    (sections.find((section) => section.startsWith(heading)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|') && !line.startsWith('| -') && !line.startsWith('| word'))
      .flatMap((line) => (line.split('|')[2] ?? '').split(', '))
      .map((word) => word.trim());
  return { chinese: wordsOf('Traditional Chinese'), english: wordsOf('English') };
}

const { chinese, english } = refusedWords();

/** Texts of all catalogs of a language, each with its id. */
const textsOf = (isWanted: (file: string) => boolean): readonly (readonly [id: string, text: string])[] =>
  readdirSync(CATALOGS)
    .filter((file) => isWanted(file))
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(CATALOGS, file), 'utf8')) as Record<string, string>),
    );

/** Placeholders are no words. */
const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\w+/g, '');

const findings = (
  texts: readonly (readonly [string, string])[],
  words: readonly string[],
  isWhole: boolean,
): string[] =>
  texts.flatMap(([id, text]) =>
    words
      .filter((word) =>
        isWhole ? new RegExp(String.raw`\b${word}s?\b`, 'i').test(withoutPlaceholders(text)) : text.includes(word),
      )
      .map((word) => `${id}: “${text}” has ${word}; see docs/words.md`),
  );

test('the word list refuses words in both languages', () => {
  expect(chinese.length).toBeGreaterThan(30);
  expect(english.length).toBeGreaterThan(10);
  expect(findings([['one', '請輸入支付密碼']], chinese, false)).toHaveLength(2);
  expect(findings([['one', 'You can not go on']], english, true)).toHaveLength(1);
});

test('no Chinese text has a word that the list refuses', () => {
  expect(
    findings(
      textsOf((file) => file.endsWith('zh-Hant.json')),
      chinese,
      false,
    ),
  ).toEqual([]);
});

test('no English text has a word that the list refuses', () => {
  expect(
    findings(
      textsOf((file) => file.endsWith('en.json')),
      english,
      true,
    ),
  ).toEqual([]);
});

test('no text of the API has a Chinese word that the list refuses', () => {
  const sources = readdirSync(API, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  const lines = sources.flatMap((file) =>
    readFileSync(join(API, file), 'utf8')
      .split('\n')
      .map((line, index) => [`${file}:${index + 1}`, line] as const),
  );
  expect(lines.length).toBeGreaterThan(10_000);
  expect(findings(lines, chinese, false)).toEqual([]);
});
