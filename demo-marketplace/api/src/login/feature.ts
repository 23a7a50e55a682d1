import type { Feature } from '../feature.js';
import { forgetAddresses } from './closing.js';
import { loginActions } from './actions.js';
import { LOGIN_NOTICES } from './notice-kinds.js';

export const loginFeature = {
  forgetMember: forgetAddresses,
  actions: ({ core, delivery: { channels }, members, workers }) =>
    loginActions({
      ...members,
      pool: core.db,
      channels,
      wakeOutbox: () => workers.outbox.wake(),
      wakeJobs: () => workers.jobs.wake(),
    }),
  notices: LOGIN_NOTICES,
} as const satisfies Feature;
