/** Orders with their states and the money that moves with them. */
export { moveOrder, moveRefund, REFUND_TRANSFER, type RefundTransferEvent } from './lifecycle.js';
export { ORDER_MONEY_JOBS } from './jobs.js';
export { closeUnpaid, isPayable, orderOf, payOrder, releaseCouponAndPoints, settleLater, shareOf } from './orders.js';
export { decideRefund, openRefundOf, openRefunds } from './refunds.js';
export {
  moveTransfer,
  OPEN_TRANSFER_STATES,
  parseTransferKey,
  refundPostings,
  requestTransfer,
  transferKey,
} from './refund-transfers.js';
export { statusOf } from './view.js';
