import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../impairment/random.js';
import { TONE_COUNT, ToneCounter, toneSample } from './tone.js';

const RATE = 16_000;

const heard = (seconds: number, sample: (position: number) => number): Map<number, number> => {
  const counter = new ToneCounter();
  counter.add(
    Array.from({ length: RATE * seconds }, (_, position) => sample(position)),
    RATE,
  );
  return new Map([...counter.counts].map(([sender, windows]) => [sender, windows / counter.windows]));
};

describe('the tones', () => {
  it('tell each sender from all others', () => {
    for (let sender = 0; sender < TONE_COUNT; sender += 1) {
      const shares = heard(2, (position) => toneSample(sender, position, RATE));
      expect([...shares.keys()].filter((other) => (shares.get(other) ?? 0) > 0.2)).toEqual([sender]);
      expect(shares.get(sender)).toBeGreaterThan(0.7);
    }
  });

  it('are told apart in a mix and under noise', () => {
    const random = new SeededRandom(1);
    const shares = heard(
      2,
      (position) =>
        toneSample(2, position, RATE) / 3 + toneSample(5, position, RATE) / 3 + (random.next() - 0.5) * 0.05,
    );
    expect(shares.get(2)).toBeGreaterThan(0.6);
    expect(shares.get(5)).toBeGreaterThan(0.6);
    expect(shares.get(3) ?? 0).toBeLessThan(0.1);
  });

  it('are not heard in silence or noise', () => {
    expect(heard(1, () => 0).size).toBe(0);
    const random = new SeededRandom(2);
    const shares = heard(2, () => random.next() - 0.5);
    for (const share of shares.values()) expect(share).toBeLessThan(0.1);
  });

  it('are found whatever the size of the pieces and the scale of the samples', () => {
    const counter = new ToneCounter();
    for (let start = 0; start < 48_000; start += 480) {
      const piece = Int16Array.from({ length: 480 }, (_, i) => toneSample(4, start + i, 48_000) * 32_767);
      counter.add(piece, 48_000, 1 / 32_768);
    }
    expect(counter.windows).toBe(25);
    expect(counter.counts.get(4)).toBeGreaterThan(15);
  });
});
