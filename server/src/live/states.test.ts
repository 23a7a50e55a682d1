import { expect, test } from 'vitest';
import { canFollow, LIVE_TRANSITIONS, type LiveState } from './states.js';

const STATES = Object.keys(LIVE_TRANSITIONS) as LiveState[];

test('what may follow what, exhaustively', () => {
  const allowed = STATES.flatMap((from) => STATES.filter((to) => canFollow(from, to)).map((to) => `${from} ${to}`));
  expect(allowed.toSorted()).toEqual(
    [
      ...['starting live', 'starting reconnecting', 'starting failed', 'starting ended'],
      ...['live reconnecting', 'live failed', 'live ended'],
      ...['reconnecting live', 'reconnecting failed', 'reconnecting ended'],
      'failed ended',
    ].toSorted(),
  );
});
