/** Numbers of a noisy machine: medians, and how sure we are of their ratio. */

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** One round: what we measured, and the control measured beside it. */
export interface Round {
  readonly ours: number;
  readonly control: number;
}

/** Drops the rounds in which the machine was busy: where the control took more than 1.5 times its own median. */
export const quietRounds = (rounds: readonly Round[]): readonly Round[] => {
  const usual = median(rounds.map(({ control }) => control));
  return rounds.filter(({ control }) => control <= usual * 1.5);
};

/** Mulberry32: chance that repeats itself. */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

export interface Ratio {
  readonly ours: number;
  readonly control: number;
  readonly ratio: number;
  /** 95 % of the resampled ratios lie between these. */
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

const RESAMPLES = 2_000;

/** The ratio of the medians, with a bootstrap interval over the rounds. */
export const ratioOf = (rounds: readonly Round[], seed = 1): Ratio => {
  const ratio = (sample: readonly Round[]): number =>
    median(sample.map((r) => r.ours)) / median(sample.map((r) => r.control));
  const random = seeded(seed);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    ratio(rounds.map(() => rounds[Math.floor(random() * rounds.length)]!)),
  ).sort((a, b) => a - b);
  return {
    ours: median(rounds.map((r) => r.ours)),
    control: median(rounds.map((r) => r.control)),
    ratio: ratio(rounds),
    low: resampled[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: resampled[Math.ceil(RESAMPLES * 0.975) - 1] ?? Number.NaN,
    rounds: rounds.length,
  };
};
