// @vitest-environment node
import { expect, test } from 'vitest';
import { initialsOf } from './avatar.js';

test.each([
  ['Ann Lee', 'AL'],
  ['ann', 'A'],
  ['Juan de la Cruz', 'JC'],
  ['林小明', '林'],
  ['  ', '?'],
  ['🙂 Ben', '🙂B'],
])('%s is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
