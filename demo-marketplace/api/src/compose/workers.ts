import { outboxWorker } from '../delivery/index.js';
import { housekeeping, HOUSEKEEPING_JOB, scheduleHousekeeping } from '../housekeeping.js';
import { jobWorker, type Worker } from '../jobs/index.js';
import { HIDE_PICTURES_JOB, hidePictures, scheduleHidePictures } from '../mentor/index.js';
import { DIGEST_JOB, digestJob, scheduleDigest, stopPath } from '../messages/index.js';
import { orderJobs, scheduleCrowdfunds } from '../orders/index.js';
import { DEV_NOTICE_JOB, devNotice, refundSender, type PaymentProvider } from '../payments/index.js';
import { CHAT_ACCOUNT_JOB, CHAT_END_JOB } from '../rtc/index.js';
import { scheduleUploadExpiry, UPLOAD_EXPIRY_JOB, uploadExpiry } from '../upload/index.js';
import type { Core } from './core.js';
import type { Delivery } from './delivery.js';
import type { Files } from './files.js';
import type { Members } from './members.js';

/** Background workers. */
export interface Workers {
  /** Sends mail and text messages. */
  readonly outbox: Worker;
  readonly jobs: Worker;
  /** Sends refunds to the payment providers. */
  readonly refunds: Worker;
}

interface WorkerOptions {
  readonly core: Core;
  readonly files: Files;
  readonly delivery: Delivery;
  readonly members: Members;
  readonly providers: readonly PaymentProvider[];
}

/** Builds the workers, which {@link startWorkers} starts. They stop before the application closes its connections. */
export function composeWorkers({ core, files, delivery, members, providers }: WorkerOptions): Workers {
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
  const jobs = composeJobs({ core, files, members });
  app.addHook('preClose', async () => {
    await Promise.all([outbox.close(), jobs.close(), refunds.close()]);
    mailer.close();
  });
  return { outbox, jobs, refunds };
}

function composeJobs({ core, files, members }: Pick<WorkerOptions, 'core' | 'files' | 'members'>): Worker {
  const { clock, db, warn, alarm } = core;
  const { uploadIntake, objectStore } = files;
  const { chat, codes, sessions, throttle, guests } = members;
  return jobWorker({
    db,
    clock,
    log: warn,
    handlers: {
      [CHAT_ACCOUNT_JOB]: chat.job,
      [CHAT_END_JOB]: chat.endJob,
      [HOUSEKEEPING_JOB]: housekeeping({ clock, codes, sessions, throttle, guests, alarm }),
      [UPLOAD_EXPIRY_JOB]: uploadExpiry({ db, uploadIntake, objectStore, clock, alarm }),
      [DEV_NOTICE_JOB]: devNotice(clock),
      [HIDE_PICTURES_JOB]: hidePictures(db, objectStore),
      [DIGEST_JOB]: digestJob(clock),
      ...orderJobs(clock),
    },
    // Failed money jobs open a case for the back office instead.
    lasting: new Set([
      CHAT_ACCOUNT_JOB,
      CHAT_END_JOB,
      HOUSEKEEPING_JOB,
      UPLOAD_EXPIRY_JOB,
      HIDE_PICTURES_JOB,
      DIGEST_JOB,
    ]),
  });
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
  await db.transaction(async (tx) => {
    await scheduleHousekeeping(tx, clock.now());
    await scheduleUploadExpiry(tx, clock.now());
    await scheduleCrowdfunds(tx);
    await scheduleHidePictures(tx, clock.now());
    await scheduleDigest(tx, clock.now());
  });
  workers.outbox.start();
  workers.jobs.start();
  workers.refunds.start();
}
