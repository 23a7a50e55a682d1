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

/** Quota in bytes; small for ordinary members, because everybody can register. */
async function quotaOf(db: Database, ownerId: number): Promise<number> {
  const [owner] = await db.select({ isProvider: members.isProvider }).from(members).where(eq(members.id, ownerId));
  return owner?.isProvider === true ? UPLOAD_QUOTA_BYTES : MEMBER_UPLOAD_QUOTA_BYTES;
}

/** Size of files: of stored ones as is; of uploads in progress as announced, or as received when that is more. */
const sum = sql`coalesce(sum(coalesce(${media.size}, ${media.uploadSize})), 0)`.mapWith(Number);

/** Condition for files that take space: stored ones, and resumable or single-request uploads in progress. */
const takesSpace = () => or(isNotNull(media.storedAt), isNotNull(media.uploadId), isNotNull(media.receivingId));

/**
 * Requires, before a form is signed, that the quota suffices for stored files, uploads in progress and all forms signed
 * since `since`. @throws {ApiFailure}
 */
export async function requireQuota(db: Database, { ownerId, size }: Wanted, since: number): Promise<void> {
  const [kept] = await db
    .select({ bytes: sum })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), or(takesSpace(), gt(media.createdAt, since))));
  if ((kept?.bytes ?? 0) + size > (await quotaOf(db, ownerId))) throw new ApiFailure(FailureReason.StorageFull);
}

/**
 * Reserves quota for an upload that arrives, whatever was announced. It locks the uploads of the member until the
 * transaction ends. @throws {Refused}
 */
export async function reserveQuota(db: Tx, key: string, { ownerId, size }: Wanted): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('uploads'), ${ownerId}::int)`);
  const [kept] = await db
    .select({ bytes: sum })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), ne(media.key, key), takesSpace()));
  if ((kept?.bytes ?? 0) + size > (await quotaOf(db, ownerId))) throw new Refused(507, 'QuotaExceeded');
}
