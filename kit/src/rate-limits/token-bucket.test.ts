import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.js';

it('gives back with time what was taken, and keeps nobody waiting when the clock is set back', () => {
  const limit = new TokenBucket(1, 2, 5_000_000);
  expect([limit.take(5_000_000), limit.take(5_000_000), limit.take(5_000_000)]).toEqual([true, true, false]);
  expect([limit.waitMs(5_000_000), limit.take(5_001_000)]).toEqual([1_000, true]);
  const anHourBefore = 1_401_000;
  expect([limit.take(anHourBefore), limit.waitMs(anHourBefore)]).toEqual([false, 1_000]);
  expect(limit.take(anHourBefore + 1_000)).toBe(true);
});
