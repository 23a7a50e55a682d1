import { describe, expect, it } from 'vitest';
import { networkQuality } from './index.js';
import type { StreamSample } from './index.js';

interface Figures {
  readonly kBps?: number;
  readonly rtt?: number;
  readonly audio?: number;
  readonly video?: number;
  readonly isPaused?: boolean;
}

/** A sample every 2 s, the last one at 100 000. */
const series = (...figures: readonly Figures[]): StreamSample[] =>
  figures.map(({ kBps = 40, rtt, audio = 0, video = 0, isPaused = false }, index) => {
    const kind = { packets: 100, bytes: 100_000, packetsLost: 0, kilobytesPerSecond: kBps, jitter: 1 };
    return {
      at: NOW - 2_000 * (figures.length - 1 - index),
      roundTripTime: rtt,
      audio: { ...kind, kilobytesPerSecond: kBps / 10, lossRate: audio, level: 0 },
      video: { ...kind, lossRate: video, width: 640, height: 360, framesPerSecond: 20 },
      isPaused,
    };
  });

const times = (count: number, figures: Figures): Figures[] => Array.from({ length: count }, () => figures);
/** Time of the last sample. */
const NOW = 100_000;
const good: Figures = { rtt: 30 };
const none: Figures = { kBps: 0 };

describe('the network of a stream is', () => {
  it.each<readonly [number, string, readonly Figures[], number]>([
    [2, 'before there is any sample', [], NOW],
    [2, 'with data and nothing else known', [{}], NOW],
    [2, 'with a long round trip for less than 8 s', [good, ...times(4, { rtt: 500 })], 101_999],
    [1, 'with 500 ms for 8 s', [good, ...times(5, { rtt: 500 })], NOW],
    [1, 'with 500 ms for 8 s, between two samples', [good, ...times(4, { rtt: 900 })], 102_000],
    [2, 'with 499 ms for ever', times(60, { rtt: 499 }), NOW],
    [2, 'with 500 ms and a break', [...times(4, { rtt: 500 }), good, ...times(4, { rtt: 500 })], NOW],
    [1, 'with 18 % of the audio lost for 8 s', times(5, { audio: 18 }), NOW],
    [2, 'with 18 % of the audio lost for 6 s', times(4, { audio: 18 }), NOW],
    [2, 'with 17 % of the audio lost for ever', times(60, { audio: 17.9 }), NOW],
    [1, 'with 23 % of the video lost for 8 s', times(5, { video: 23 }), NOW],
    [2, 'with 22 % of the video lost for ever', times(60, { video: 22.9 }), NOW],
    [2, 'with audio bad first and video bad then', [...times(3, { audio: 50 }), ...times(3, { video: 50 })], NOW],
    [
      1,
      'with a weakness that goes on beside another one',
      [...times(3, { rtt: 800 }), ...times(3, { rtt: 800, audio: 50 })],
      NOW,
    ],
    [2, 'after the weakness', [...times(9, { rtt: 800, video: 60 }), good], NOW],
    [2, 'without data for less than 5 s', [good, ...times(2, none)], 100_999],
    [0, 'without data for 5 s', [good, ...times(2, none)], 101_000],
    [0, 'without any data from the first sample on', times(4, none), NOW],
    [1, 'weak before the data stopped, until it is disconnected', [...times(5, { rtt: 700 }), none], NOW],
    [0, 'weak before the data stopped 5 s ago', [...times(5, { rtt: 700 }), none, none, none], NOW],
    [2, 'as soon as data are back', [...times(9, none), good], NOW],
    [2, 'paused, so that no data are to be expected', [good, ...times(9, { kBps: 0, isPaused: true })], NOW],
    [0, 'without data 5 s after the pause', [{ kBps: 0, isPaused: true }, ...times(3, none)], NOW],
  ])('%i %s', (quality, _why, figures, now) => {
    expect(networkQuality(series(...figures), now)).toBe(quality);
  });
});
