/** Campaigns: courses that are produced when enough members pledge to buy them. */
export { CAMPAIGN_MONEY_JOBS } from './jobs.js';
export { approveLessons, deliverCrowdfund, scheduleCrowdfund } from './pledges.js';
