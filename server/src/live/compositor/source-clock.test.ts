import { expect, test } from 'vitest';
import { SourceClock } from './source-clock.js';

const DELAY = 200;

test('what comes unevenly is due evenly', () => {
  const clock = new SourceClock(DELAY);
  const due = [0, 35, 40, 95, 80].map((late, index) =>
    clock.arrived('audio', 1, 5_000 + index * 960, 1_000 + index * 20 + late),
  );
  for (const [index, at] of due.entries()) expect(at).toBeCloseTo(1_000 + index * 20 + DELAY, 3);
});

test('sound waits for the picture of the same moment, by the reports of their publisher', () => {
  const clock = new SourceClock(DELAY);
  // Video takes 80 ms longer than audio to be encoded and sent.
  clock.arrived('audio', 1, 48_000, 1_000);
  clock.arrived('video', 2, 900_000, 1_080);
  clock.reported(1, 500_000, 48_000);
  clock.reported(2, 500_000, 900_000);
  expect(clock.arrived('audio', 1, 48_000 + 480, 1_010)).toBeCloseTo(1_010 + 80 + DELAY, 3);
  expect(clock.arrived('video', 2, 900_000 + 900, 1_090)).toBeCloseTo(1_090 + DELAY, 3);
});

test('a nonsensical report moves nothing', () => {
  const clock = new SourceClock(DELAY);
  clock.arrived('audio', 1, 48_000, 1_000);
  clock.arrived('video', 2, 900_000, 1_080);
  clock.reported(1, 500_000, 48_000);
  clock.reported(2, 1, 900_000);
  expect(clock.arrived('audio', 1, 48_480, 1_010)).toBeCloseTo(1_010 + DELAY, 3);
});

test('a clock of the publisher that runs slow is followed', () => {
  const clock = new SourceClock(DELAY);
  let due = 0;
  // One per cent slow, for a minute: packets of 20 ms arrive every 20.2 ms.
  for (let index = 0; index < 3_000; index++) due = clock.arrived('audio', 1, index * 960, index * 20.2);
  expect(due - 2_999 * 20.2).toBeGreaterThan(DELAY - 100);
});
