import { describe, expect, test } from 'vitest';
import { daysLeft, formatDate, formatDateTime, relativeTime } from './index.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22, 8, 5, 9);

test('a moment is shown as yyyy-mm-dd hh:MM:ss, in the reader’s time zone', () => {
  expect(formatDateTime(NOW, 'UTC')).toBe('2026-11-22 08:05:09');
  expect(formatDateTime(NOW, 'Asia/Taipei')).toBe('2026-11-22 16:05:09');
  expect(formatDateTime(Date.UTC(2026, 0, 1), 'UTC')).toBe('2026-01-01 00:00:00');
});

test('a day is shown as yyyy-mm-dd, in the reader’s time zone', () => {
  const evening = Date.UTC(2026, 10, 22, 20);
  expect([formatDate(evening, 'UTC'), formatDate(evening, 'Asia/Taipei')]).toEqual(['2026-11-22', '2026-11-23']);
});

describe('relative time', () => {
  test.each<[number, object]>([
    [0, { unit: 'now' }],
    [-HOUR, { unit: 'now' }],
    [5 * MINUTE - 1, { unit: 'now' }],
    [5 * MINUTE, { unit: 'minutes', count: 5 }],
    [HOUR - 1, { unit: 'minutes', count: 59 }],
    [HOUR, { unit: 'hours', count: 1 }],
    [DAY - 1, { unit: 'hours', count: 23 }],
    [DAY, { unit: 'days', count: 1 }],
    [30 * DAY - 1, { unit: 'days', count: 29 }],
    [30 * DAY, { unit: 'date', at: NOW - 30 * DAY }],
  ])('%d ms ago', (age, expected) => {
    expect(relativeTime(NOW - age, NOW)).toEqual(expected);
  });
});

test.each([
  [0, 0],
  [DAY / 2 - 1, 0],
  [DAY / 2, 1],
  [10 * DAY, 10],
  [-1, 110678],
  [-400 * DAY, 110678],
])('days left until %d ms from now: %d', (ms, days) => {
  expect(daysLeft(NOW + ms, NOW)).toBe(days);
});
