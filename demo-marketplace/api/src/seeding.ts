/** Entry for programs that write content into the database of the marketplace as its own actions would. */
export { claim, redeem } from './coupons/claims.js';
export { signInToday } from './coupons/points.js';
export { setContentHidden } from './courses/index.js';
export { notify as notifyOfCourse } from './courses/notice-kinds.js';
export { searchVector } from './courses/search-tokens.js';
export { stockOf, takenCourseSeats } from './courses/seats.js';
export type { Database, Pool, Tx } from './db/database.js';
export * from './db/schema/index.js';
export { escapeHtml } from './http/page.js';
export {
  AccountKind,
  FEES,
  moneyOf,
  moving,
  OUTSIDE,
  pledgesOf,
  transfer,
  type AccountName,
  type LedgerTransaction,
} from './ledger/index.js';
export { decideLive } from './live/index.js';
export { DEMO_PREFIX, DEMO_TOPICS, demoHandouts, demoLessons, type DemoLesson } from './lessons/demo-lessons.js';
export { liveDocument } from './mentor/documents.js';
export { notify as notifyAsOffice, type Decision } from './office/notice-kinds.js';
export { notify as notifyOfCampaign } from './crowdfund/notice-kinds.js';
export { closeUnpaid, moveTransfer, orderOf, payOrder } from './orders/index.js';
export { expireOrder, placeOrder, settleLater, settleOrder } from './orders/orders.js';
export { applyForRefund, decideRefund } from './orders/refunds.js';
export type { Vault } from './security/index.js';
export { DEMO_ACCOUNTS } from './site/demo-accounts.js';
export { hasDemoContent, NO_PASSWORD, PICTURE_FOLDER, type DemoContent, type DemoPorts } from './site/demo-content.js';
export { FILES_PATH } from './upload/index.js';
export { addPayoutAccount } from './wallet/accounts.js';
export { applyForWithdrawal, settleWithdrawal, cancelWithdrawalRequest } from './wallet/withdrawals.js';
