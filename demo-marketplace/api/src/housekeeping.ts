import { withoutValues, type Tx } from './db/database.js';
import { forgetDelivered } from './delivery/index.js';
import { forgetReplays } from './http/replay.js';
import { enqueue, forgetJobs, type JobHandler } from './jobs/index.js';
import type { Clock } from '@lectern/kit/clock';
import type { Codes, Sessions } from './login/index.js';
import { forgetNotices } from './messages/index.js';
import { reviveMoneyJobs } from './payments/index.js';
import type { Guests } from './rtc/index.js';
import type { Throttle } from './security/index.js';

/** Kind of the job that forgets what is needed no more. */
export const HOUSEKEEPING_JOB = 'housekeeping';
const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
const NOTICES_KEPT_MS = 365 * 24 * HOUR_MS;

interface Keepers {
  readonly clock: Clock;
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly guests: Guests;
  /** Somebody should hear of it. */
  readonly alarm: (message: string) => void;
}

/** Has housekeeping begin, unless it is waiting already. */
export const scheduleHousekeeping = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, {
    kind: HOUSEKEEPING_JOB,
    payload: {},
    runAt,
    uniqueKey: `${HOUSEKEEPING_JOB} ${Math.floor(runAt / HOUR_MS)}`,
  });

/** Forgets what is needed no more, and sees to it that it is done again in an hour. */
export const housekeeping =
  ({ clock, codes, sessions, throttle, guests, alarm }: Keepers): JobHandler =>
  async (_payload, db) => {
    const now = clock.now();
    await codes.forget(db, now);
    await sessions.forget(now);
    await throttle.forget(now);
    for (const job of await reviveMoneyJobs(db, now)) alarm(`money waits for a job that failed: ${job}`);
    await forgetReplays(db, now);
    await forgetDelivered(db, now - KEPT_MS);
    await forgetNotices(db, now - NOTICES_KEPT_MS);
    await forgetJobs(db, now - KEPT_MS);
    await guests.sweep(now).catch((error: unknown) => alarm(`guests are not deleted: ${String(withoutValues(error))}`));
    await scheduleHousekeeping(db, now + HOUR_MS);
  };
