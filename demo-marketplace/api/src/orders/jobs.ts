import type { Clock } from '@lectern/kit/clock';
import type { JobHandler } from '../jobs/index.js';
import { EXPIRE_JOB, expireOrder, SETTLE_JOB, settleOrder } from './orders.js';
import { CROWDFUND_JOB, PRODUCTION_JOB, settleCrowdfund } from './pledges.js';
import { checkProduction } from './production.js';

/** Kinds of jobs on which money depends. */
export const MONEY_JOBS = [EXPIRE_JOB, CROWDFUND_JOB, PRODUCTION_JOB, SETTLE_JOB] as const;

/** Handlers of the scheduled jobs of orders. */
export const orderJobs = (clock: Clock): Readonly<Record<string, JobHandler>> => ({
  [EXPIRE_JOB]: ({ orderNo }, db) => expireOrder(db, String(orderNo), clock.now()),
  [CROWDFUND_JOB]: ({ courseId }, db) => settleCrowdfund(db, Number(courseId), clock.now()),
  [PRODUCTION_JOB]: ({ courseId }, db) => checkProduction(db, Number(courseId), clock.now()),
  [SETTLE_JOB]: ({ orderNo }, db) => settleOrder(db, String(orderNo), clock.now()),
});
