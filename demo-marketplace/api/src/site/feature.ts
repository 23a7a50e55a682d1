import type { Feature } from '../feature.js';
import { siteActions } from './actions.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';

export const siteFeature = {
  actions: ({ core: { options, isDemo } }) =>
    siteActions({
      appKey: options.appKey,
      restUrl: options.publicRestUrl,
      demoAccounts: isDemo ? DEMO_ACCOUNTS : [],
    }),
} as const satisfies Feature;
