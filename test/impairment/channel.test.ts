import { describe, expect, it } from 'vitest';
import { Channel, type Impairment } from './channel.js';
import { SeededRandom } from './random.js';

const channel = (impairment: Impairment, seed = 1): Channel => {
  const created = new Channel(new SeededRandom(seed));
  created.impair(impairment);
  return created;
};

/** Sends packets of 1000 bytes, one each `everyMs`, and gives the arrivals of each. */
const send = (to: Channel, packets: number, everyMs = 1): (readonly number[])[] =>
  Array.from({ length: packets }, (_, index) => to.admit(1000, index * everyMs));

describe('Channel', () => {
  it('passes everything at once while nothing is impaired', () => {
    expect(send(channel({}), 3)).toEqual([[0], [1], [2]]);
  });

  it('repeats itself for a seed and differs for another', () => {
    const impairment = { loss: 0.2, jitterMs: 9, reorder: 0.1, burstLoss: { enter: 0.05, leave: 0.3 } };
    expect(send(channel(impairment, 7), 500)).toEqual(send(channel(impairment, 7), 500));
    expect(send(channel(impairment, 7), 500)).not.toEqual(send(channel(impairment, 8), 500));
  });

  it('loses the share it was told to', () => {
    const lossy = channel({ loss: 0.05 });
    send(lossy, 20_000);
    expect(lossy.counts.lost.random / 20_000).toBeCloseTo(0.05, 2);
    expect(lossy.counts.forwarded + lossy.counts.lost.random).toBe(lossy.counts.received);
  });

  it('loses in bursts of the mean length', () => {
    const fates = send(channel({ burstLoss: { enter: 0.01, leave: 0.2 } }), 50_000).map((arrivals) => arrivals.length);
    const bursts = fates.filter((fate, index) => fate === 0 && fates[index - 1] !== 0).length;
    const lost = fates.filter((fate) => fate === 0).length;
    expect(lost / bursts).toBeGreaterThan(4.5);
    expect(lost / bursts).toBeLessThan(5.5);
  });

  it('delays, and keeps the order in spite of jitter', () => {
    const arrivals = send(channel({ delayMs: 50, jitterMs: 40 }), 500).flat();
    expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(50);
    expect(new Set(arrivals.map((at, index) => Math.round(at - index))).size).toBeGreaterThan(5);
  });

  it('lets later packets pass the ones chosen for reordering', () => {
    const shuffling = channel({ reorder: 0.1, reorderMs: 20 });
    const arrivals = send(shuffling, 200).flat();
    const overtaken = arrivals.filter((at, index) => arrivals.slice(index + 1).some((later) => later < at)).length;
    expect(overtaken).toBeGreaterThan(5);
    expect(shuffling.counts.reordered).toBeGreaterThanOrEqual(overtaken);
  });

  it('holds the rate: a queue builds, then overflows, then drains', () => {
    const limited = channel({ rate: { kbitsPerSecond: 800, burstBytes: 1000, maxQueueMs: 100 } });
    // 1000 bytes per ms offered, 100 bytes per ms allowed.
    const burst = send(limited, 100).flat();
    expect(burst.slice(0, 3)).toEqual([0, 10, 20]);
    expect(limited.counts.lost.queue).toBeGreaterThan(70);
    expect(limited.admit(1000, 1000)).toEqual([1000]);
  });

  it('duplicates', () => {
    expect(send(channel({ duplicate: 1 }), 1)).toEqual([[0, 0]]);
  });

  it('lets nothing through during an outage, and everything after it', () => {
    const cut = channel({});
    cut.setOutage(true);
    expect(send(cut, 3)).toEqual([[], [], []]);
    cut.setOutage(false);
    expect(cut.admit(10, 5)).toEqual([5]);
    expect(cut.counts.lost.outage).toBe(3);
  });
});
