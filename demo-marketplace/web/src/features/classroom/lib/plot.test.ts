// @vitest-environment node
import type { StreamSample } from '@lectern/rtc/quality';
import { expect, test } from 'vitest';
import { bitrateOf, delayOf, lossOf, plotOf } from './plot.js';

const kind = { packets: 1, bytes: 1, packetsLost: 0, lossRate: 0, kilobytesPerSecond: 5, jitter: undefined };

const sample = (at: number, over: Partial<StreamSample> = {}): StreamSample => ({
  ...{ at, roundTripTime: 40, isPaused: false },
  audio: { ...kind, level: 0 },
  video: { ...kind, lossRate: 12, kilobytesPerSecond: 45, width: 640, height: 360, framesPerSecond: 20 },
  ...over,
});

test('sound and picture make the bitrate, and the worse of them the loss', () => {
  expect([bitrateOf(sample(0)), lossOf(sample(0)), delayOf(sample(0))]).toEqual([400, 12, 40]);
  const gap = sample(0, { audio: undefined, video: undefined, roundTripTime: undefined });
  expect([bitrateOf(gap), lossOf(gap), delayOf(gap)]).toEqual([undefined, undefined, undefined]);
});

test('a plot ends at its right edge, and breaks where nothing is known', () => {
  const samples = [40, 80, undefined, 20].map((roundTripTime, index) => sample(index * 80_000, { roundTripTime }));
  expect(plotOf(samples, delayOf, 50)).toEqual({ line: 'M0.0 16.0L40.0 1.0M120.0 23.5', top: 80, most: 80, now: 20 });
});

test('small values stay small, and no sample draws nothing', () => {
  expect(plotOf([sample(0, { roundTripTime: 5 })], delayOf, 50)).toMatchObject({ line: 'M120.0 28.0', top: 50 });
  expect(plotOf([], delayOf, 50)).toEqual({ line: '', top: 50, most: undefined, now: undefined });
});
