import { expect, it } from 'vitest';
import { singleLine } from './single-line.js';

it.each([
  ['林老師', '林老師'],
  [' Zoë 👩‍👩‍👧 ', 'Zoë 👩‍👩‍👧'],
  ['علی‌رضا', 'علی‌رضا'],
  ['Ann\nBen\tCem', 'Ann Ben Cem'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['\u2067Ann\u2069', 'Ann'],
  ['Ad\u200bmin\ufeff', 'Admin'],
  ['\u001b[31mAnn\0', '[31mAnn'],
  ['Ann\ud83d', 'Ann'],
  ['\u3164\u2800', ''],
])('shows %j as %j', (given, shown) => {
  expect(singleLine(given)).toBe(shown);
});
