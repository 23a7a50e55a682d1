import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { likes } from '../db/schema/index.js';

interface Liker {
  readonly db: Database;
  /** 0 for visitors. */
  readonly memberId: number;
}

export interface Liked {
  readonly likes: number;
  /** True when the reader likes it. */
  readonly liked: boolean;
}

/** Number of likes of each id, and whether the reader is among them. */
export async function likesOf(
  { db, memberId }: Liker,
  type: string,
  ids: readonly number[],
): Promise<(id: number) => Liked> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            id: likes.targetId,
            n: count(),
            isLiked: sql<boolean>`bool_or(${likes.memberId} = ${memberId})`,
          })
          .from(likes)
          .where(and(eq(likes.type, type), inArray(likes.targetId, [...ids])))
          .groupBy(likes.targetId);
  const found = new Map(rows.map(({ id, n, isLiked }) => [id, { likes: n, liked: isLiked }]));
  return (id) => found.get(id) ?? { likes: 0, liked: false };
}

/** Sets or removes a like; idempotent. The feature of the content checks before that the member may see it. */
export async function setLike(liker: Liker, type: string, targetId: number, on: boolean): Promise<Liked> {
  const { db, memberId } = liker;
  if (on) await db.insert(likes).values({ type, targetId, memberId }).onConflictDoNothing();
  else {
    await db.delete(likes).where(and(eq(likes.type, type), eq(likes.targetId, targetId), eq(likes.memberId, memberId)));
  }
  return (await likesOf(liker, type, [targetId]))(targetId);
}

/** Deletes the likes of content that was deleted. */
export const forgetLikes = (db: Tx, type: string, targetId: number): Promise<unknown> =>
  db.delete(likes).where(and(eq(likes.type, type), eq(likes.targetId, targetId)));
