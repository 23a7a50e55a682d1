/**
 * The life of one live output.
 *
 * - `starting`: nothing has left yet
 * - `live`: every target takes the output
 * - `reconnecting`: a target or the compositor is gone and is tried again
 * - `ended`: it was deleted, or its conference is over
 * - `failed`: given up
 */
export type LiveState = 'starting' | 'live' | 'reconnecting' | 'ended' | 'failed';

/** What may follow what; nothing follows an end. */
export const LIVE_TRANSITIONS: Readonly<Record<LiveState, readonly LiveState[]>> = {
  starting: ['live', 'reconnecting', 'ended', 'failed'],
  live: ['reconnecting', 'ended', 'failed'],
  reconnecting: ['live', 'ended', 'failed'],
  ended: [],
  failed: ['ended'],
};

export const canFollow = (from: LiveState, to: LiveState): boolean => LIVE_TRANSITIONS[from].includes(to);

/** How a live output is doing. */
export interface LiveProgress {
  readonly state: LiveState;
  /** Why it is not live. */
  readonly reason: string | undefined;
}
