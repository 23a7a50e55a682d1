import { eq, sql } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { jobs } from '../db/schema/index.js';
import { LeaseLostError, Leases, type Lease } from './leases.js';
import { Worker, type WorkerLog } from './worker.js';

type Payload = Readonly<Record<string, unknown>>;

/** A job that only changes rows: they are written in the transaction that marks it done, or not at all. */
export type JobHandler = (payload: Payload, tx: Tx) => Promise<void>;

/**
 * A job that calls others over the network. No transaction is open while it acts, and it may act again: its worker may
 * die before the job is settled.
 */
export interface ExternalJob {
  /** Resolves with what is written in the transaction that marks it done. A rejection has it tried again later. */
  act(payload: Payload): Promise<JobSettlement | void>;
}

/** Rows that an {@link ExternalJob} changes once it has acted. A rejection has all of the job tried again later. */
export type JobSettlement = (tx: Tx) => Promise<void>;

export interface NewJob {
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly runAt: number;
  /** While a job with this key waits, another one with it is not taken. */
  readonly uniqueKey?: string;
}

const MAX_ATTEMPTS = 10;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 3_600_000;

/** How long to wait after an attempt that failed, counted from 1. */
export const delayAfter = (attempt: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));

/** Puts a job down: it is due once the transaction is committed. */
export async function enqueue(tx: Tx, { uniqueKey, ...job }: NewJob): Promise<void> {
  await tx
    .insert(jobs)
    .values({ ...job, uniqueKey: uniqueKey ?? null })
    .onConflictDoNothing();
}

interface JobPorts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: WorkerLog;
  readonly handlers: Readonly<Record<string, JobHandler | ExternalJob>>;
  /** Kinds that are never given up: nothing else does what they are for. */
  readonly lasting?: ReadonlySet<string>;
}

/** Works off jobs that are due, by lease; any number of processes may do so side by side. */
export function jobWorker({ db, clock, log, handlers, lasting = new Set() }: JobPorts): Worker {
  const leases = new Leases({ db, clock, log, table: jobs, doneColumn: 'done_at' });

  const settlementOf = async ({ kind, payload }: typeof jobs.$inferSelect): Promise<JobSettlement | void> => {
    const handler = handlers[kind];
    if (handler === undefined) throw new Error(`nothing handles jobs of kind ${kind}`);
    if (typeof handler === 'function') return (tx) => handler(payload, tx);
    return handler.act(payload);
  };

  const settle = (lease: Lease, settlement: JobSettlement | void): Promise<void> =>
    db.transaction(async (tx) => {
      await leases.lock(tx, lease);
      await settlement?.(tx);
      await tx.update(jobs).set({ doneAt: clock.now(), lastError: null }).where(eq(jobs.id, lease.id));
    });

  const postpone = (lease: Lease, kind: string, error: unknown): Promise<void> => {
    const isOver = lease.attempts >= MAX_ATTEMPTS && !lasting.has(kind);
    const next = isOver ? { failedAt: clock.now() } : { runAt: clock.now() + delayAfter(lease.attempts) };
    const lastError = String(withoutValues(error)).slice(0, 500);
    return db.transaction(async (tx) => {
      await leases.lock(tx, lease);
      await tx
        .update(jobs)
        .set({ ...next, lastError })
        .where(eq(jobs.id, lease.id));
    });
  };

  const workOne = async (): Promise<boolean> => {
    const lease = await leases.claim();
    if (lease === undefined) return false;
    const [job] = await db.select().from(jobs).where(eq(jobs.id, lease.id));
    if (job === undefined) return true;
    try {
      // Its last worker died with it each time.
      if (lease.attempts > MAX_ATTEMPTS && !lasting.has(job.kind)) throw new Error('no attempt came to its end');
      await settle(lease, await leases.during(lease, () => settlementOf(job)));
    } catch (error) {
      log(`job ${job.kind} failed, attempt ${lease.attempts}`, error);
      if (!(error instanceof LeaseLostError)) await postpone(lease, job.kind, error);
    }
    return true;
  };
  return new Worker({ clock, workOne, log });
}

/** Forgets what was done long ago. */
export const forgetJobs = (db: Database, before: number): Promise<unknown> =>
  db.delete(jobs).where(sql`${jobs.doneAt} < ${before}`);
