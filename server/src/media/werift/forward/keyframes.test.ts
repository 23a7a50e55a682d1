import { expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { KEYFRAME_INTERVAL_MS, KeyframeRequester } from './keyframes.js';

test('a burst of requests becomes one now and one when the time is up', () => {
  const clock = new FakeClock();
  let sent = 0;
  const requester = new KeyframeRequester(clock, () => sent++);
  for (let request = 0; request < 10; request++) requester.request();
  expect(sent).toBe(1);
  clock.advance(KEYFRAME_INTERVAL_MS - 1);
  expect(sent).toBe(1);
  clock.advance(1);
  expect(sent).toBe(2);
  clock.advance(10 * KEYFRAME_INTERVAL_MS);
  expect(sent).toBe(2);
  requester.request();
  expect(sent).toBe(3);
});

test('nothing is sent and no timer is left once it is closed', () => {
  const clock = new FakeClock();
  let sent = 0;
  const requester = new KeyframeRequester(clock, () => sent++);
  requester.request();
  requester.request();
  requester.close();
  expect(clock.pending).toBe(0);
  clock.advance(1_000);
  expect(sent).toBe(1);
});
