import { describe, expect, it } from 'vitest';
import { INPUT_TRACK_BUFFER_SIZE, TRACK_BUFFER_COMPACTION_RATIO, TRACK_BUFFER_SIZE } from './constants.js';
import { TrackBuffer } from './track-buffer.js';

const fill = (buffer: TrackBuffer<number>, count: number): void => {
  for (let point = 0; point < count; point++) buffer.put(point);
};

describe('TrackBuffer', () => {
  it('has the sizes and the ratio of the specification', () => {
    expect([TRACK_BUFFER_SIZE, INPUT_TRACK_BUFFER_SIZE, TRACK_BUFFER_COMPACTION_RATIO]).toEqual([1_000, 100, 0.25]);
    const buffer = new TrackBuffer<number>();
    fill(buffer, 1_000);
    expect(buffer.length).toBe(1_000);
    buffer.put(1_000);
    // A quarter was dropped, and the new point added.
    expect(buffer.length).toBe(751);
  });

  it('thins out evenly when it is full, and keeps both ends and the order', () => {
    const buffer = new TrackBuffer<number>({ size: 8 });
    fill(buffer, 9);
    expect(buffer.take()).toEqual([0, 2, 3, 4, 6, 7, 8]);
    expect(buffer.length).toBe(0);
  });

  it('gives the oldest first, and goes on with the others', () => {
    const buffer = new TrackBuffer<number>({ size: 8 });
    fill(buffer, 5);
    expect(buffer.take(2)).toEqual([0, 1]);
    buffer.put(9);
    expect(buffer.take()).toEqual([2, 3, 4, 9]);
  });

  it.each([1, 2, 3])('never holds more than its size of %i', (size) => {
    const buffer = new TrackBuffer<number>({ size });
    fill(buffer, 50);
    expect(buffer.length).toBeLessThanOrEqual(size);
    expect(buffer.take().at(-1)).toBe(49);
  });

  it.each([{ size: 0 }, { size: 1.5 }, { ratio: 0 }, { ratio: 0.6 }])('refuses %o', (options) => {
    expect(() => new TrackBuffer(options)).toThrow('is needed');
  });
});
