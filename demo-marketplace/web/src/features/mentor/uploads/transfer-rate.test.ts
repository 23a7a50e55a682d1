// @vitest-environment node
import { expect, test } from 'vitest';
import { TransferRate } from './transfer-rate.js';

test('a speed is told by the last ten seconds, once there is one', () => {
  const rate = new TransferRate();
  expect(rate.perSecond).toBeUndefined();
  rate.note(0, 0);
  rate.note(999, 5_000);
  expect(rate.perSecond).toBeUndefined();
  rate.note(2_000, 2_000_000);
  expect(rate.perSecond).toBe(1_000_000);
  for (let second = 3; second <= 30; second += 1) rate.note(second * 1_000, 2_000_000 + second * 500);
  expect(rate.perSecond).toBe(500);
});

test('a break does not count as slowness', () => {
  const rate = new TransferRate();
  rate.note(0, 0);
  rate.note(5_000, 5_000);
  rate.reset();
  expect(rate.perSecond).toBeUndefined();
  rate.note(60_000, 5_000);
  rate.note(61_000, 7_000);
  expect(rate.perSecond).toBe(2_000);
});
