import fc from 'fast-check';
import { expect, test } from 'vitest';
import { internalPath } from './internal-path.js';

declare const URL: new (address: string, base: string) => { readonly origin: string };

test.each(['/qianbao', '/luntan-info?id=7', '/classroom?room=a#password=1234', '/搜尋'])('%s stays here', (path) => {
  expect(decodeURI(internalPath(path) ?? '')).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'qianbao',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  'https://evil.test/',
  'javascript:alert(1)',
])('%s is refused', (value) => {
  expect(internalPath(value)).toBeUndefined();
});

test('whatever is let through leads nowhere else', () => {
  const nasty = fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', ':', '@', '.', 'e', '%', '?', '#', ' ') });
  fc.assert(
    fc.property(nasty, (value) => {
      const path = internalPath(`/${value}`) ?? '/';
      expect(new URL(path, 'https://lectern.test/login').origin).toBe('https://lectern.test');
    }),
    { numRuns: 10_000 },
  );
});
