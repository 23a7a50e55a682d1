/** Orders with their states and the money that moves with them. */
export { moveOrder, moveRefund, REFUND_TRANSFER, type RefundTransferEvent } from './lifecycle.js';
export { closeUnpaid, isPayable, orderOf, payOrder, releaseCouponAndPoints, settleLater, shareOf } from './orders.js';
export { decideRefund, openRefundOf, openRefunds } from './refunds.js';
export { moveTransfer, parseTransferKey, refundPostings, requestTransfer, transferKey } from './refund-transfers.js';
export { statusOf } from './view.js';
