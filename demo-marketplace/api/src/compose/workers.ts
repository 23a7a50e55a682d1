import type { Tx } from '../db/database.js';
import { outboxWorker } from '../delivery/index.js';
import { foldJobs } from '../feature.js';
import { jobWorker, type Worker } from '../jobs/index.js';
import { stopPath } from '../messages/index.js';
import { refundSender } from '../payments/index.js';
import type { Core } from './core.js';
import type { Parts } from './parts.js';

/** Background workers. */
export interface Workers {
  /** Sends mail and text messages. */
  readonly outbox: Worker;
  readonly jobs: Worker;
  /** Sends refunds to the payment providers. */
  readonly refunds: Worker;
  /** Enqueues the first of the recurring jobs. */
  readonly schedule: (tx: Tx, now: number) => Promise<void>;
}

/** Builds the workers, which {@link startWorkers} starts. They stop before the application closes its connections. */
export function composeWorkers(parts: Omit<Parts, 'workers'>): Workers {
  const { core, delivery, providers } = parts;
  const { app, options, clock, db, vault, warn } = core;
  const { mailer, sms } = delivery;
  const refunds = refundSender({ db, clock, log: warn, providers });
  const outbox = outboxWorker({
    db,
    clock,
    log: warn,
    publicUrl: options.publicUrl,
    mailer,
    sms,
    stopPath: (stop) => stopPath(vault, stop),
  });
  const kinds = foldJobs(core.features, parts);
  const jobs = jobWorker({ db, clock, log: warn, kinds });
  app.addHook('preClose', async () => {
    await Promise.all([outbox.close(), jobs.close(), refunds.close()]);
    mailer.close();
  });
  return {
    outbox,
    jobs,
    refunds,
    schedule: async (tx, now) => {
      for (const { schedule } of Object.values(kinds)) await schedule?.(tx, now);
    },
  };
}

/** Resolves when all due jobs and messages are processed. */
export async function workersIdle({ outbox, jobs, refunds }: Workers): Promise<void> {
  // Jobs may request refunds, and both send messages.
  await jobs.idle();
  await refunds.idle();
  await outbox.idle();
}

interface StartOptions {
  readonly core: Core;
  readonly workers: Workers;
}

/** Schedules the recurring jobs and starts the workers. */
export async function startWorkers({ core: { clock, db }, workers }: StartOptions): Promise<void> {
  await db.transaction((tx) => workers.schedule(tx, clock.now()));
  workers.outbox.start();
  workers.jobs.start();
  workers.refunds.start();
}
