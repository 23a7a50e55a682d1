import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKey } from '../lib/member-keys.js';
import { activateLocale, switchLocale } from './locale.js';

beforeEach(() => activateLocale('zh-Hant'));
afterEach(() => {
  vi.doUnmock('./catalogs/shell.en.json');
  localStorage.clear();
});

const shown = () => [i18n.locale, document.documentElement.lang, readKey('locale')];

test('a language that cannot be loaded changes nothing, now or at the next visit', async () => {
  vi.doMock('./catalogs/shell.en.json', () => {
    throw new TypeError('the network is gone');
  });
  await expect(switchLocale('en')).rejects.toThrow();
  expect(shown()).toEqual(['zh-Hant', 'zh-Hant', undefined]);
});

test('the language that was chosen last is shown and kept, whichever comes first', async () => {
  await Promise.all([switchLocale('en'), switchLocale('zh-Hant')]);
  expect(shown()).toEqual(['zh-Hant', 'zh-Hant', 'zh']);
});
