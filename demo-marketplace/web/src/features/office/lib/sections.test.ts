// @vitest-environment node
import { expect, test } from 'vitest';
import { officeLink, sectionOf } from './sections.js';

const of = (query: string): URLSearchParams => new URLSearchParams(query);

test('an address names a section; nonsense is the first of them', () => {
  expect(sectionOf(of('section=log'))).toBe('log');
  for (const query of ['', 'section=', 'section=toString', 'section=LOG']) expect(sectionOf(of(query))).toBe('mentors');
});

test('a link says what is asked for, and leaves out what is not', () => {
  expect(officeLink('members', { q: '王 &小', page: 2, filter: '', state: undefined })).toBe(
    '/admin?section=members&q=%E7%8E%8B+%26%E5%B0%8F&page=2',
  );
});
