/** Payments of orders, from the wallet or through a provider with asynchronous notifications. */
export { closeCase, outcomesOf, retryFailedMoneyJobs } from './cases.js';
export { devProvider } from './dev-page.js';
export { cardProvider, type CardOptions } from './card.js';
export type { PaymentProvider } from './ports.js';
export { refundSender } from './refund-sender.js';
