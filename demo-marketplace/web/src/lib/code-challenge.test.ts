import { afterEach, expect, test } from 'vitest';
import { codeChallenge } from './code-challenge.js';

afterEach(() => localStorage.clear());

test('a browser keeps one secret for its codes, over reloads, and makes another where that is broken', () => {
  const made = codeChallenge();
  expect(made).toMatch(/^[0-9a-f]{48}$/);
  expect(codeChallenge()).toBe(made);
  expect(localStorage.getItem('codeChallenge')).toBe(made);
  localStorage.setItem('codeChallenge', 'broken');
  expect(codeChallenge()).toMatch(/^[0-9a-f]{48}$/);
});
