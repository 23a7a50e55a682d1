import type { UnitPlace } from './lists.js';

/** From where to where something reaches on the screen, from above. */
export interface Reach {
  readonly top: number;
  readonly bottom: number;
}

export interface ChapterReach extends Reach {
  readonly units: readonly Reach[];
}

const middle = ({ top, bottom }: Reach): number => (top + bottom) / 2;

/** The index of the slot: the number of elements whose middle is above `y`. */
const before = (list: readonly Reach[], y: number): number => list.filter((one) => middle(one) < y).length;

/** Before which chapter one would be dropped. */
export const chapterSlot = (chapters: readonly Reach[], y: number): number => before(chapters, y);

/** Before which unit of which chapter one would be dropped; undefined where there are no chapters. */
export function unitSlot(chapters: readonly ChapterReach[], y: number): UnitPlace | undefined {
  if (chapters.length === 0) return undefined;
  // Between two chapters, it is the end of the upper one.
  const below = chapters.findIndex(({ top }) => top > y);
  const chapter = Math.max(0, (below === -1 ? chapters.length : below) - 1);
  return { chapter, at: before(chapters[chapter]?.units ?? [], y) };
}
