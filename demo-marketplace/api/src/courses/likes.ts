import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { likes } from '../db/schema/index.js';
import type { Reader } from './reader.js';

type Likeable = (typeof likes.$inferSelect)['type'];

export interface Liked {
  readonly likes: number;
  /** True when the reader likes it. */
  readonly liked: boolean;
}

/** Number of likes of each id, and whether the reader is among them. */
export async function likesOf(
  { db, memberId }: Pick<Reader, 'db' | 'memberId'>,
  type: Likeable,
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

/** Sets or removes a like; idempotent. */
export async function setLike(reader: Reader, type: Likeable, targetId: number, on: boolean): Promise<Liked> {
  const { db, memberId } = reader;
  if (on) await db.insert(likes).values({ type, targetId, memberId }).onConflictDoNothing();
  else {
    await db.delete(likes).where(and(eq(likes.type, type), eq(likes.targetId, targetId), eq(likes.memberId, memberId)));
  }
  return (await likesOf(reader, type, [targetId]))(targetId);
}

/** Deletes the likes of content that was deleted. */
export const forgetLikes = (db: Database, type: Likeable, targetId: number): Promise<unknown> =>
  db.delete(likes).where(and(eq(likes.type, type), eq(likes.targetId, targetId)));
