import { FailureReason, MEMBER_UPLOAD_QUOTA_BYTES, UPLOAD_QUOTA_BYTES } from '@lectern/marketplace-contract';
import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { media, members } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { Refused } from './refused.js';

interface Wanted {
  readonly ownerId: number;
  /** Bytes. */
  readonly size: number;
}

/** Whoever may register fills no disk with it. */
async function quotaOf(db: Database, ownerId: number): Promise<number> {
  const [owner] = await db.select({ isProvider: members.isProvider }).from(members).where(eq(members.id, ownerId));
  return owner?.isProvider === true ? UPLOAD_QUOTA_BYTES : MEMBER_UPLOAD_QUOTA_BYTES;
}

/** Stored files by their size; uploads in progress by what was announced, or has arrived where that is more. */
const sum = sql`coalesce(sum(coalesce(${media.size}, ${media.uploadSize})), 0)`.mapWith(Number);

/** Files that take space now: stored ones, and those that arrive in pieces or in one request. */
const takesSpace = () => or(isNotNull(media.storedAt), isNotNull(media.uploadId), isNotNull(media.receivingId));

/**
 * Before a form is signed: what is kept, what is on its way, and what forms since `since` announce, leave room for it.
 * @throws {ApiFailure}
 */
export async function requireQuota(db: Database, { ownerId, size }: Wanted, since: number): Promise<void> {
  const [kept] = await db
    .select({ bytes: sum })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), or(takesSpace(), gt(media.createdAt, since))));
  if ((kept?.bytes ?? 0) + size > (await quotaOf(db, ownerId))) throw new ApiFailure(FailureReason.StorageFull);
}

/**
 * When it comes, whatever was announced; until the transaction ends, nothing else of the same member comes.
 * @throws {Refused}
 */
export async function reserveQuota(db: Tx, key: string, { ownerId, size }: Wanted): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('uploads'), ${ownerId}::int)`);
  const [kept] = await db
    .select({ bytes: sum })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), ne(media.key, key), takesSpace()));
  if ((kept?.bytes ?? 0) + size > (await quotaOf(db, ownerId))) throw new Refused(507, 'QuotaExceeded');
}
