import { EXPIRE_JOB, SETTLE_JOB } from './orders.js';
import { CROWDFUND_JOB, PRODUCTION_JOB } from './pledges.js';

/** Kinds of jobs on which money depends. */
export const MONEY_JOBS = [EXPIRE_JOB, CROWDFUND_JOB, PRODUCTION_JOB, SETTLE_JOB] as const;
