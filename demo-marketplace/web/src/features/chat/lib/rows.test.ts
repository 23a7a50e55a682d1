// @vitest-environment node
import type { ImMessage } from '@lectern/rtc/im';
import { expect, test } from 'vitest';
import { arrivalOf, rowsOf } from './rows.js';

const messageAt = (time: number, over: Partial<ImMessage> = {}): ImMessage =>
  ({ key: `m${time}`, id: `${time}`, time, isOwn: false, contentsType: 'TEXT', data: 'x', ...over }) as ImMessage;

test('a time stamp stands above the first message, and after a pause of more than five minutes', () => {
  const [first, second, third] = [0, 300_000, 600_001].map((time) => messageAt(time));
  expect(rowsOf([first!, second!, third!]).map(({ kind }) => kind)).toEqual([
    'stamp',
    'message',
    'message',
    'stamp',
    'message',
  ]);
});

test.each([
  ['the first messages are shown from their end', undefined, messageAt(1), false, 'to-end'],
  ['a message that arrives for a reader at the end', messageAt(1), messageAt(2), true, 'to-end'],
  ['a message that arrives for a reader further up', messageAt(1), messageAt(2), false, 'announce'],
  ['an own message, from wherever it is written', messageAt(1), messageAt(2, { isOwn: true }), false, 'to-end'],
  ['older messages, above', messageAt(1), messageAt(1), false, 'stay'],
  ['an empty conversation', undefined, undefined, true, 'stay'],
] as const)('%s', (_title, before, last, isAtEnd, arrival) => {
  expect(arrivalOf(before, last, isAtEnd)).toBe(arrival);
});
