import { EXPIRE_JOB, SETTLE_JOB } from './orders.js';

/** Kinds of jobs of orders on which money depends. */
export const ORDER_MONEY_JOBS = [EXPIRE_JOB, SETTLE_JOB] as const;
