import { expect, test } from 'vitest';
import { Pauses } from './pauses.js';
import { FakeClock } from './testing/fake-clock.js';

test('a pause ends after its delay, and leaves no timer', async () => {
  const clock = new FakeClock();
  let isOver = false;
  const pause = new Pauses(clock).wait(500).then(() => (isOver = true));
  clock.advance(499);
  await Promise.resolve();
  expect(isOver).toBe(false);
  clock.advance(1);
  await pause;
  expect(clock.pending).toBe(0);
});

test('pauses that are ended end at once, all of them, and later ones last as long as they should', async () => {
  const clock = new FakeClock();
  const pauses = new Pauses(clock);
  const both = Promise.all([pauses.wait(500), pauses.wait(9_000)]);
  pauses.end();
  await both;
  expect(clock.pending).toBe(0);
  void pauses.wait(500);
  expect(clock.pending).toBe(1);
});
