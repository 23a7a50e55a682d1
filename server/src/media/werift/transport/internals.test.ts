import fc from 'fast-check';
import { expect, test } from 'vitest';
import { updateRollover } from './internals.js';

test('the rollover counter survives loss and disorder around a wrap', () => {
  fc.assert(
    fc.property(
      fc.nat(0x7fff),
      fc.array(fc.integer({ min: -200, max: 20_000 }), { maxLength: 100 }),
      (first, steps) => {
        const state = { rolloverCounter: 0, lastSequenceNumber: 0 };
        let index = first;
        updateRollover(index, state);
        for (const step of steps) {
          const next = index + step;
          if (next < 0) continue;
          index = next;
          updateRollover(index & 0xffff, state);
          expect(state.rolloverCounter).toBe(Math.floor(index / 0x1_0000));
        }
      },
    ),
  );
});

test('a packet older than the first does not disturb it', () => {
  const state = { rolloverCounter: 0, lastSequenceNumber: 0 };
  for (const sequence of [5, 65_534, 6, 7]) updateRollover(sequence, state);
  expect(state).toMatchObject({ rolloverCounter: 0, lastSequenceNumber: 7 });
});
