import { expect, test } from 'vitest';
import { codesOf, errorReference, errorTypesIn, setsIn, undocumented } from './error-reference.mjs';

const OBJECT = `
export const BUSY_CODE = -7;
/** Codes. */
export const ServerCode = {
  /** The name is taken. @remedy Choose another one. */
  Taken: -1,
  /**
   * The server has no place
   * left.
   * @remedy Wait, then
   * try again.
   */
  Busy: BUSY_CODE,
  Unknown: -3,
  /** Nobody said why. */
  Odd: -4,
} as const;
`;

const UNION = `
/** Reasons. */
export type EndReason =
  /** One side hung up. @remedy Nothing. */
  | 'hangup'
  | 'lost'
  | OtherReason;
`;

test('reads cause and remedy of the codes of an object, also over several lines and by constants', () => {
  expect(codesOf(OBJECT, 'ServerCode').slice(0, 2)).toEqual([
    { code: '-1', name: 'Taken', cause: 'The name is taken.', remedy: 'Choose another one.' },
    { code: '-7', name: 'Busy', cause: 'The server has no place left.', remedy: 'Wait, then try again.' },
  ]);
});

test('reads the literals of a union, without the comment of their neighbour', () => {
  expect(codesOf(UNION, 'EndReason')).toEqual([
    { code: 'hangup', name: '', cause: 'One side hung up.', remedy: 'Nothing.' },
    { code: 'lost', name: '', cause: '', remedy: '' },
  ]);
});

test('refuses a code without cause or remedy', () => {
  expect(undocumented(codesOf(OBJECT, 'ServerCode'), 'codes.ts', 'ServerCode')).toEqual([
    'codes.ts: ServerCode Unknown has no cause in its comment',
    'codes.ts: ServerCode Odd has no @remedy in its comment',
  ]);
  expect(undocumented(codesOf(UNION, 'EndReason'), 'ends.ts', 'EndReason')).toEqual([
    'ends.ts: EndReason lost has no cause in its comment',
  ]);
});

test('finds sets of codes and error types that a new file brings', () => {
  expect(setsIn(OBJECT + UNION)).toEqual(['ServerCode', 'EndReason']);
  expect(errorTypesIn(`throw new LecternError('no', { reason: 'media', errorType: 'new_fail' });`)).toEqual([
    'new_fail',
  ]);
});

test('every code of the sources has a cause and a remedy', async () => {
  const { gaps, markdown } = await errorReference();
  expect(gaps).toEqual([]);
  for (const code of ['`-9527`', '`busy`', '`rate_limited`', '`4001`']) expect(markdown).toContain(`| ${code}`);
});
