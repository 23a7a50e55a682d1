import { TALKING_ENDS_AFTER_MS, TALKING_LEVEL } from './constants.js';

/** Time of each active speaker's last loud audio, by member id. */
export type ActiveSpeakers = ReadonlyMap<string, number>;

/** Updates the active speakers from all audio levels, 0 to 1; pauses between words do not end a speaker's turn. */
export function updateActiveSpeakers(
  before: ActiveSpeakers,
  levels: Iterable<readonly [string, number]>,
  at: number,
  threshold = TALKING_LEVEL,
): ActiveSpeakers {
  const loud = [...levels].filter(([, level]) => level >= threshold).map(([id]) => [id, at] as const);
  const recent = [...before].filter(([, last]) => at - last < TALKING_ENDS_AFTER_MS);
  return new Map([...recent, ...loud]);
}
