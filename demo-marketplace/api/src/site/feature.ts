import { PayChannel } from '@lectern/marketplace-contract';
import type { Feature } from '../feature.js';
import { siteActions } from './actions.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';

export const siteFeature = {
  actions: ({ core: { options, isDemo }, providers }) =>
    siteActions({
      appKey: options.appKey,
      restUrl: options.publicRestUrl,
      payChannels: [...providers.map(({ channel }) => channel), PayChannel.Balance],
      demoAccounts: isDemo ? DEMO_ACCOUNTS : [],
    }),
} as const satisfies Feature;
