import { beforeAll, expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { textOf } from '../../../i18n/use-text.js';
import { clockText, discountOf, lengthText } from './figures.js';

beforeAll(async () => {
  await activateLocale('en');
  await needTexts('catalogue');
});

test.each([
  [0, '1 min'],
  [59, '1 min'],
  [150, '3 min'],
  [3600, '1 h'],
  [3599, '1 h'],
  [12_000, '3 h 20 min'],
])('%i seconds of lessons are %s', (seconds, text) => {
  expect(lengthText(seconds, textOf)).toBe(text);
});

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3845, '1:04:05'],
])('second %d is %s', (second, text) => {
  expect(clockText(second)).toBe(text);
});

test.each([
  [600, 1000, 40],
  [1000, 1000, 0],
  [1000, 0, 0],
  [0, 1000, 100],
])('%i instead of %i is %i %% less', (price, original, percent) => {
  expect(discountOf(price, original)).toBe(percent);
});
