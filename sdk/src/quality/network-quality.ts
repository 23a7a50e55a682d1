import {
  DISCONNECTED_AFTER_MS,
  WEAK_AFTER_MS,
  WEAK_AUDIO_LOSS_RATE,
  WEAK_ROUND_TRIP_MS,
  WEAK_VIDEO_LOSS_RATE,
} from './constants.js';
import type { NetworkQuality, StreamSample } from './types.js';

/** True if media was sent or received since the previous sample. */
export const isFlowing = ({ audio, video }: StreamSample): boolean =>
  (audio?.kilobytesPerSecond ?? 0) > 0 || (video?.kilobytesPerSecond ?? 0) > 0;

/** Conditions that make a network weak when they last (spec §9). */
const WEAKNESSES: readonly ((sample: StreamSample) => boolean)[] = [
  ({ roundTripTime }) => (roundTripTime ?? 0) >= WEAK_ROUND_TRIP_MS,
  ({ audio }) => (audio?.lossRate ?? 0) >= WEAK_AUDIO_LOSS_RATE,
  ({ video }) => (video?.lossRate ?? 0) >= WEAK_VIDEO_LOSS_RATE,
];

/** Start of a condition that holds for all of the newest samples. */
function beginOf(samples: readonly StreamSample[], holds: (sample: StreamSample) => boolean): number | undefined {
  let begin: number | undefined;
  for (let index = samples.length - 1; index >= 0; index--) {
    const sample = samples[index];
    if (!sample || !holds(sample)) break;
    begin = sample.at;
  }
  return begin;
}

/** Time of the last data; of the first sample if there never was any. */
const lastDataAt = (samples: readonly StreamSample[]): number | undefined =>
  (samples.findLast((sample) => isFlowing(sample) || sample.isPaused) ?? samples[0])?.at;

/** Samples without data say nothing about loss and delay: a network that was weak before them stays weak. */
const weakSince = (samples: readonly StreamSample[]): number[] => {
  const telling = samples.filter(isFlowing);
  return WEAKNESSES.flatMap((isWeak) => beginOf(telling, isWeak) ?? []);
};

/**
 * Computes the quality of a network from its samples up to `now` (spec §9): 0 without data for 5 s, 1 when round-trip
 * time, loss of audio or loss of video have been at their limit for 8 s without a break, 2 otherwise.
 */
export function networkQuality(samples: readonly StreamSample[], now: number): NetworkQuality {
  const heard = lastDataAt(samples);
  if (heard !== undefined && now - heard >= DISCONNECTED_AFTER_MS) return 0;
  return weakSince(samples).some((since) => now - since >= WEAK_AFTER_MS) ? 1 : 2;
}

/** Times at which the quality gets worse if the condition persists; these may lie between two samples. */
export function worsensAt(samples: readonly StreamSample[], now: number): number[] {
  const heard = lastDataAt(samples);
  const limits = weakSince(samples).map((since) => since + WEAK_AFTER_MS);
  if (heard !== undefined && !samples.at(-1)?.isPaused) limits.push(heard + DISCONNECTED_AFTER_MS);
  return limits.filter((at) => at > now);
}
