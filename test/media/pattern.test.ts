import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../impairment/random.js';
import { PatternPainter, readI420, type I420Frame } from './i420.js';
import { framesBetween, readPattern } from './pattern.js';

const paint = (sender: number, counter: number, width = 320, height = 240): I420Frame =>
  new PatternPainter(sender, width, height).paint(counter);

/** Samples a frame as if it had been scaled to another size and blurred. */
const readScaled = (frame: I420Frame, width: number, height: number) =>
  readPattern(width, height, (x, y) => {
    const [left, top] = [(x / width) * frame.width, (y / height) * frame.height];
    let sum = 0;
    for (let i = -2; i <= 2; i += 1) {
      for (let j = -2; j <= 2; j += 1) {
        const column = Math.min(frame.width - 1, Math.max(0, Math.floor(left + i)));
        const row = Math.min(frame.height - 1, Math.max(0, Math.floor(top + j)));
        sum += frame.data[row * frame.width + column] ?? 0;
      }
    }
    return sum / 25;
  });

describe('the video pattern', () => {
  it('says who sent it and which frame it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 65_535 }), (sender, counter) => {
        expect(readI420(paint(sender, counter, 160, 120))).toEqual({ sender, counter });
      }),
      { numRuns: 50 },
    );
  });

  it('is read through noise, low contrast, scaling and blur', () => {
    const frame = paint(7, 4711);
    const random = new SeededRandom(3);
    const noisy = frame.data.map((luma) => 60 + luma * 0.5 + (random.next() - 0.5) * 80);
    expect(readI420({ ...frame, data: noisy })).toEqual({ sender: 7, counter: 4711 });
    for (const [width, height] of [
      [160, 120],
      [80, 60],
      [641, 479],
      [320, 180],
    ] as const) {
      expect(readScaled(frame, width, height)).toEqual({ sender: 7, counter: 4711 });
    }
  });

  it('is read from a picture cropped between 4:3 and 16:9', () => {
    const tall = paint(3, 99, 640, 480);
    expect(readPattern(640, 360, (x, y) => tall.data[(y + 60) * 640 + x] ?? 0)).toEqual({ sender: 3, counter: 99 });
    const wide = paint(4, 98, 640, 360);
    expect(readPattern(480, 360, (x, y) => wide.data[y * 640 + x + 80] ?? 0)).toEqual({ sender: 4, counter: 98 });
  });

  it('is not seen where it is not', () => {
    const random = new SeededRandom(1);
    for (let run = 0; run < 200; run += 1) {
      expect(readPattern(64, 48, () => random.next() * 255)).toBeUndefined();
    }
    expect(readPattern(64, 48, () => 16)).toBeUndefined();
    const damaged = paint(7, 4711);
    damaged.data.fill(16, 0, 320 * 120);
    expect(readI420(damaged)).toBeUndefined();
  });

  it('moves outside the grid too', () => {
    expect(paint(1, 0).data.subarray(0, 320)).not.toEqual(paint(1, 10).data.subarray(0, 320));
  });

  it('counts frames over the wrap of the counter', () => {
    expect(framesBetween(65_530, 4)).toBe(10);
  });
});
