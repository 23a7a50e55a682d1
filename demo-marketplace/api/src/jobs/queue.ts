import { eq, sql } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { jobs } from '../db/schema/index.js';
import { LeaseLostError, Leases, type Lease } from './leases.js';
import { Worker, type WorkerLog } from './worker.js';

type Payload = Readonly<Record<string, unknown>>;

/** A job that only changes rows. They are written in the transaction that marks the job done, or not at all. */
export type JobHandler = (payload: Payload, tx: Tx) => Promise<void>;

/**
 * A job with network calls. No transaction is open while it acts. It must be idempotent, because its worker may die
 * before the job is settled.
 */
export interface ExternalJob {
  /** Resolves with the writes for the transaction that marks the job done. A rejection reschedules the job. */
  act(payload: Payload): Promise<JobSettlement | void>;
}

/** Writes of an {@link ExternalJob} after it has acted. A rejection reschedules the whole job. */
export type JobSettlement = (tx: Tx) => Promise<void>;

/** A kind of job, with what works it off. */
export interface Job {
  readonly run: JobHandler | ExternalJob;
  /** Retried without limit, because nothing else takes care of a failed job of this kind. */
  readonly isLasting?: true;
  /** Money depends on it: when it has failed permanently, it is retried and a case opens for the back office. */
  readonly movesMoney?: true;
  /** Enqueues the first job when the API starts, unless one is scheduled already. */
  readonly schedule?: (tx: Tx, now: number) => Promise<void>;
}

/** Jobs by their kinds. */
export type Jobs = Readonly<Record<string, Job>>;

export interface NewJob {
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly runAt: number;
  /** A job is not enqueued while another job with this key is unfinished. */
  readonly uniqueKey?: string;
}

const MAX_ATTEMPTS = 10;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 3_600_000;

/** Delay after the failed attempt `attempt`, which counts from 1. */
export const delayAfter = (attempt: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));

/** Enqueues a job; it is due after the transaction has committed. */
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
  readonly kinds: Jobs;
}

/** Processes due jobs by lease; any number of processes can run it concurrently. */
export function jobWorker({ db, clock, log, kinds }: JobPorts): Worker {
  const leases = new Leases({ db, clock, log, table: jobs, doneColumn: 'done_at' });

  const settlementOf = async ({ kind, payload }: typeof jobs.$inferSelect): Promise<JobSettlement | void> => {
    const run = kinds[kind]?.run;
    if (run === undefined) throw new Error(`nothing handles jobs of kind ${kind}`);
    return typeof run === 'function' ? (tx) => run(payload, tx) : run.act(payload);
  };

  const settle = (lease: Lease, settlement: JobSettlement | void): Promise<void> =>
    db.transaction(async (tx) => {
      await leases.lock(tx, lease);
      await settlement?.(tx);
      await tx.update(jobs).set({ doneAt: clock.now(), lastError: null }).where(eq(jobs.id, lease.id));
    });

  const postpone = (lease: Lease, kind: string, error: unknown): Promise<void> => {
    const isOver = lease.attempts >= MAX_ATTEMPTS && kinds[kind]?.isLasting !== true;
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
      // Each previous attempt ended with the death of its worker.
      if (lease.attempts > MAX_ATTEMPTS && kinds[job.kind]?.isLasting !== true)
        throw new Error('no attempt came to its end');
      await settle(lease, await leases.during(lease, () => settlementOf(job)));
    } catch (error) {
      log(`job ${job.kind} failed, attempt ${lease.attempts}`, error);
      if (!(error instanceof LeaseLostError)) await postpone(lease, job.kind, error);
    }
    return true;
  };
  return new Worker({ clock, workOne, log });
}

/** Deletes jobs done before `before`. */
export const forgetJobs = (db: Database, before: number): Promise<unknown> =>
  db.delete(jobs).where(sql`${jobs.doneAt} < ${before}`);
