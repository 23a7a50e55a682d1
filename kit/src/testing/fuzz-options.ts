/** Parameters of a fast-check assertion that `npm run fuzz` widens. */
export interface FuzzOptions {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * Runs of a fuzz test: few in `npm test`, many in `npm run fuzz` (`FUZZ_RUNS`). fast-check prints the seed and path of a
 * failure, which `FUZZ_SEED` and `FUZZ_PATH` repeat.
 *
 * @param runs number of runs in `npm test`
 * @param share of `FUZZ_RUNS`, between 0 and 1, for tests whose runs are slow
 */
export function fuzzOptions(runs: number, share = 1): FuzzOptions {
  const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH } = process.env;
  return {
    numRuns: FUZZ_RUNS === undefined ? runs : Math.max(runs, Math.round(Number(FUZZ_RUNS) * share)),
    ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
    ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
  };
}

/** Limit for a fuzz test, in milliseconds: a minute, and what that many runs may need. */
export const fuzzLimitMs = ({ numRuns }: FuzzOptions, msPerRun: number): number => 60_000 + numRuns * msPerRun;
