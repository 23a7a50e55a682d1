import { expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { Pacer } from './pacer.js';

/** A clock whose callbacks are late, as in a busy process. */
function pace(
  clock: FakeClock,
  lateMs: () => number,
): { readonly frames: [index: number, atMs: number][]; readonly pacer: Pacer } {
  const frames: [number, number][] = [];
  const start = clock.now();
  const late = {
    now: () => clock.now(),
    after: (delayMs: number, callback: () => void) => clock.after(delayMs + lateMs(), callback),
  };
  const pacer = new Pacer(late, (index) => frames.push([index, clock.now() - start]));
  return { frames, pacer };
}

test('late timers do not add up', () => {
  const clock = new FakeClock();
  const { frames } = pace(clock, () => 3);
  clock.advance(60_000);
  expect(frames.length).toBeGreaterThanOrEqual(3_000);
  for (const [index, at] of frames) expect(at - index * 20).toBeLessThanOrEqual(3);
});

test('after a short standstill, every frame is made up for, none together with another', () => {
  const clock = new FakeClock();
  let stall = 0;
  const { frames } = pace(clock, () => stall);
  clock.advance(1_000);
  stall = 100;
  clock.advance(30);
  stall = 0;
  clock.advance(1_000);
  expect(frames.map(([index]) => index)).toEqual(frames.map((_, index) => index));
  const gaps = frames.slice(1).map(([, at], index) => at - frames[index]![1]);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
  expect(frames.at(-1)![1] - frames.at(-1)![0] * 20).toBeLessThan(20);
});

test('after a long one, what nobody would wait for is left out', () => {
  const clock = new FakeClock();
  let stall = 0;
  const { frames } = pace(clock, () => stall);
  clock.advance(1_000);
  stall = 5_000;
  clock.advance(30);
  stall = 0;
  clock.advance(6_000);
  const [index, at] = frames.at(-1)!;
  expect(at - index * 20).toBeLessThan(20);
  expect(frames.length).toBeLessThan(120);
  const gaps = frames.slice(1).map(([, time], before) => time - frames[before]![1]);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
});

test('nothing comes after it was stopped', () => {
  const clock = new FakeClock();
  const { frames, pacer } = pace(clock, () => 0);
  clock.advance(100);
  pacer.stop();
  const count = frames.length;
  clock.advance(1_000);
  expect(frames.length).toBe(count);
  expect(clock.pending).toBe(0);
});
