import { expect, test } from 'vitest';
import { arrivalDay } from './eta.js';

test.each([
  // A Sunday, a Wednesday, a Friday.
  ['2026-11-22T04:00:00Z', '2026-11-25'],
  ['2026-11-25T04:00:00Z', '2026-11-30'],
  ['2026-11-27T04:00:00Z', '2026-12-02'],
  // Monday already, in Taipei.
  ['2026-11-22T16:30:00Z', '2026-11-26'],
])('what is asked for at %s is there on %s, three working days later', (now, day) => {
  expect(arrivalDay(Date.parse(now), 'Asia/Taipei')).toBe(day);
});
