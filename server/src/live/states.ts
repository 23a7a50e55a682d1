/**
 * The life cycle of one live output.
 *
 * - `starting`: no output yet
 * - `live`: every target takes the output
 * - `reconnecting`: a target or the compositor was lost and is retried
 * - `ended`: it was deleted, or its conference is closed
 * - `failed`: given up
 */
export type LiveState = 'starting' | 'live' | 'reconnecting' | 'ended' | 'failed';

/** Legal transitions; `ended` and `failed` are final. */
export const LIVE_TRANSITIONS: Readonly<Record<LiveState, readonly LiveState[]>> = {
  starting: ['live', 'reconnecting', 'ended', 'failed'],
  live: ['reconnecting', 'ended', 'failed'],
  reconnecting: ['live', 'ended', 'failed'],
  ended: [],
  failed: ['ended'],
};

export const canFollow = (from: LiveState, to: LiveState): boolean => LIVE_TRANSITIONS[from].includes(to);

/** Status of a live output. */
export interface LiveProgress {
  readonly state: LiveState;
  /** Reason for which it is not live. */
  readonly reason: string | undefined;
}
