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

/** Kind of the job that removes unfinished uploads. */
export const UPLOAD_EXPIRY_JOB = 'upload-expiry';
/** Uploads without progress are kept for so long, unless a checked part of them has arrived. */
export const IDLE_MS = 3_600_000;
const INTERVAL_MS = 600_000;

interface ExpiryOptions {
  readonly db: Pool;
  readonly uploadIntake: UploadIntake;
  readonly objectStore: ObjectStore;
  readonly clock: Clock;
  /** Reports to the operator. */
  readonly alarm: (message: string) => void;
}

/** Has unfinished uploads removed, unless that is scheduled already. */
export const scheduleUploadExpiry = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, {
    kind: UPLOAD_EXPIRY_JOB,
    payload: {},
    runAt,
    uniqueKey: `${UPLOAD_EXPIRY_JOB} ${Math.floor(runAt / INTERVAL_MS)}`,
  });

/** Removes unfinished uploads with their bytes, and does so again in ten minutes. */
export const uploadExpiry = ({ db, uploadIntake, objectStore, clock, alarm }: ExpiryOptions): ExternalJob => ({
  async act() {
    const now = clock.now();
    // The storage may be away for long: it is tried again with the next run.
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

/** Uploads in pieces: after three days, or after an hour where not even its type is known. */
async function expirePieces(db: Database, uploadIntake: UploadIntake, now: number): Promise<void> {
  const idle = and(isNull(media.storedAt), isNotNull(media.uploadId), lt(media.uploadAt, now - IDLE_MS));
  for (const row of await db.select().from(media).where(idle)) {
    const isOld = (row.uploadAt ?? 0) < now - PIECES_KEPT_MS;
    if (isOld || (await uploadIntake.receivedOf(row.uploadId ?? '')) < HEAD_BYTES) await uploadIntake.drop(row);
  }
}

/** Forms that nothing came for, or whose file was never completed. */
async function expireForms(db: Database, objectStore: ObjectStore, now: number): Promise<void> {
  const isIdle = or(isNull(media.receivingId), lt(media.uploadAt, now - IDLE_MS));
  const open = and(isNull(media.storedAt), isNull(media.uploadId), isIdle);
  const late = and(open, lt(media.createdAt, now - FORM_LIFE_MS - IDLE_MS));
  for (const { id, key } of await db.select({ id: media.id, key: media.key }).from(media).where(late)) {
    // Its row goes last: without it, nobody would know of a file that is still there.
    await objectStore.dropPosted(key);
    await db.delete(media).where(and(eq(media.id, id), late));
  }
  // A process that ended in the midst of an upload: its form is still good for another attempt.
  const stale = and(isNotNull(media.receivingId), lt(media.uploadAt, now - IDLE_MS));
  await db.update(media).set({ receivingId: null }).where(stale);
}

/** Pieces whose upload was forgotten: a crash may come between a row and its file. */
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

/** Drafts that a process left behind when it ended. */
async function removeDrafts(db: Database, { drafts, single }: UploadIntake, now: number): Promise<void> {
  for (const name of await readdir(drafts)) {
    if (single.has(name)) continue;
    const [row] = await db.select({ at: media.uploadAt }).from(media).where(eq(media.receivingId, name));
    if (row !== undefined && (row.at ?? 0) >= now - IDLE_MS) continue;
    const path = join(drafts, name);
    const found = await stat(path).catch(() => undefined);
    // Without a row of its own, it may be of a process that is about to finish with it.
    if (found !== undefined && found.mtimeMs < now - IDLE_MS) await rm(path, { force: true });
  }
}
