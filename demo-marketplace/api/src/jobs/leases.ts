import type { Clock } from '@lectern/kit/clock';
import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Pool, Tx } from '../db/database.js';
import type { WorkerLog } from './worker.js';

/** Duration of a lease, from its claim or last renewal. No other worker can claim the row meanwhile. */
export const LEASE_MS = 120_000;
const RENEW_INTERVAL_MS = LEASE_MS / 4;

/** A claimed row. Each claim increments `attempts`, so the attempt number distinguishes one lease from the next. */
export interface Lease {
  readonly id: number;
  readonly attempts: number;
}

/** The lease expired and another worker claimed the row, so this worker's result is discarded. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease ended before the work was settled');
    this.name = 'LeaseLostError';
  }
}

interface LeaseOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: WorkerLog;
  /** Table with the columns `id`, `run_at`, `attempts` and `failed_at`. */
  readonly table: PgTable;
  /** Column that is set when the work is done. */
  readonly doneColumn: 'done_at' | 'delivered_at';
}

/**
 * Queue of rows processed by lease. A claim is one statement, and no lock is held during the work. When a worker dies,
 * its row is due again at the end of the lease.
 */
export class Leases {
  readonly #isOpen: SQL;

  constructor(private readonly options: LeaseOptions) {
    this.#isOpen = sql`${sql.identifier(options.doneColumn)} IS NULL AND failed_at IS NULL`;
  }

  /** Claims the row that is due next; undefined when no row is due. */
  async claim(): Promise<Lease | undefined> {
    const { db, clock, table } = this.options;
    const now = clock.now();
    const { rows } = await db.execute<{ id: string; attempts: number }>(sql`
      WITH due AS MATERIALIZED (
        SELECT id FROM ${table} WHERE ${this.#isOpen} AND run_at <= ${now}
        ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      UPDATE ${table} AS claimed SET attempts = attempts + 1, run_at = ${now + LEASE_MS}
      FROM due WHERE claimed.id = due.id RETURNING claimed.id, claimed.attempts`);
    const [row] = rows;
    return row && { id: Number(row.id), attempts: row.attempts };
  }

  /** Runs work and renews the lease meanwhile. */
  async during<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
    const { clock, log } = this.options;
    let renewing: Promise<unknown> = Promise.resolve();
    const stop = clock.every(RENEW_INTERVAL_MS, () => {
      // One after the other: of two at once, the earlier one could be written last and shorten the lease.
      renewing = renewing
        .then(() => this.#renew(lease))
        .catch((error: unknown) => log('a lease could not be renewed', error));
    });
    try {
      return await work();
    } finally {
      stop();
      // A renewal still in flight would overwrite `run_at` after the row is settled.
      await renewing;
    }
  }

  /**
   * Locks a claimed row until the end of the transaction. @throws {LeaseLostError} when another worker has claimed it
   */
  async lock(tx: Tx, { id, attempts }: Lease): Promise<void> {
    const { table } = this.options;
    const { rows } = await tx.execute(
      sql`SELECT id FROM ${table} WHERE id = ${id} AND attempts = ${attempts} AND ${this.#isOpen} FOR UPDATE`,
    );
    if (rows.length === 0) throw new LeaseLostError();
  }

  #renew({ id, attempts }: Lease): Promise<unknown> {
    const { db, clock, table } = this.options;
    return db.execute(
      sql`UPDATE ${table} SET run_at = ${clock.now() + LEASE_MS} WHERE id = ${id} AND attempts = ${attempts} AND ${this.#isOpen}`,
    );
  }
}
