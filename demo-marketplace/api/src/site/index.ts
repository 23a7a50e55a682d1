/** Settings of the site for pages, and its demo accounts. */
export { DEMO_ACCOUNTS, lockDemoAccounts, seedDemoAccounts } from './demo-accounts.js';
export { hasDemoContent, type DemoContent } from './demo-content.js';
