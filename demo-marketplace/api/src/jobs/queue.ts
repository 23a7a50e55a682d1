import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { jobs } from '../db/schema/index.js';
import { Worker, type WorkerLog } from './worker.js';

/** What is done for a kind of job; a rejection has it tried again later. */
export type JobHandler = (payload: Readonly<Record<string, unknown>>, tx: Tx) => Promise<void>;

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
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Kinds that are never given up: nothing else does what they are for. */
  readonly lasting?: ReadonlySet<string>;
}

/** Works off jobs that are due; any number of processes may do so side by side. */
export function jobWorker({ db, clock, log, handlers, lasting = new Set() }: JobPorts): Worker {
  const workOne = (): Promise<boolean> =>
    db.transaction(async (transaction) => {
      const [job] = await transaction
        .select()
        .from(jobs)
        .where(and(isNull(jobs.doneAt), isNull(jobs.failedAt), lte(jobs.runAt, clock.now())))
        .orderBy(asc(jobs.runAt), asc(jobs.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (job === undefined) return false;
      const attempts = job.attempts + 1;
      try {
        const handler = handlers[job.kind];
        if (handler === undefined) throw new Error(`nothing handles jobs of kind ${job.kind}`);
        // What a handler wrote before it failed is undone, the attempt is not.
        await transaction.transaction((inner) => handler(job.payload, inner));
        await transaction
          .update(jobs)
          .set({ doneAt: clock.now(), attempts, lastError: null })
          .where(eq(jobs.id, job.id));
      } catch (error) {
        log(`job ${job.kind} failed, attempt ${attempts}`, error);
        const lastError = String(withoutValues(error)).slice(0, 500);
        const isOver = attempts >= MAX_ATTEMPTS && !lasting.has(job.kind);
        const next = isOver ? { failedAt: clock.now() } : { runAt: clock.now() + delayAfter(attempts) };
        await transaction
          .update(jobs)
          .set({ ...next, attempts, lastError })
          .where(eq(jobs.id, job.id));
      }
      return true;
    });
  return new Worker({ clock, workOne, log });
}

/** Forgets what was done long ago. */
export const forgetJobs = (db: Database, before: number): Promise<unknown> =>
  db.delete(jobs).where(sql`${jobs.doneAt} < ${before}`);
