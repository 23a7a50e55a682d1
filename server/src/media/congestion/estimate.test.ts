import { describe, expect, test } from 'vitest';
import { advance, type Estimate, initialEstimate } from './estimate.js';
import type { PacketResult } from './feedback.js';
import { Link, type LinkOptions, random } from './testing/link.js';

const REPORT_MS = 100;
const FRAME_MS = 20;
const PACKET_BYTES = 1_200;

interface Run {
  readonly seconds: number;
  /** Rate that is sent, by the estimate of the moment. */
  readonly rate?: (estimate: Estimate) => number;
  /** A probe in each second, at this multiple of the estimate. */
  readonly probing?: number;
}

/** Sends over a simulated link and returns the estimate of each report, by its time in ms. */
function simulate(
  options: LinkOptions,
  { seconds, rate = (now) => now.bitrate, probing = 0 }: Run,
): Map<number, Estimate> {
  const link = new Link(options);
  const history = new Map<number, Estimate>();
  let estimate = initialEstimate();
  let inFlight: PacketResult[] = [];
  let debt = 0;
  for (let at = 0; at < seconds * 1_000; at += FRAME_MS) {
    debt += (Math.min(rate(estimate), estimate.bitrate) * FRAME_MS) / 8_000;
    for (; debt >= PACKET_BYTES; debt -= PACKET_BYTES) inFlight.push(link.pass({ bytes: PACKET_BYTES, sentAt: at }));
    if (probing > 0 && at % 1_000 === 500) {
      const spacing = (PACKET_BYTES * 8_000) / (probing * estimate.bitrate);
      for (let sent = 0; sent < Math.max(5, 30 / spacing); sent++) {
        inFlight.push(link.pass({ bytes: PACKET_BYTES, sentAt: at + sent * spacing, probe: at }));
      }
    }
    if (at % REPORT_MS !== 0) continue;
    const isReported = ({ arrivedAt, sentAt }: PacketResult) =>
      arrivedAt === undefined ? sentAt < at - 200 : arrivedAt - 1_000_000 <= at;
    const due = inFlight.filter(isReported).toSorted((a, b) => a.sentAt - b.sentAt);
    inFlight = inFlight.filter((packet) => !isReported(packet));
    estimate = advance(estimate, due, at);
    history.set(at, estimate);
  }
  return history;
}

function between(history: Map<number, Estimate>, from: number, to: number): number[] {
  return [...history].filter(([at]) => at >= from && at < to).map(([, { bitrate }]) => bitrate);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const STEPS: LinkOptions = { capacity: (at) => (at < 10_000 || at >= 25_000 ? 5_000_000 : 400_000) };

describe('estimated capacity', () => {
  test('falls to a tenth within 3 s of a squeeze, stays below it, and is back 5 s after its end', () => {
    const history = simulate(STEPS, { seconds: 40, probing: 2 });
    expect(mean(between(history, 8_000, 10_000))).toBeGreaterThan(3_000_000);
    expect(Math.max(...between(history, 13_000, 25_000))).toBeLessThan(600_000);
    expect(mean(between(history, 13_000, 25_000))).toBeGreaterThan(200_000);
    expect(Math.max(...between(history, 29_000, 30_000))).toBeGreaterThan(2_500_000);
    expect(Math.max(...between(history, 28_000, 40_000))).toBeLessThan(6_000_000);
  });

  test('does not rise beyond what arrives where nothing probes', () => {
    const history = simulate({ capacity: () => 50_000_000 }, { seconds: 20, rate: () => 500_000 });
    expect(Math.max(...between(history, 10_000, 20_000))).toBeLessThanOrEqual(1_000_000);
  });

  test('rises by probes while little is sent', () => {
    const history = simulate({ capacity: () => 8_000_000 }, { seconds: 10, rate: () => 300_000, probing: 2 });
    expect(mean(between(history, 6_000, 10_000))).toBeGreaterThan(4_000_000);
  });

  test.each([0.01, 0.05, 0.2])('is not starved by a random loss of %f', (loss) => {
    const chance = random(7);
    const history = simulate({ capacity: () => 5_000_000, isLost: () => chance() < loss }, { seconds: 30, probing: 2 });
    expect(mean(between(history, 15_000, 30_000))).toBeGreaterThan(2_000_000);
  });

  test('is bounded by a network that drops and does not queue', () => {
    const history = simulate({ capacity: () => 800_000, queueMs: 1 }, { seconds: 30, probing: 2 });
    expect(mean(between(history, 10_000, 30_000))).toBeLessThan(1_600_000);
    expect(mean(between(history, 10_000, 30_000))).toBeGreaterThan(300_000);
  });

  test.each([
    ['jitter', 15],
    ['reordering', 40],
  ])('survives %s', (_name, spread) => {
    const chance = random(11);
    const history = simulate(
      { capacity: () => 5_000_000, jitter: () => chance() * spread },
      { seconds: 30, rate: () => 1_000_000, probing: 2 },
    );
    expect(mean(between(history, 10_000, 30_000))).toBeGreaterThan(1_000_000);
  });

  test('survives bursts of loss of 200 ms', () => {
    let sent = 0;
    const history = simulate(
      { capacity: () => 5_000_000, isLost: () => ++sent % 500 < 20 },
      { seconds: 30, probing: 2 },
    );
    expect(mean(between(history, 15_000, 30_000))).toBeGreaterThan(2_000_000);
  });

  test('is unchanged by an empty report', () => {
    const estimate = initialEstimate();
    expect(advance(estimate, [], 100)).toBe(estimate);
  });
});
