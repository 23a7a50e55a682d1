/** Wallets of members: balance, statement, payout accounts, withdrawals. */
export { PayPasswords } from './pay-password.js';
export { Businesses } from './businesses.js';
export { forfeitRest } from './closing.js';
export { incomeOf } from './statement.js';
export { arrivingCents, openWithdrawals, settleWithdrawal } from './withdrawals.js';
