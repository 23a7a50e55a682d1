import {
  CLIP_MAX_SECONDS,
  FailureReason,
  FieldProblem,
  UploadType,
  type StoredFile,
  type UnfinishedUpload,
} from '@lectern/marketplace-contract';
import { and, count, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { fileTypeFromFile } from 'file-type';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { media } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { filmSeconds } from './film-length.js';
import { takeRoom } from './quota.js';
import { Refused } from './refused.js';
import type { Shelf } from './shelf.js';

const DAY_MS = 86_400_000;
/** Who was cut off on a Friday goes on on a Monday. */
const PIECES_KEPT_MS = 3 * DAY_MS;
const FORMS_KEPT_MS = 7 * DAY_MS;
/** Unfinished uploads of one member that wait for their other pieces. */
export const OPEN_UPLOADS_MAX = 10;

export type MediaRow = typeof media.$inferSelect;

export interface ArrivalOptions {
  /** Where files are while they come in. */
  readonly folder: string;
  readonly shelf: Shelf;
  readonly db: Database;
  readonly clock: Clock;
}

/** What an upload in pieces begins with. */
interface Beginning {
  readonly key: string;
  readonly uploadId: string;
  readonly name: string;
  readonly size: number;
}

/** Looks at files that have come in, and keeps those that are what they say they are. */
export class Arrivals {
  /** Files that come in one go. */
  readonly drafts: string;
  /** Files that come in pieces, by the ids of their uploads. */
  readonly pieces: string;

  constructor(private readonly options: ArrivalOptions) {
    this.drafts = join(options.folder, 'drafts');
    this.pieces = join(options.folder, 'pieces');
  }

  /** Makes its folders, and removes what uploads left that a crash interrupted. */
  async prepare(): Promise<void> {
    await mkdir(this.drafts, { recursive: true });
    await mkdir(this.pieces, { recursive: true });
    for (const name of await readdir(this.drafts)) {
      const path = join(this.drafts, name);
      const found = await stat(path).catch(() => undefined);
      // Another process may be at younger ones.
      if (found !== undefined && found.mtimeMs < this.options.clock.now() - DAY_MS) await rm(path, { force: true });
    }
  }

  newDraft(): string {
    return join(this.drafts, randomUUID());
  }

  /** Checks a file that is all there and puts it where it belongs. @throws {Refused} */
  async take(draft: string, { key, mime }: Pick<MediaRow, 'key' | 'mime'>, size: number): Promise<void> {
    await mustBe(draft, mime);
    const seconds = mime.startsWith('video/') ? await filmSeconds(draft, mime) : null;
    if (seconds === undefined) throw new Refused(400, 'InvalidContentType');
    if (key.startsWith(`${UploadType.Clip}/`) && seconds !== null && seconds >= CLIP_MAX_SECONDS) {
      throw new Refused(400, 'ClipTooLong');
    }
    const { db, clock, shelf } = this.options;
    await db.transaction(async (transaction) => {
      const [row] = await transaction
        .update(media)
        .set({ size, seconds, storedAt: clock.now() })
        .where(and(eq(media.key, key), isNull(media.storedAt)))
        .returning({ ownerId: media.ownerId });
      // A form is good for one file: what people have seen does not change behind its address.
      if (row === undefined) throw new Refused(409, 'KeyTaken');
      await takeRoom(transaction, key, { ownerId: row.ownerId, size });
      await shelf.put(draft, key, mime);
    });
  }

  /** Sees to a member's upload that should be there by now. @throws {ApiFailure} when it is not, or is refused */
  async complete(ownerId: number, key: string): Promise<StoredFile> {
    const row = await this.#own(ownerId, key);
    if (row.storedAt !== null) return storedFile(row);
    try {
      if (row.uploadId !== null && (await this.receivedOf(row.uploadId)) === row.uploadSize) await this.finish(row);
      else await this.#takePosted(row);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Two may see to it at once: the first one's answer is right for both.
      if (error.word !== 'KeyTaken') throw badField('key', PROBLEMS[error.word] ?? FieldProblem.Malformed);
    }
    const now = await this.#settled(row.id);
    if (now === undefined || now.storedAt === null) throw badField('key', FieldProblem.Unknown);
    return storedFile(now);
  }

  /** What a member can go on with. @throws {ApiFailure} when there is no such upload, or not any more */
  async unfinished(ownerId: number, key: string): Promise<UnfinishedUpload> {
    const { uploadId, uploadName, uploadSize, uploadAt, mime, storedAt } = await this.#own(ownerId, key);
    if (uploadId === null || storedAt !== null) throw new ApiFailure(FailureReason.NotFound);
    const received = await this.receivedOf(uploadId);
    return {
      ...{ key, mime, received, upload_id: uploadId, name: uploadName ?? '', size: uploadSize ?? 0 },
      expires_at: new Date((uploadAt ?? 0) + PIECES_KEPT_MS).toISOString(),
    };
  }

  /** Reserves what comes in pieces. @throws {Refused} */
  async begin({ key, uploadId, name, size }: Beginning): Promise<void> {
    const { db, clock } = this.options;
    await db.transaction(async (transaction) => {
      const [row] = await transaction.select().from(media).where(eq(media.key, key)).for('update');
      if (row === undefined || row.storedAt !== null || row.uploadId !== null) throw new Refused(409, 'KeyTaken');
      if (size > row.maxBytes) throw new Refused(413, 'EntityTooLarge');
      await takeRoom(transaction, key, { ownerId: row.ownerId, size });
      const [open] = await transaction
        .select({ n: count() })
        .from(media)
        .where(and(eq(media.ownerId, row.ownerId), isNull(media.storedAt), isNotNull(media.uploadId)));
      if ((open?.n ?? 0) >= OPEN_UPLOADS_MAX) throw new Refused(429, 'TooManyUploads');
      await transaction
        .update(media)
        .set({ uploadId, uploadName: name, uploadSize: size, uploadAt: clock.now() })
        .where(eq(media.id, row.id));
    });
  }

  async byUpload(uploadId: string): Promise<MediaRow | undefined> {
    const [row] = await this.options.db.select().from(media).where(eq(media.uploadId, uploadId));
    return row;
  }

  /** Looks at the first piece; what is not what it says is not waited for. @throws {Refused} */
  async checkHead(row: MediaRow): Promise<void> {
    await mustBe(this.#pathOf(row.uploadId), row.mime);
  }

  async touch(uploadId: string): Promise<void> {
    const { db, clock } = this.options;
    await db.update(media).set({ uploadAt: clock.now() }).where(eq(media.uploadId, uploadId));
  }

  /** Takes an upload whose last piece is there. @throws {Refused}, and forgets it */
  async finish(row: MediaRow): Promise<void> {
    const draft = this.#pathOf(row.uploadId);
    try {
      await this.take(draft, row, row.uploadSize ?? 0);
    } catch (error) {
      // Whoever was faster has taken the file away while it was looked at.
      if ((await this.#settled(row.id))?.storedAt != null) throw new Refused(409, 'KeyTaken');
      if (error instanceof Refused && error.word !== 'KeyTaken') await this.drop(row);
      throw error;
    }
    await rm(draft, { force: true });
  }

  /** Forgets an upload and what came of it. */
  async drop({ id, uploadId }: Pick<MediaRow, 'id' | 'uploadId'>): Promise<void> {
    await this.options.db.delete(media).where(and(eq(media.id, id), isNull(media.storedAt)));
    await rm(this.#pathOf(uploadId), { force: true });
  }

  /** Bytes that are there of an upload in pieces. */
  async receivedOf(uploadId: string): Promise<number> {
    const found = await stat(this.#pathOf(uploadId)).catch(() => undefined);
    return found?.size ?? 0;
  }

  /** Forgets uploads that nobody went on with, and forms that nothing came for. */
  async forget(db: Database, now: number): Promise<void> {
    const isOpen = isNull(media.storedAt);
    const late = and(isOpen, isNotNull(media.uploadId), lt(media.uploadAt, now - PIECES_KEPT_MS));
    for (const row of await db.select().from(media).where(late)) await this.drop(row);
    const never = and(isOpen, isNull(media.uploadId), lt(media.createdAt, now - FORMS_KEPT_MS));
    for (const { key } of await db.delete(media).where(never).returning({ key: media.key })) {
      await this.options.shelf.dropPosted(key);
    }
    // A crash may come between a row and its file.
    const names = await readdir(this.pieces);
    if (names.length === 0) return;
    const known = await db
      .select({ uploadId: media.uploadId })
      .from(media)
      .where(and(isOpen, inArray(media.uploadId, names)));
    const kept = new Set(known.map(({ uploadId }) => uploadId));
    for (const name of names) if (!kept.has(name)) await rm(join(this.pieces, name), { force: true });
  }

  #pathOf(uploadId: string | null): string {
    return join(this.pieces, uploadId ?? 'none');
  }

  async #own(ownerId: number, key: string): Promise<MediaRow> {
    const [row] = await this.options.db
      .select()
      .from(media)
      .where(and(eq(media.key, key), eq(media.ownerId, ownerId)));
    if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
    return row;
  }

  /** What became of an upload, once nobody is about to take it. */
  async #settled(id: number): Promise<MediaRow | undefined> {
    const [row] = await this.options.db.select().from(media).where(eq(media.id, id)).for('share');
    return row;
  }

  async #takePosted(row: MediaRow): Promise<void> {
    const { shelf } = this.options;
    const draft = this.newDraft();
    try {
      const size = await shelf.fetchPosted(row.key, draft, row.maxBytes);
      if (size === undefined) return;
      try {
        await this.take(draft, row, size);
      } finally {
        await shelf.dropPosted(row.key);
      }
    } finally {
      await rm(draft, { force: true });
    }
  }
}

const PROBLEMS: Readonly<Record<string, FieldProblem>> = {
  InvalidContentType: FieldProblem.WrongType,
  EntityTooLarge: FieldProblem.TooLarge,
  ClipTooLong: FieldProblem.TooLong,
  QuotaExceeded: FieldProblem.TooLarge,
};

const storedFile = ({ key, mime, size, seconds }: MediaRow): StoredFile => ({
  ...{ key, mime, size: size ?? 0, seconds: seconds ?? 0 },
});

/** What a file says it is does not count, what it is does. @throws {Refused} */
async function mustBe(path: string, mime: string): Promise<void> {
  const found = await fileTypeFromFile(path);
  if (found?.mime !== mime) throw new Refused(400, 'InvalidContentType');
}
