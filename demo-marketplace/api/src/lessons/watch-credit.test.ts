import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditWatched, type Stretch } from './watch-credit.js';

const NOW = 1_800_000_000_000;
const ALLOWED = 30;
const lengthOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, [from, to]) => sum + to - from, 0);

test('a video cannot be claimed whole at once, but is credited as time passes', () => {
  const claim = { seconds: 864, claimed: [[0, 864]] as const, known: [], now: NOW };
  const first = creditWatched({ ...claim, watchFrom: undefined });
  expect(first.credited).toEqual([[0, ALLOWED]]);
  // The allowance is granted once, however often it is claimed.
  const again = creditWatched({ ...claim, known: first.credited, watchFrom: first.watchFrom });
  expect(again.credited).toEqual([]);
  const later = creditWatched({ ...claim, known: first.credited, watchFrom: again.watchFrom, now: NOW + 417_000 });
  expect(later.credited).toEqual([[ALLOWED, 864]]);
});

test('a heartbeat that comes late has all that was played meanwhile', () => {
  const { credited } = creditWatched({
    ...{ seconds: 900, claimed: [[10, 610]], known: [[0, 40]], watchFrom: NOW - 600_000, now: NOW },
  });
  expect(credited).toEqual([[40, 610]]);
});

test('whatever is claimed from wherever, never more than twice the time that passed is credited', () => {
  const second = fc.integer({ min: 0, max: 4_000 });
  const call = fc.record({
    waitMs: fc.integer({ min: 0, max: 60_000 }),
    claimed: fc.array(fc.tuple(second, second), { maxLength: 4 }),
    unit: fc.nat({ max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 20 }), (calls) => {
      let now = NOW;
      let watchFrom: number | undefined;
      const known: Stretch[][] = [[], [], []];
      for (const { waitMs, claimed, unit } of calls) {
        now += watchFrom === undefined ? 0 : waitMs;
        const result = creditWatched({ seconds: 3_600, claimed, known: known[unit] ?? [], watchFrom, now });
        watchFrom = result.watchFrom;
        known[unit] = [...(known[unit] ?? []), ...result.credited];
        for (const [from, to] of result.credited) {
          expect(claimed.some(([start, end]) => start <= from && from < end)).toBe(true);
          expect(to).toBeLessThanOrEqual(3_600);
        }
        expect(lengthOf(known.flat())).toBeLessThanOrEqual(((now - NOW) * 2) / 1_000 + ALLOWED);
      }
    }),
  );
});
