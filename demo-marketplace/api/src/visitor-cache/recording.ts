import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts on which an answer depends, collected while it is computed. */
export interface Recording {
  /** Names of the tables that were read. */
  readonly tables: Set<string>;
  /** Time from which the answer is different, in milliseconds since the epoch. */
  until: number;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Runs `work` and collects what its result depends on. */
export async function record<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly recording: Recording }> {
  const recording: Recording = { tables: new Set(), until: Number.POSITIVE_INFINITY };
  const result = await recordings.run(recording, work);
  return { result, recording };
}

/** Adds the tables to the answer that is being computed, if any. */
export function recordTables(tables: Iterable<string>): void {
  const recording = recordings.getStore();
  if (recording !== undefined) for (const table of tables) recording.tables.add(table);
}

/** True while an answer is computed whose tables are collected. */
export const isRecording = (): boolean => recordings.getStore() !== undefined;

/**
 * Limits the time for which the answer that is being computed is kept.
 *
 * @param until time from which the answer is different, in milliseconds since the epoch
 */
export function holdsUntil(until: number): void {
  const recording = recordings.getStore();
  if (recording !== undefined) recording.until = Math.min(recording.until, until);
}
