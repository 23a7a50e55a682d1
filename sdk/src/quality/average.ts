import { AVERAGE_WINDOW_MS } from './constants.js';
import type { StreamSample } from './types.js';

/**
 * Mean of a value over the newest samples, by default those of the last 10 s (spec §9); undefined if none has it.
 *
 * @example
 * const loss = averageOf(stream.samples, ({ audio }) => audio?.lossRate);
 */
export function averageOf(
  samples: readonly StreamSample[],
  figure: (sample: StreamSample) => number | undefined,
  windowMs: number = AVERAGE_WINDOW_MS,
): number | undefined {
  const newest = samples.at(-1)?.at ?? 0;
  const values = samples.filter(({ at }) => newest - at < windowMs).flatMap((sample) => figure(sample) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
