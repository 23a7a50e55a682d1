import type { Counters, KindCounters } from './counters.js';
import type { KindStats, StreamSample } from './types.js';

/** The last loss that the receiver reported, and the packets sent by the time it was read. */
interface LossReport {
  readonly at: number | undefined;
  readonly packets: number;
  readonly packetsLost: number;
  readonly lossRate: number;
}

/** A sample with the state for comparing the next one. */
export interface Measurement {
  readonly sample: StreamSample;
  /** Undefined when another connection is measured from now on. */
  readonly counters: Counters | undefined;
  readonly reports: Readonly<Partial<Record<'audio' | 'video', LossReport>>>;
}

/** Counters may decrease, e.g. when a device was changed; that counts as no growth. */
const growth = (now: number, before: number): number => Math.max(0, now - before);

const rateOf = (part: number, whole: number): number => (whole > 0 ? Math.min(100, (100 * part) / whole) : 0);

/** Loss of sent media is known when the receiver reports it, every few seconds: until then the last rate is kept. */
function reportedLoss(now: KindCounters, before: LossReport | undefined): LossReport {
  const { reportedAt, packets, packetsLost } = now;
  if (before && reportedAt === before.at) return before;
  const base = before ?? { packets: 0, packetsLost: 0 };
  const lossRate = rateOf(growth(packetsLost, base.packetsLost), growth(packets, base.packets));
  return { at: reportedAt, packets, packetsLost, lossRate };
}

/** Loss of received media, relative to all expected packets. */
function receivedLoss(now: KindCounters, before: KindCounters | undefined): number {
  const lost = growth(now.packetsLost, before?.packetsLost ?? 0);
  return rateOf(lost, lost + growth(now.packets, before?.packets ?? 0));
}

function statsOf(now: KindCounters, before: KindCounters | undefined, seconds: number, lossRate: number): KindStats {
  const { packets, bytes, packetsLost, jitter } = now;
  // Counters without a previous value started after the last sample; the first sample has no interval to divide by.
  const kilobytesPerSecond = seconds > 0 ? growth(bytes, before?.bytes ?? 0) / 1_000 / seconds : 0;
  return { packets, bytes, packetsLost, lossRate, kilobytesPerSecond, jitter };
}

/**
 * Mean round trip since the last measurement if ICE received answers, else the last known value; the overall mean
 * adapts too slowly.
 */
function roundTripOf(now: Counters, before: Measurement | undefined): number | undefined {
  const { trips } = now;
  const last = before?.counters?.trips;
  const { totalMs, count } = last && last.pair === trips?.pair ? last : { totalMs: 0, count: 0 };
  if (trips && trips.count > count) return growth(trips.totalMs, totalMs) / (trips.count - count);
  return (trips && before?.counters && before.sample.roundTripTime) ?? now.roundTripTime;
}

export interface MeasurementFacts {
  readonly at: number;
  readonly isSent: boolean;
  readonly isPaused: boolean;
  /** Undefined while there is no connection. */
  readonly counters: Counters | undefined;
  readonly before: Measurement | undefined;
}

/** Compares a connection's counters with the previous ones. */
export function measure({ at, isSent, isPaused, counters, before }: MeasurementFacts): Measurement {
  if (!counters) {
    const sample = { at, roundTripTime: undefined, audio: undefined, video: undefined, isPaused };
    return { sample, counters, reports: {} };
  }
  const seconds = before ? (at - before.sample.at) / 1_000 : 0;
  const { audio, video } = counters;
  const last = before?.counters;
  const reports = isSent && {
    audio: audio && reportedLoss(audio, before?.reports.audio),
    video: video && reportedLoss(video, before?.reports.video),
  };
  const kind = (name: 'audio' | 'video', now: KindCounters): KindStats =>
    statsOf(now, last?.[name], seconds, reports ? (reports[name]?.lossRate ?? 0) : receivedLoss(now, last?.[name]));
  const drawn = video && last?.video && seconds > 0 ? growth(video.frames, last.video.frames) / seconds : undefined;
  return {
    counters,
    reports: {
      ...(reports && reports.audio && { audio: reports.audio }),
      ...(reports && reports.video && { video: reports.video }),
    },
    sample: {
      at,
      roundTripTime: roundTripOf(counters, before),
      audio: audio && { ...kind('audio', audio), level: audio.level },
      video: video && {
        ...kind('video', video),
        width: video.width,
        height: video.height,
        // Browsers omit the rate while no frames arrive; the counters then give 0.
        framesPerSecond: video.framesPerSecond ?? drawn,
      },
      isPaused,
    },
  };
}
