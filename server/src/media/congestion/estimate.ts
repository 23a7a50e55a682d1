import type { PacketResult } from './feedback.js';
import { addLosses, type LossBound, NO_LOSS } from './loss.js';
import { probeResult, type ProbeResults } from './probe.js';
import { addArrival, INITIAL_TREND, type Trend } from './trend.js';

/**
 * Capacity towards one receiver, computed from reports on packets alone: no clock, no timer, no socket. The delay of
 * packets shows a queue that grows, their loss a network without a queue, and probes a capacity that is not used.
 */

/** Before anything is known: one speaker in the middle layer and a row of small pictures. */
export const START_BITRATE = 1_000_000;
export const MIN_BITRATE = 30_000;
export const MAX_BITRATE = 20_000_000;
/** The received rate is measured over this time. */
const RATE_WINDOW_MS = 500;
/** Part of the received rate to which a growing queue reduces the estimate (GCC 5.5). */
const BACKOFF = 0.85;
/** A reduction shows in the reports only after a round trip. */
const BACKOFF_INTERVAL_MS = 200;
const GROWTH = 1.08;
/** The estimate does not exceed what was seen to arrive by more than this. */
const HEADROOM = 1.5;
const HEADROOM_BITS = 10_000;

interface Arrival {
  readonly at: number;
  readonly bytes: number;
}

export interface Estimate {
  /** bit/s. */
  readonly bitrate: number;
  /** Rate that has arrived recently, bit/s; 0 while too little has arrived. */
  readonly received: number;
  /** Loss of the last window, 0 to 1. */
  readonly loss: number;
  /** Time of the last reduction; -Infinity without any. */
  readonly reducedAt: number;
  readonly trend: Trend;
  readonly bound: LossBound;
  readonly arrivals: readonly Arrival[];
  readonly probes: ProbeResults;
  readonly updatedAt: number | undefined;
}

export function initialEstimate(bitrate = START_BITRATE): Estimate {
  return {
    bitrate,
    received: 0,
    loss: 0,
    reducedAt: -Infinity,
    trend: INITIAL_TREND,
    bound: NO_LOSS,
    arrivals: [],
    probes: new Map(),
    updatedAt: undefined,
  };
}

/** The estimate after a report. @param now ms, of the clock of `sentAt` */
export function advance(estimate: Estimate, results: readonly PacketResult[], now: number): Estimate {
  if (results.length === 0) return estimate;
  const arrivals = recent(estimate.arrivals, results);
  const received = rateOf(arrivals);
  let { trend } = estimate;
  let isOverused = false;
  for (const result of results) {
    trend = addArrival(trend, result);
    isOverused ||= trend.usage === 'overuse';
  }
  const { probes, capacity } = probeResult(estimate.probes, results);
  const bound = liftedBy(capacity, received, addLosses(estimate.bound, results, received, now));
  const elapsed = Math.min(1_000, now - (estimate.updatedAt ?? now));
  const next = { ...estimate, arrivals, received, trend, bound, probes, loss: bound.fraction, updatedAt: now };
  const adjusted = isOverused ? reduce(next, now) : raise(next, elapsed, capacity);
  return { ...adjusted, bitrate: clamp(Math.min(adjusted.bitrate, bound.limit)) };
}

/** Lifts the bound to the probed rate while everything is paused: nothing but probes arrives then. */
function liftedBy(probed: number | undefined, received: number, bound: LossBound): LossBound {
  return probed === undefined || received > 0 ? bound : { ...bound, limit: Math.max(bound.limit, probed) };
}

function reduce(estimate: Estimate, now: number): Estimate {
  if (now - estimate.reducedAt < BACKOFF_INTERVAL_MS) return estimate;
  const measured = estimate.received === 0 ? estimate.bitrate : estimate.received;
  return { ...estimate, bitrate: Math.min(estimate.bitrate, BACKOFF * measured), reducedAt: now };
}

function raise(estimate: Estimate, elapsed: number, probed: number | undefined): Estimate {
  const { bitrate, received, trend } = estimate;
  // A queue is being emptied: its end says more than what passes now.
  if (trend.usage !== 'normal') return estimate;
  if (probed !== undefined && probed > bitrate) return { ...estimate, bitrate: probed };
  const ceiling = HEADROOM * received + HEADROOM_BITS;
  const grown = bitrate * GROWTH ** (elapsed / 1_000);
  return { ...estimate, bitrate: Math.max(bitrate, Math.min(grown, ceiling)) };
}

function recent(before: readonly Arrival[], results: readonly PacketResult[]): Arrival[] {
  const all = [...before];
  for (const { arrivedAt, bytes } of results) if (arrivedAt !== undefined) all.push({ at: arrivedAt, bytes });
  const newest = all.reduce((latest, { at }) => Math.max(latest, at), -Infinity);
  return all.filter(({ at }) => at > newest - RATE_WINDOW_MS);
}

function rateOf(arrivals: readonly Arrival[]): number {
  const oldest = arrivals.reduce((least, { at }) => Math.min(least, at), Infinity);
  const newest = arrivals.reduce((latest, { at }) => Math.max(latest, at), -Infinity);
  // Less than half a window is a burst, not a rate.
  if (newest - oldest < RATE_WINDOW_MS / 2) return 0;
  const bytes = arrivals.reduce((sum, arrival) => sum + arrival.bytes, 0);
  return (bytes * 8_000) / (newest - oldest);
}

function clamp(bitrate: number): number {
  return Math.max(MIN_BITRATE, Math.min(MAX_BITRATE, bitrate));
}
