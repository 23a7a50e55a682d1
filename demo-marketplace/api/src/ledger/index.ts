/** Double-entry ledger of money and points. */
export * from './accounts.js';
export * from './ledger.js';
