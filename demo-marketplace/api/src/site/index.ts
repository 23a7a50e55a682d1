/** The site itself: its settings for pages, and what there is to try in demo mode. */
export { siteActions } from './actions.js';
export { DEMO_ACCOUNTS, lockDemoAccounts, seedDemoAccounts } from './demo-accounts.js';
export { hasDemoContent, type DemoContent } from './demo-content.js';
