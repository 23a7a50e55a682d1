import { FRAME, SAMPLES_PER_MS } from './format.js';
import { LOOK_BACK } from './sample-queue.js';

const TAPS = 2 * LOOK_BACK;
/** Fractions of a sample that can occur: a frame's worth of positions, evenly spread. */
const PHASES = FRAME;

let filters: Float32Array | undefined;

/** Windowed sinc by fraction of a sample. */
function resamplingFilters(): Float32Array {
  if (filters !== undefined) return filters;
  filters = new Float32Array(PHASES * TAPS);
  for (let phase = 0; phase < PHASES; phase++) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const x = tap - (LOOK_BACK - 1) - phase / PHASES;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / LOOK_BACK);
      const value = (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
      filters[phase * TAPS + tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < TAPS; tap++) filters[phase * TAPS + tap] = (filters[phase * TAPS + tap] ?? 0) / sum;
  }
  return filters;
}

/** Samples needed after those that are resampled. */
export const LOOK_AHEAD = LOOK_BACK;

/**
 * Plays `count` samples within one frame, a little faster or slower than they were taken.
 *
 * @param view the samples, with LOOK_BACK before and LOOK_AHEAD after them
 */
export function resample(view: Float32Array, count: number, out: Float32Array): void {
  const table = resamplingFilters();
  for (let index = 0; index < FRAME; index++) {
    const position = index * count;
    const first = Math.floor(position / FRAME) + 1;
    const filter = (position % FRAME) * TAPS;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) sum += (table[filter + tap] ?? 0) * (view[first + tap] ?? 0);
    out[index] = sum;
  }
}

const SHORTEST_LAG = 2.5 * SAMPLES_PER_MS;
const LONGEST_LAG = 15 * SAMPLES_PER_MS;
const COMPARED = 10 * SAMPLES_PER_MS;
/** Step of the first, coarse search, in samples. */
const COARSE = 6;
/** Similarity of two segments above which a cross-fade between them is inaudible. */
const ALIKE = 0.85;
/** Mean square below which all segments count as similar. */
const QUIET = 40 ** 2;

/** Samples that {@link findPeriod} examines, and that the use of its result may touch. */
export const PERIOD_WINDOW = 2 * LONGEST_LAG;

/**
 * Number of samples after which the audio repeats itself, or is too quiet for that to matter; undefined where neither
 * holds.
 */
export function findPeriod(samples: Float32Array): number | undefined {
  if (meanSquare(samples, PERIOD_WINDOW) < QUIET) return LONGEST_LAG;
  let best = SHORTEST_LAG;
  let likeness = -1;
  for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag += COARSE) {
    const value = correlate(samples, lag, COARSE);
    if (value > likeness) [best, likeness] = [lag, value];
  }
  const coarse = best;
  likeness = -1;
  for (let lag = Math.max(SHORTEST_LAG, coarse - COARSE); lag <= Math.min(LONGEST_LAG, coarse + COARSE); lag++) {
    const value = correlate(samples, lag, 2);
    if (value > likeness) [best, likeness] = [lag, value];
  }
  return likeness >= ALIKE ? best : undefined;
}

/** Removes one period: cross-fades from the first into the second. Takes `2 * period` samples, returns `period`. */
export function withoutPeriod(samples: Float32Array, period: number): Float32Array {
  return Float32Array.from({ length: period }, (_, index) =>
    glide(samples[index] ?? 0, samples[index + period] ?? 0, index / period),
  );
}

/**
 * Adds one period: the first, then the second cross-fading back into the first. Takes `2 * period`, returns `3 *
 * period`.
 */
export function withPeriod(samples: Float32Array, period: number): Float32Array {
  const out = new Float32Array(3 * period);
  out.set(samples.subarray(0, period), 0);
  for (let index = 0; index < period; index++) {
    out[period + index] = glide(samples[period + index] ?? 0, samples[index] ?? 0, index / period);
  }
  out.set(samples.subarray(period, 2 * period), 2 * period);
  return out;
}

function glide(from: number, to: number, progress: number): number {
  return from + (to - from) * progress;
}

export function meanSquare(samples: Float32Array, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += (samples[index] ?? 0) ** 2;
  return sum / count;
}

function correlate(samples: Float32Array, lag: number, step: number): number {
  let both = 0;
  let first = 0;
  let second = 0;
  for (let index = 0; index < COMPARED; index += step) {
    const a = samples[index] ?? 0;
    const b = samples[index + lag] ?? 0;
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second);
}
