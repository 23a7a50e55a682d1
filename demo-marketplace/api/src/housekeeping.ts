import { withoutValues, type Tx } from './db/database.js';
import { forgetDelivered } from './delivery/index.js';
import { foldJobs, type Feature } from './feature.js';
import { forgetReplays } from './http/replay.js';
import { enqueue, forgetJobs, type ExternalJob, type Jobs } from './jobs/index.js';
import type { Clock } from '@lectern/kit/clock';
import type { Codes, Sessions } from './login/index.js';
import { forgetNotices } from './messages/index.js';
import { retryFailedMoneyJobs } from './payments/index.js';
import type { Guests } from './rtc/index.js';
import type { Throttle } from './security/index.js';

/** Kind of the job that deletes expired data. */
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
  /** All kinds of jobs. */
  readonly kinds: () => Jobs;
  /** Raises an alarm for the operator. */
  readonly alarm: (message: string) => void;
}

/** Schedules housekeeping, unless it is already scheduled. */
export const scheduleHousekeeping = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, {
    kind: HOUSEKEEPING_JOB,
    payload: {},
    runAt,
    uniqueKey: `${HOUSEKEEPING_JOB} ${Math.floor(runAt / HOUR_MS)}`,
  });

/** Deletes expired data and schedules the next run in an hour. */
export const housekeeping = ({ clock, codes, sessions, throttle, guests, kinds, alarm }: Keepers): ExternalJob => ({
  async act() {
    const now = clock.now();
    await sessions.forget(now);
    await throttle.forget(now);
    await guests.sweep(now).catch((error: unknown) => alarm(`guests are not deleted: ${String(withoutValues(error))}`));
    return async (tx) => {
      await codes.forget(tx, now);
      for (const job of await retryFailedMoneyJobs(tx, kinds(), now))
        alarm(`money waits for a job that failed: ${job}`);
      await forgetReplays(tx, now);
      await forgetDelivered(tx, now - KEPT_MS);
      await forgetNotices(tx, now - NOTICES_KEPT_MS);
      await forgetJobs(tx, now - KEPT_MS);
      await scheduleHousekeeping(tx, now + HOUR_MS);
    };
  },
});

export const housekeepingFeature = {
  jobs(parts) {
    const { clock, alarm, features } = parts.core;
    const { codes, sessions, throttle, guests } = parts.members;
    const kinds = (): Jobs => foldJobs(features, parts);
    return {
      [HOUSEKEEPING_JOB]: {
        run: housekeeping({ clock, codes, sessions, throttle, guests, kinds, alarm }),
        isLasting: true,
        schedule: scheduleHousekeeping,
      },
    };
  },
} as const satisfies Feature;
