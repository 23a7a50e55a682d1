import { afterEach, expect, test } from 'vitest';
import { holdNextCode, secondsToWait } from './send-code-timer.js';

const NOW = 1_800_000_000_000;
afterEach(() => localStorage.clear());

test('a code may be sent at once where none was sent, or what is kept makes no sense', () => {
  expect(secondsToWait(NOW)).toBe(0);
  localStorage.setItem('sendCodeTime', 'soon');
  expect(secondsToWait(NOW)).toBe(0);
});

test('after one was sent, 60 seconds are to be waited, and what is left of them is told after a reload', () => {
  holdNextCode(NOW);
  expect(localStorage.getItem('sendCodeTime')).toBe(String(NOW + 60_000));
  expect(secondsToWait(NOW)).toBe(60);
  expect(secondsToWait(NOW + 18_500)).toBe(42);
  expect(secondsToWait(NOW + 60_000)).toBe(0);
  expect(secondsToWait(NOW + 999_000)).toBe(0);
});

test('a server that wants a longer wait gets it', () => {
  holdNextCode(NOW, 240);
  expect(secondsToWait(NOW)).toBe(240);
});
