import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFeedback } from '../testing/twcc-reader.js';
import { TransportFeedback } from './twcc.js';

const TICK_US = 250;
const MAX_REFERENCE_TICKS = 2 ** 23 * 256;

/** Arrival of each sequence number in a list of feedback packets; the last entry counts. */
function told(packets: readonly Buffer[]): Map<number, number | undefined> {
  return new Map(
    packets.flatMap((packet) => readFeedback(packet).arrivals.map(({ sequence, ticks }) => [sequence, ticks] as const)),
  );
}

describe('transport-wide feedback', () => {
  test('is written byte for byte as the draft says', () => {
    const feedback = new TransportFeedback(1);
    feedback.received(10, 64_000 * 2 + 1_000);
    feedback.received(12, 64_000 * 2 + 500_000);
    const [packet] = feedback.build(0xabcd, 600_000);
    // V=2 P=1 FMT=15, PT 205, 7 words; ssrcs; base 10, 3 statuses; reference 2, count 0; small, lost, large; deltas.
    expect(packet?.toString('hex')).toBe(
      'afcd0006 00000001 0000abcd 000a0003 00000200 d200 04 07cc 000003'.replaceAll(' ', ''),
    );
  });

  test('says nothing when nothing arrived, and tells everything once', () => {
    const feedback = new TransportFeedback(1);
    expect(feedback.build(2, 0)).toEqual([]);
    feedback.received(1, 1_000);
    expect(feedback.build(2, 2_000)).toHaveLength(1);
    expect(feedback.build(2, 3_000)).toEqual([]);
  });

  test('counts its packets and begins where the last one ended', () => {
    const feedback = new TransportFeedback(1);
    feedback.received(65_534, 1_000);
    const first = readFeedback(feedback.build(2, 2_000)[0]!);
    feedback.received(1, 3_000);
    const second = readFeedback(feedback.build(2, 4_000)[0]!);
    expect([first.count, second.count]).toEqual([0, 1]);
    expect(second.arrivals.map(({ sequence }) => sequence)).toEqual([65_535, 0, 1]);
    expect(second.arrivals.map(({ ticks }) => ticks !== undefined)).toEqual([false, false, true]);
  });

  test('reports a packet that comes late in its place', () => {
    const feedback = new TransportFeedback(1);
    feedback.received(5, 1_000);
    feedback.received(7, 2_000);
    feedback.build(2, 3_000);
    feedback.received(6, 4_000);
    expect(told(feedback.build(2, 5_000)).get(6)).toBe(16);
  });

  test('splits where a delta does not fit', () => {
    const feedback = new TransportFeedback(1);
    feedback.received(1, 0);
    feedback.received(2, 60_000_000);
    const packets = feedback.build(2, 60_000_000);
    expect(packets).toHaveLength(2);
    expect(told(packets).get(2)).toBe(240_000);
  });

  test('costs little where the numbers leap', () => {
    const feedback = new TransportFeedback(1);
    for (let packet = 0; packet < 60; packet++) feedback.received((packet * 30_000) & 0xffff, packet * 1_000);
    const start = performance.now();
    const packets = feedback.build(2, 60_000);
    expect(performance.now() - start).toBeLessThan(100);
    expect(told(packets).get((59 * 30_000) & 0xffff)).toBe((59 * 1_000) / TICK_US);
  });

  test('whatever arrives in whatever order, a sender reads exactly that', () => {
    const arrival = fc.record({
      step: fc.integer({ min: 1, max: 40 }),
      waitUs: fc.integer({ min: 0, max: 20_000_000 }),
      isLate: fc.boolean(),
    });
    const start = fc.record({
      sequence: fc.nat(65_535),
      timeUs: fc.integer({ min: 0, max: (MAX_REFERENCE_TICKS - 2 ** 31) * TICK_US }),
    });
    fc.assert(
      fc.property(
        start,
        fc.array(arrival, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (from, arrivals, every) => {
          const feedback = new TransportFeedback(7);
          const expected = new Map<number, number>();
          const packets: Buffer[] = [];
          let [sequence, timeUs] = [from.sequence, from.timeUs];
          arrivals.forEach(({ step, waitUs, isLate }, index) => {
            // Half of the waits are short, as they are on a network.
            timeUs += isLate ? waitUs % 3_000 : waitUs;
            sequence += step;
            for (const number of isLate && step > 1 ? [sequence, sequence - 1] : [sequence]) {
              feedback.received(number & 0xffff, timeUs);
              expected.set(number & 0xffff, Math.round(timeUs / TICK_US));
            }
            if (index % every === 0) packets.push(...feedback.build(9, timeUs));
          });
          packets.push(...feedback.build(9, timeUs));
          const read = told(packets);
          for (const [number, ticks] of expected) expect(read.get(number)).toBe(ticks);
          for (const [number, ticks] of read) if (ticks !== undefined) expect(expected.get(number)).toBe(ticks);
          for (const packet of packets) expect(packet.length).toBeLessThan(1_200);
        },
      ),
    );
  });
});
