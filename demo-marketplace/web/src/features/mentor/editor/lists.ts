import type { DraftChapter, DraftUnit } from './use-draft.js';

/** A list with one of its entries put before the one at `at`, or at the end. */
export function movedTo<T>(list: readonly T[], from: number, at: number): T[] {
  const moved = [...list];
  const [one] = moved.splice(from, 1);
  if (one === undefined) return [...list];
  moved.splice(at > from ? at - 1 : at, 0, one);
  return moved;
}

/** A list with one of its entries moved; at an end it stays as it is. */
export function movedBy<T>(list: readonly T[], index: number, by: 1 | -1): T[] {
  const to = index + by;
  return to < 0 || to >= list.length ? [...list] : movedTo(list, index, by === 1 ? to + 1 : to);
}

/** A list with one of its entries changed. */
export const replacedAt = <T>(list: readonly T[], index: number, change: (one: T) => T): T[] =>
  list.map((one, at) => (at === index ? change(one) : one));

const insertedAt = <T>(list: readonly T[], at: number, one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)];

/** Where a unit is, or is put: before which unit of which chapter. */
export interface UnitPlace {
  readonly chapter: number;
  readonly at: number;
}

/** Chapters with one of their units put elsewhere. */
export function unitMovedTo(chapters: readonly DraftChapter[], from: UnitPlace, to: UnitPlace): DraftChapter[] {
  const unit = chapters[from.chapter]?.units[from.at];
  if (unit === undefined || chapters[to.chapter] === undefined) return [...chapters];
  if (from.chapter === to.chapter) {
    return replacedAt(chapters, to.chapter, (one) => ({ ...one, units: movedTo(one.units, from.at, to.at) }));
  }
  return chapters.map((one, index) => {
    if (index === from.chapter) return { ...one, units: one.units.filter(({ uid }) => uid !== unit.uid) };
    return index === to.chapter ? { ...one, units: insertedAt(one.units, to.at, unit) } : one;
  });
}

/**
 * The position of a unit after one step; the step after the end of a chapter leads into the next one. Undefined at
 * either end of the course.
 */
export function unitStep(
  chapters: readonly DraftChapter[],
  { chapter, at }: UnitPlace,
  by: 1 | -1,
): UnitPlace | undefined {
  const last = (chapters[chapter]?.units.length ?? 0) - 1;
  if (by === -1 && at > 0) return { chapter, at: at - 1 };
  if (by === 1 && at < last) return { chapter, at: at + 2 };
  const next = chapters[chapter + by];
  if (next === undefined) return undefined;
  return { chapter: chapter + by, at: by === 1 ? 0 : next.units.length };
}

/** A removed chapter or unit with its former position. */
export type Removed =
  | { readonly kind: 'chapter'; readonly chapter: DraftChapter; readonly at: number }
  | { readonly kind: 'unit'; readonly unit: DraftUnit; readonly chapterUid: string; readonly at: number };

/**
 * Restores a removed part at its former position; a unit whose chapter no longer exists becomes part of the last one.
 */
export function restored(chapters: readonly DraftChapter[], removed: Removed): DraftChapter[] {
  if (removed.kind === 'chapter') return insertedAt(chapters, removed.at, removed.chapter);
  const found = chapters.findIndex(({ uid }) => uid === removed.chapterUid);
  const index = found === -1 ? chapters.length - 1 : found;
  return replacedAt(chapters, index, (one) => ({ ...one, units: insertedAt(one.units, removed.at, removed.unit) }));
}

/** The units of the removed parts. */
export const unitsOf = (removed: readonly Removed[]): readonly DraftUnit[] =>
  removed.flatMap((one) => (one.kind === 'unit' ? [one.unit] : one.chapter.units));
