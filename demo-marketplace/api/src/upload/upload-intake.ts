import {
  CLIP_MAX_SECONDS,
  FailureReason,
  FieldProblem,
  UploadType,
  type StoredFile,
  type UnfinishedUpload,
} from '@lectern/marketplace-contract';
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { media } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { InspectionPool } from './inspect/index.js';
import { reserveQuota } from './quota.js';
import { Refused } from './refused.js';
import type { ObjectStore } from './object-store.js';
import { PROGRESS_INTERVAL_MS, SingleUploads, STALLED_MS, type SingleUpload } from './single-uploads.js';

/** Lifetime of a resumable upload, long enough for a weekend. */
export const PIECES_KEPT_MS = 3 * 86_400_000;
/** Maximum incomplete resumable uploads of one member. */
export const OPEN_UPLOADS_MAX = 10;

/** Seconds after which the client asks again for a file that could not be checked yet. */
const RETRY_AFTER_S = 5;

export type MediaRow = typeof media.$inferSelect;

export interface UploadIntakeOptions {
  /** Folder of incoming files. */
  readonly folder: string;
  readonly objectStore: ObjectStore;
  readonly db: Database;
  readonly clock: Clock;
  readonly inspections: Pick<InspectionPool, 'inspect'>;
}

/** A completely received file, with the key of its form. */
interface Arrived {
  readonly path: string;
  readonly key: string;
  readonly mime: string;
  readonly ownerId: number;
  /** Bytes. */
  readonly size: number;
  /** The single-request upload that it came by; undefined for a resumable upload. */
  readonly upload?: Pick<SingleUpload, 'id'> | undefined;
}

/** Parameters of a new resumable upload. */
interface Beginning {
  readonly key: string;
  readonly uploadId: string;
  readonly name: string;
  readonly size: number;
}

/** Inspects received files, and stores those whose content matches the declared type. */
export class UploadIntake {
  /** Folder of single-request uploads. */
  readonly drafts: string;
  /** Folder of resumable uploads, by upload id. */
  readonly pieces: string;

  /** Single-request uploads in progress. */
  readonly single: SingleUploads;
  /** Posted files that are being fetched and checked, by key. */
  readonly #fetching = new Map<string, Promise<void>>();
  /** Resumable uploads that are being checked and stored, by key. */
  readonly #finishing = new Map<string, Promise<void>>();

  constructor(private readonly options: UploadIntakeOptions) {
    this.drafts = join(options.folder, 'drafts');
    this.pieces = join(options.folder, 'pieces');
    this.single = new SingleUploads({ db: options.db, clock: options.clock, drafts: this.drafts });
  }

  /** Creates its folders. */
  async prepare(): Promise<void> {
    await mkdir(this.drafts, { recursive: true });
    await mkdir(this.pieces, { recursive: true });
  }

  /**
   * Checks and stores a completely received file. @throws {Refused}; the signal's reason when it is aborted during the
   * check
   */
  async take(arrived: Arrived, signal?: AbortSignal): Promise<void> {
    const { path, key, mime, ownerId } = arrived;
    const isFilm = mime.startsWith('video/');
    const found = await this.options.inspections.inspect({ path, measure: isFilm }, { ownerId, signal });
    if (found.mime !== mime || (isFilm && found.seconds === undefined)) throw new Refused(400, 'InvalidContentType');
    const seconds = found.seconds ?? null;
    if (key.startsWith(`${UploadType.Clip}/`) && seconds !== null && seconds >= CLIP_MAX_SECONDS) {
      throw new Refused(400, 'ClipTooLong');
    }
    await this.#store(arrived, seconds);
  }

