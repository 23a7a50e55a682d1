import type { ActiveSpeaker } from './types.js';

/** Reads `spks` of op 112; entries without ids are left out. */
export function readSpeakers(spks: unknown): readonly ActiveSpeaker[] {
  const entries: unknown[] = Array.isArray(spks) ? spks : [];
  return entries.flatMap((entry) => {
    const { id, memId, level } = (entry ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof memId !== 'string') return [];
    return { memberId: memId, streamId: id, level: typeof level === 'number' ? level : 0 };
  });
}
