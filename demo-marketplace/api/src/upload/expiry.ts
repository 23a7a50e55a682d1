import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { media } from '../db/schema/index.js';
import { enqueue, type ExternalJob } from '../jobs/index.js';
import { PIECES_KEPT_MS, type UploadIntake } from './upload-intake.js';
import { HEAD_BYTES } from './pieces.js';
import type { ObjectStore } from './object-store.js';
import { FORM_LIFE_MS } from './storage.js';

/** Kind of the job that removes incomplete uploads. */
export const UPLOAD_EXPIRY_JOB = 'upload-expiry';
/** An upload without progress for this time is removed, unless its first chunk was verified. */
export const IDLE_MS = 3_600_000;
const INTERVAL_MS = 600_000;

interface ExpiryOptions {
  readonly db: Pool;
  readonly uploadIntake: UploadIntake;
  readonly objectStore: ObjectStore;
  readonly clock: Clock;
  /** Raises an alarm for the operator. */
  readonly alarm: (message: string) => void;
}

/** Schedules the removal of incomplete uploads, unless it is already scheduled. */
export const scheduleUploadExpiry = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, {
    kind: UPLOAD_EXPIRY_JOB,
    payload: {},
    runAt,
    uniqueKey: `${UPLOAD_EXPIRY_JOB} ${Math.floor(runAt / INTERVAL_MS)}`,
  });

/** Removes incomplete uploads with their data, and schedules the next run in ten minutes. */
export const uploadExpiry = ({ db, uploadIntake, objectStore, clock, alarm }: ExpiryOptions): ExternalJob => ({
  async act() {
    const now = clock.now();
    // The storage may be unavailable for long: the next run tries again.
    await expireUploads(db, { uploadIntake, objectStore }, now).catch((error: unknown) =>
      alarm(`unfinished uploads are still there: ${String(withoutValues(error))}`),
    );
    return (tx) => scheduleUploadExpiry(tx, now + INTERVAL_MS);
  },
});

type Folders = Pick<ExpiryOptions, 'uploadIntake' | 'objectStore'>;

async function expireUploads(db: Database, { uploadIntake, objectStore }: Folders, now: number): Promise<void> {
  await expirePieces(db, uploadIntake, now);
  await removeOrphans(db, uploadIntake);
  await removeDrafts(db, uploadIntake, now);
  await expireForms(db, objectStore, now);
}

/** Removes resumable uploads: after three days, or after an hour when their type is not verified. */
async function expirePieces(db: Database, uploadIntake: UploadIntake, now: number): Promise<void> {
  const idle = and(isNull(media.storedAt), isNotNull(media.uploadId), lt(media.uploadAt, now - IDLE_MS));
  for (const row of await db.select().from(media).where(idle)) {
    const isOld = (row.uploadAt ?? 0) < now - PIECES_KEPT_MS;
    if (isOld || (await uploadIntake.receivedOf(row.uploadId ?? '')) < HEAD_BYTES) await uploadIntake.drop(row);
  }
}

/** Removes forms that were never used, or whose upload was never completed. */
async function expireForms(db: Database, objectStore: ObjectStore, now: number): Promise<void> {
  const isIdle = or(isNull(media.receivingId), lt(media.uploadAt, now - IDLE_MS));
  const open = and(isNull(media.storedAt), isNull(media.uploadId), isIdle);
  const late = and(open, lt(media.createdAt, now - FORM_LIFE_MS - IDLE_MS));
  for (const { id, key } of await db.select({ id: media.id, key: media.key }).from(media).where(late)) {
    // The row is deleted last: without it, a remaining file would never be found.
    await objectStore.dropPosted(key);
    await db.delete(media).where(and(eq(media.id, id), late));
  }
  // The process of a single-request upload ended: its form can be used again.
  const stale = and(isNotNull(media.receivingId), lt(media.uploadAt, now - IDLE_MS));
  await db.update(media).set({ receivingId: null }).where(stale);
}

/** Removes chunks without a row: a crash may occur between the deletion of a row and that of its file. */
async function removeOrphans(db: Database, { pieces }: UploadIntake): Promise<void> {
  const names = await readdir(pieces);
  if (names.length === 0) return;
  const rows = await db
    .select({ uploadId: media.uploadId })
    .from(media)
    .where(and(isNull(media.storedAt), inArray(media.uploadId, names)));
  const known = new Set(rows.map(({ uploadId }) => uploadId));
  for (const name of names) if (!known.has(name)) await rm(join(pieces, name), { force: true });
}

/** Removes draft files that a process left behind. */
async function removeDrafts(db: Database, { drafts, single }: UploadIntake, now: number): Promise<void> {
  for (const name of await readdir(drafts)) {
    if (single.has(name)) continue;
    const [row] = await db.select({ at: media.uploadAt }).from(media).where(eq(media.receivingId, name));
    if (row !== undefined && (row.at ?? 0) >= now - IDLE_MS) continue;
    const path = join(drafts, name);
    const found = await stat(path).catch(() => undefined);
    // A draft without a row may belong to a process that is about to finish.
    if (found !== undefined && found.mtimeMs < now - IDLE_MS) await rm(path, { force: true });
  }
}
