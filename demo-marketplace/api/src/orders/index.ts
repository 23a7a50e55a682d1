/** Orders with their states and the money that moves with them. */
export { REFUND_TRANSFER, type RefundTransferEvent } from './lifecycle.js';
export { MONEY_JOBS } from './jobs.js';
export { closeUnpaid, isPayable, orderOf, payOrder } from './orders.js';
export { approveLessons, deliverCrowdfund, scheduleCrowdfund, scheduleCrowdfunds } from './pledges.js';
export { purchasableOf } from './purchasables/index.js';
export { decideRefund, openRefunds } from './refunds.js';
export {
  moveTransfer,
  OPEN_TRANSFER_STATES,
  parseTransferKey,
  requestTransfer,
  transferKey,
} from './refund-transfers.js';
export { statusOf } from './view.js';
