import { describe, expect, it } from 'vitest';
import { median, quietRounds, ratioOf } from './statistics.js';

describe('median', () => {
  it('is the middle, or between the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe('quietRounds', () => {
  it('drops the rounds whose control was slow, whatever ours was', () => {
    const rounds = [100, 100, 120, 166].map((control, ours) => ({ ours, control }));
    expect(quietRounds(rounds).map(({ ours }) => ours)).toEqual([0, 1, 2]);
  });
});

describe('ratioOf', () => {
  it('is exact where nothing varies', () => {
    const rounds = Array.from({ length: 9 }, () => ({ ours: 30, control: 20 }));
    expect(ratioOf(rounds)).toEqual({ ours: 30, control: 20, ratio: 1.5, low: 1.5, high: 1.5, rounds: 9 });
  });

  it('has an interval around the ratio, the same at every run', () => {
    const rounds = Array.from({ length: 20 }, (_, i) => ({ ours: 30 + (i % 5), control: 20 + (i % 3) }));
    const { ratio, low, high } = ratioOf(rounds);
    expect(low).toBeLessThan(ratio);
    expect(high).toBeGreaterThan(ratio);
    expect(ratioOf(rounds)).toEqual(ratioOf(rounds));
  });
});
