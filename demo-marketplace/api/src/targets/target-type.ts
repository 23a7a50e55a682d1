import type { Database, Tx } from '../db/database.js';
import type { Named } from '../messages/index.js';

/** Content as reports and the back office show it. */
export interface TargetFacts {
  /** Title, or the beginning of what a member wrote. */
  readonly title: string | Named;
  /** Member whose content it is. */
  readonly ownerId: number;
  /** Path of the page that shows it. */
  readonly path: string;
  /** Text by a member; absent for content that is judged on its own page. */
  readonly said?: { readonly content: string; readonly isHidden: boolean };
}

export interface Hiding {
  readonly id: number;
  /** True hides the content, false shows it again. */
  readonly on: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A type of content, as its feature registers it. */
export interface TargetType {
  /**
   * Content by its ids. For a member it leaves out what that member may not see; without `viewerId`, for the back office,
   * it leaves out nothing that exists.
   */
  find(db: Database, ids: readonly number[], viewerId?: number): Promise<ReadonlyMap<number, TargetFacts>>;
  /**
   * Hides content from everybody except its author, or shows it again. Absent for content that cannot be hidden.
   *
   * @throws {ApiFailure} not-found, or state-changed when it already is in that state
   */
  setHidden?(db: Tx, hiding: Hiding): Promise<void>;
  /**
   * Present price in cents, for the wish list. Absent for content that is not sold.
   *
   * @throws {ApiFailure} not-found when the member may not see it
   */
  priceOf?(db: Database, id: number, viewer: { readonly memberId: number; readonly now: number }): Promise<number>;
}

/** Types of content by their names. */
export type TargetTypes = Readonly<Record<string, TargetType>>;

interface Ref {
  readonly targetType: string | null;
  readonly targetId: number | null;
}

export const targetKey = ({ targetType, targetId }: Ref): string => `${targetType}:${targetId}`;

/** Content of several types, by {@link targetKey}; what does not exist or may not be seen is left out. */
export async function findTargets(
  db: Database,
  types: TargetTypes,
  refs: readonly Ref[],
  viewerId?: number,
): Promise<ReadonlyMap<string, TargetFacts>> {
  const found = new Map<string, TargetFacts>();
  for (const targetType of new Set(refs.map((ref) => ref.targetType))) {
    const type = targetType === null ? undefined : types[targetType];
    const own = refs.filter((ref) => ref.targetType === targetType);
    const ids = [...new Set(own.flatMap(({ targetId }) => targetId ?? []))];
    if (type === undefined || ids.length === 0) continue;
    for (const [targetId, facts] of await type.find(db, ids, viewerId)) {
      found.set(targetKey({ targetType, targetId }), facts);
    }
  }
  return found;
}

/** One target; undefined when it does not exist or may not be seen. */
export async function findTarget(
  db: Database,
  types: TargetTypes,
  ref: Ref,
  viewerId?: number,
): Promise<TargetFacts | undefined> {
  return (await findTargets(db, types, [ref], viewerId)).get(targetKey(ref));
}
