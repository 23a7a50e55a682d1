/** What is bought: orders and their states, and the money that moves with them. */
export { orderActions } from './actions.js';
export { MONEY_JOBS, orderJobs } from './jobs.js';
export { closeUnpaid, isPayable, orderOf, payOrder } from './orders.js';
export { approveLessons, deliverCrowdfund, scheduleCrowdfund, scheduleCrowdfunds } from './pledges.js';
export { decideRefund, openRefunds } from './refunds.js';
export {
  moveTransfer,
  OPEN_TRANSFER_STATES,
  parseTransferKey,
  REFUND_TRANSFER_MOVES,
  requestTransfer,
  transferKey,
} from './refund-transfers.js';
export { statusOf } from './view.js';
