import type { RecordingRecord } from '../../store/index.js';
import { MergeError } from './runner.js';

/**
 * Delays before the second attempt and the following ones, in ms: a lack of memory passes within seconds, a full disk
 * within minutes.
 */
export const RETRY_DELAYS_MS: readonly number[] = [5_000, 60_000, 600_000];
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

type Attempted = Pick<RecordingRecord, 'mergeAttempts'>;

/** The delay of the attempt that follows a failed one; undefined if there is none. */
export function attemptAfter({ mergeAttempts }: Attempted, error: unknown): { readonly delayMs: number } | undefined {
  if (error instanceof MergeError && error.isPermanent) return undefined;
  const delayMs = RETRY_DELAYS_MS[mergeAttempts - 1];
  return delayMs === undefined ? undefined : { delayMs };
}

/** The error of a merge with no attempt left, because the server ended during the last one; undefined otherwise. */
export function exhausted({ mergeAttempts }: Attempted): MergeError | undefined {
  if (mergeAttempts < MAX_ATTEMPTS) return undefined;
  return new MergeError(`the server ended during the last of ${MAX_ATTEMPTS} attempts`, { isPermanent: true });
}