  /** Stores a checked file: reserves its row, moves the file outside of any transaction, and records it. */
  async #store({ path, key, mime, size, upload }: Arrived, seconds: number | null): Promise<void> {
    const { db, clock, objectStore } = this.options;
    const receivingId = await this.#reserve({ key, size, upload });
    const isMine = and(eq(media.key, key), eq(media.receivingId, receivingId), isNull(media.storedAt));
    // Keeps the reservation alive, since another connection takes over stalled ones.
    const stop = clock.every(PROGRESS_INTERVAL_MS, () => {
      void db
        .update(media)
        .set({ uploadAt: clock.now() })
        .where(isMine)
        .catch(() => undefined);
    });
    try {
      await objectStore.put(path, key, mime);
      const stored = await db
        .update(media)
        .set({ size, seconds, storedAt: clock.now(), receivingId: null })
        .where(isMine)
        .returning({ id: media.id });
      if (stored.length === 0) throw new Refused(409, 'KeyTaken');
    } finally {
      stop();
      if (upload === undefined) await db.update(media).set({ receivingId: null }).where(isMine);
    }
  }

  /** Reserves the row and the quota of a file to be stored; resolves with the id of the reservation. */
  async #reserve({ key, size, upload }: Pick<Arrived, 'key' | 'size' | 'upload'>): Promise<string> {
    const { db, clock } = this.options;
    const receivingId = upload?.id ?? randomUUID();
    await db.transaction(async (transaction) => {
      const [row] = await transaction.select().from(media).where(eq(media.key, key)).for('update');
      // A form is valid for one file, so that the content of a published address never changes.
      if (row === undefined || row.storedAt !== null) throw new Refused(409, 'KeyTaken');
      const isFree = row.receivingId === null || (row.uploadAt ?? 0) <= clock.now() - STALLED_MS;
      const isOurs = upload === undefined ? isFree : row.receivingId === upload.id;
      if (!isOurs) throw new Refused(409, 'UploadInProgress');
      await reserveQuota(transaction, key, { ownerId: row.ownerId, size });
      await transaction
        .update(media)
        .set({ receivingId, uploadSize: size, uploadAt: clock.now() })
        .where(eq(media.id, row.id));
    });
    return receivingId;
  }

  /**
   * Completes a member's upload. @throws {ApiFailure} when it is incomplete or refused; the signal's reason when
   * aborted
   */
  async complete(ownerId: number, key: string, signal?: AbortSignal): Promise<StoredFile> {
    const row = await this.#own(ownerId, key);
    if (row.storedAt !== null) return storedFile(row);
    try {
      const received = row.uploadId === null ? undefined : await this.receivedOf(row.uploadId);
      // A file that a concurrent call has moved but not recorded yet is no longer at its path.
      const isHere = received === row.uploadSize || this.#finishing.has(key);
      await (row.uploadId !== null && isHere ? this.finish(row, signal) : this.#takePosted(row, signal));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A concurrent call may have finished first: its result is right for both.
      if (error.status === 503) throw new ApiFailure(FailureReason.TooMany, { retry_after: RETRY_AFTER_S });
      const isOther = error.word === 'KeyTaken' || error.word === 'UploadInProgress';
      if (!isOther) throw badField('key', PROBLEMS[error.word] ?? FieldProblem.Malformed);
    }
    const now = await this.#settled(row.id);
    // Another process is storing it.
    const isBusy = now?.storedAt === null && now.uploadId !== null && now.receivingId !== null;
    if (isBusy) throw new ApiFailure(FailureReason.TooMany, { retry_after: RETRY_AFTER_S });
    if (now === undefined || now.storedAt === null) throw badField('key', FieldProblem.Unknown);
    return storedFile(now);
  }

  /** State of a resumable upload, for its continuation. @throws {ApiFailure} when it does not exist or has ended */
  async unfinished(ownerId: number, key: string): Promise<UnfinishedUpload> {
    const { uploadId, uploadName, uploadSize, uploadAt, mime, storedAt } = await this.#own(ownerId, key);
    if (uploadId === null || storedAt !== null) throw new ApiFailure(FailureReason.NotFound);
    const received = await this.receivedOf(uploadId);
    return {
      ...{ key, mime, received, upload_id: uploadId, name: uploadName ?? '', size: uploadSize ?? 0 },
      expires_at: new Date((uploadAt ?? 0) + PIECES_KEPT_MS).toISOString(),
    };
  }

  /** Reserves a resumable upload. @throws {Refused} */
  async begin({ key, uploadId, name, size }: Beginning): Promise<void> {
    const { db, clock } = this.options;
    await db.transaction(async (transaction) => {
      const [row] = await transaction.select().from(media).where(eq(media.key, key)).for('update');
      if (row === undefined || row.storedAt !== null || row.uploadId !== null) throw new Refused(409, 'KeyTaken');
      if (size > row.maxBytes) throw new Refused(413, 'EntityTooLarge');
      await reserveQuota(transaction, key, { ownerId: row.ownerId, size });
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

  /**
   * Checks the type of the first chunk, so that a wrong file is refused early. @throws {Refused}; the signal's reason
   * when it is aborted
   */
  async checkHead({ uploadId, mime, ownerId }: MediaRow, signal?: AbortSignal): Promise<void> {
    const task = { path: this.pathOf(uploadId), measure: false };
    const found = await this.options.inspections.inspect(task, { ownerId, signal });
    if (found.mime !== mime) throw new Refused(400, 'InvalidContentType');
  }

  async touch(uploadId: string): Promise<void> {
    const { db, clock } = this.options;
    await db.update(media).set({ uploadAt: clock.now() }).where(eq(media.uploadId, uploadId));
  }

  /** Stores a completely received upload. @throws {Refused}; the upload is dropped, unless it may be sent again */
  async finish(row: MediaRow, signal?: AbortSignal): Promise<void> {
    const running = this.#finishing.get(row.key);
    // The first caller may abort: the next one tries again.
    if (running !== undefined) return running.catch(() => undefined).then(() => this.finish(row, signal));
    const finishing = this.#finish(row, signal).finally(() => this.#finishing.delete(row.key));
    this.#finishing.set(row.key, finishing);
    return finishing;
  }

  async #finish(row: MediaRow, signal: AbortSignal | undefined): Promise<void> {
    const path = this.pathOf(row.uploadId);
    try {
      await this.take({ ...row, path, size: row.uploadSize ?? 0 }, signal);
    } catch (error) {
      // A concurrent call has stored the file during the inspection.
      if ((await this.#settled(row.id))?.storedAt != null) throw new Refused(409, 'KeyTaken');
      if (error instanceof Refused && error.status !== 409 && error.status < 500) await this.drop(row);
      throw error;
    }
    await rm(path, { force: true });
  }

  /** Deletes an incomplete upload with its data. */
  async drop({ id, uploadId }: Pick<MediaRow, 'id' | 'uploadId'>): Promise<void> {
    await this.options.db.delete(media).where(and(eq(media.id, id), isNull(media.storedAt)));
    await rm(this.pathOf(uploadId), { force: true });
  }

  /** Bytes received of a resumable upload. */
  async receivedOf(uploadId: string): Promise<number> {
    const found = await stat(this.pathOf(uploadId)).catch(() => undefined);
    return found?.size ?? 0;
  }

  pathOf(uploadId: string | null): string {
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

  /** Current row of an upload. */
  async #settled(id: number): Promise<MediaRow | undefined> {
    const [row] = await this.options.db.select().from(media).where(eq(media.id, id));
    return row;
  }

  /** Fetches and checks a posted file; concurrent calls share one run. */
  async #takePosted(row: MediaRow, signal: AbortSignal | undefined): Promise<void> {
    const running = this.#fetching.get(row.key);
    // The first caller may abort: the others try again.
    if (running !== undefined) return running.catch(() => this.#takePosted(row, signal));
    const fetching = this.#fetchPosted(row, signal).finally(() => this.#fetching.delete(row.key));
    this.#fetching.set(row.key, fetching);
    return fetching;
  }

  async #fetchPosted({ key, mime, maxBytes }: MediaRow, signal: AbortSignal | undefined): Promise<void> {
    const { objectStore } = this.options;
    const upload = await this.single.open(key);
    try {
      const size = await objectStore.fetchPosted(key, upload.path, maxBytes);
      if (size === undefined) return;
      await this.take({ path: upload.path, key, mime, ownerId: upload.ownerId, size, upload }, signal).catch(
        async (error: unknown) => {
          if (!signal?.aborted) await objectStore.dropPosted(key);
          throw error;
        },
      );
      await objectStore.dropPosted(key);
    } finally {
      await upload.close();
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
