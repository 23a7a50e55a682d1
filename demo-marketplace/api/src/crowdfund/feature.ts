import type { Feature } from '../feature.js';
import { hasOpenPledges } from './closing.js';
import { campaignActions } from './actions.js';
import { CAMPAIGN_NOTICES } from './notice-kinds.js';
import { CROWDFUND_JOB, PRODUCTION_JOB, scheduleCrowdfunds, settleCrowdfund } from './pledges.js';
import { checkProduction } from './production.js';
import { CROWDFUND_PURCHASABLE } from './purchasable.js';

export const crowdfundFeature = {
  keepsAccountOpen: hasOpenPledges,
  notices: CAMPAIGN_NOTICES,
  actions: ({ files }) => campaignActions(files.storage),
  purchasables: [CROWDFUND_PURCHASABLE],
  // None of these is lasting: a failed money job opens a case for the back office instead.
  jobs: ({ core: { clock } }) => ({
    [CROWDFUND_JOB]: {
      run: ({ courseId }, tx) => settleCrowdfund(tx, Number(courseId), clock.now()),
      movesMoney: true,
      schedule: (tx) => scheduleCrowdfunds(tx),
    },
    [PRODUCTION_JOB]: {
      run: ({ courseId }, tx) => checkProduction(tx, Number(courseId), clock.now()),
      movesMoney: true,
    },
  }),
} as const satisfies Feature;
