/** Wallets of members: balance, statement, payout accounts, withdrawals. */
export { walletActions } from './actions.js';
export { PayPasswords } from './pay-password.js';
export { payPasswordActions } from './pay-password-actions.js';
export { incomeOf } from './statement.js';
export { openWithdrawals, settleWithdrawal } from './withdrawals.js';
