import { expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { ResendLimit } from './resend-limit.js';

test('requests for thousands of packets are met up to the size of a cache, and later again', () => {
  const clock = new FakeClock();
  const limit = new ResendLimit(clock);
  const all = Array.from({ length: 5_000 }, (_, sequence) => sequence);
  expect(limit.take(all)).toEqual(all.slice(0, 1_024));
  expect(limit.take(all)).toEqual([]);
  clock.advance(100);
  expect(limit.take(all)).toEqual(all.slice(0, 50));
});
