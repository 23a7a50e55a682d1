import { afterEach, expect, test, vi } from 'vitest';
import { readKey, removeLoginKeys, writeKey } from './member-keys.js';

afterEach(() => {
  vi.unstubAllGlobals();
  removeLoginKeys();
});

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError');
};

test('a login is kept for the page where storage takes nothing, and forgotten with it', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeKey('token', 'TOKEN');
  expect(readKey('token')).toBe('TOKEN');
  removeLoginKeys();
  expect(readKey('token')).toBeUndefined();
});

test('what storage takes again is what counts, here and in other tabs', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeKey('token', 'FIRST');
  vi.unstubAllGlobals();
  writeKey('token', 'SECOND');
  expect(readKey('token')).toBe('SECOND');
  localStorage.setItem('token', 'THIRD');
  expect(readKey('token')).toBe('THIRD');
});
