import { CROWDFUND_JOB, PRODUCTION_JOB } from './pledges.js';

/** Kinds of jobs of campaigns on which money depends. */
export const CAMPAIGN_MONEY_JOBS = [CROWDFUND_JOB, PRODUCTION_JOB] as const;
