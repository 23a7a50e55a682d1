import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { media } from '../db/schema/index.js';
import { reserveQuota } from './quota.js';
import { Refused } from './refused.js';

/** After this time without data, another connection may take over a form: the process of the first one is gone. */
export const STALLED_MS = 60_000;
/** Step by which the reservation of a file grows beyond its announced size, when the request has no length. */
const GROWTH_BYTES = 8 * 1024 * 1024;
/** Interval at which an upload in progress is recorded, in milliseconds. */
export const PROGRESS_INTERVAL_MS = 10_000;

export interface SingleUploadOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Folder of files in progress. */
  readonly drafts: string;
}

/** Single-request uploads: each form has one connection at a time, and its bytes are reserved. */
export class SingleUploads {
  /** Open uploads of this process, by id. */
  readonly #open = new Set<string>();

  constructor(private readonly options: SingleUploadOptions) {}

  /** True while this process receives the upload. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /**
   * Reserves the announced size of a form. @param length size of the request's body in bytes, when known
   * @throws {Refused} `KeyTaken` when a file exists already, `UploadInProgress` when another connection is active,
   * `QuotaExceeded`
   */
  async open(key: string, length?: number): Promise<SingleUpload> {
    const { db, clock, drafts } = this.options;
    const id = randomUUID();
    this.#open.add(id);
    try {
      const row = await db.transaction(async (transaction) => {
        const [found] = await transaction.select().from(media).where(eq(media.key, key)).for('update');
        if (found === undefined || found.storedAt !== null || found.uploadId !== null) {
          throw new Refused(409, 'KeyTaken');
        }
        if (found.receivingId !== null && (found.uploadAt ?? 0) > clock.now() - STALLED_MS) {
          throw new Refused(409, 'UploadInProgress');
        }
        await reserveQuota(transaction, key, { ownerId: found.ownerId, size: found.uploadSize ?? 0 });
        await transaction.update(media).set({ receivingId: id, uploadAt: clock.now() }).where(eq(media.id, found.id));
        return found;
      });
      return new SingleUpload({ db, clock, id, path: join(drafts, id), row, length }, () => this.#open.delete(id));
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }
}

interface UploadState {
  readonly db: Database;
  readonly clock: Clock;
  readonly id: string;
  readonly path: string;
  readonly row: typeof media.$inferSelect;
  readonly length: number | undefined;
}

/** One file in progress, with its reservation. */
export class SingleUpload {
  /** Id of the reservation of its form. */
  readonly id: string;
  /** Path of the file while it arrives. */
  readonly path: string;
  readonly ownerId: number;
  #reserved: number;
  #progressAt: number;

  constructor(
    private readonly state: UploadState,
    private readonly forget: () => void,
  ) {
    this.id = state.id;
    this.path = state.path;
    this.ownerId = state.row.ownerId;
    this.#reserved = state.row.uploadSize ?? 0;
    this.#progressAt = state.clock.now();
  }

  /**
   * Ensures that `bytes` received so far are reserved, and records the progress.
   * @throws {Refused} `EntityTooLarge`, `QuotaExceeded`, or `UploadInProgress` when another connection took over
   */
  async receive(bytes: number): Promise<void> {
    const { row, clock } = this.state;
    if (bytes > row.maxBytes) throw new Refused(400, 'EntityTooLarge');
    const now = clock.now();
    if (bytes <= this.#reserved && now < this.#progressAt + PROGRESS_INTERVAL_MS) return;
    if (bytes <= this.#reserved) await this.#reserve(this.#reserved, now);
    // Reserves in advance, unless that exceeds the quota.
    else {
      await this.#reserve(this.#grown(bytes), now).catch((error: unknown) => {
        if (error instanceof Refused && error.word === 'QuotaExceeded') return this.#reserve(bytes, now);
        throw error;
      });
    }
  }

  async #reserve(size: number, now: number): Promise<void> {
    const { row } = this.state;
    await this.state.db.transaction(async (transaction) => {
      const mine = await transaction
        .update(media)
        .set({ uploadSize: size, uploadAt: now })
        .where(this.#isMine())
        .returning({ id: media.id });
      if (mine.length === 0) throw new Refused(409, 'UploadInProgress');
      // Lock order: the row, then the quota of its owner.
      if (size > this.#reserved) await reserveQuota(transaction, row.key, { ownerId: row.ownerId, size });
    });
    this.#reserved = size;
    this.#progressAt = now;
  }

  /** Deletes the received data unless it was stored, and releases the reservation. */
  async close(): Promise<void> {
    await rm(this.path, { force: true });
    await this.state.db
      .update(media)
      .set({ receivingId: null, uploadSize: this.state.row.uploadSize })
      .where(this.#isMine());
    this.forget();
  }

  #grown(bytes: number): number {
    const { length, row } = this.state;
    return Math.min(row.maxBytes, Math.max(bytes, length ?? bytes + GROWTH_BYTES));
  }

  readonly #isMine = () => and(eq(media.id, this.state.row.id), eq(media.receivingId, this.state.id));
}
