/** Campaigns: courses that are produced when enough members pledge to buy them. */
export { approveLessons, deliverCrowdfund, scheduleCrowdfund } from './pledges.js';
