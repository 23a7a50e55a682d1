/**
 * - `ok`: as it should be
 * - `warning`: works, but some users will be affected
 * - `problem`: does not work, or is not safe
 */
export type FindingState = 'ok' | 'warning' | 'problem';

/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  /** Description of the finding. */
  readonly message: string;
  /** Suggested action; absent when the state is `ok`. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });
export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'warning',
  message,
  advice,
});
export const problem = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'problem',
  message,
  advice,
});
