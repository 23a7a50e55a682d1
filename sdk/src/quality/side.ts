import { SIDE_SILENT_AFTER_MS, SIDE_SILENT_AFTER_RESET_MS } from './constants.js';

/** Data state of one side. */
export interface SideWatch {
  /** Time of the last data, or since which data is expected; undefined while none is expected. */
  readonly since: number | undefined;
  readonly limitMs: number;
  /** The notice was emitted, and no data arrived since. */
  readonly isTold: boolean;
}

export const SIDE_UNWATCHED: SideWatch = { since: undefined, limitMs: SIDE_SILENT_AFTER_MS, isTold: false };

/** Observation of a side: `idle` means that there is nothing to send or receive. */
export type SideSight = 'data' | 'silence' | 'idle';

/** Computes the next state of a side; the notice is due when `isTold` becomes true (spec §9). */
export function watchSide(before: SideWatch, sight: SideSight, at: number): SideWatch {
  if (sight === 'idle') return { ...before, since: undefined, isTold: false };
  if (sight === 'data') {
    return { since: at, limitMs: before.isTold ? SIDE_SILENT_AFTER_RESET_MS : before.limitMs, isTold: false };
  }
  const since = before.since ?? at;
  return { ...before, since, isTold: before.isTold || at - since >= before.limitMs };
}
