import type { Feature } from '../feature.js';
import { memberActions } from './actions.js';
import { exportActions } from './export.js';
import { MEMBER_NOTICES } from './notice-kinds.js';

export const memberFeature = {
  actions: ({ core, files, members, workers }) => [
    ...memberActions({
      ...members,
      features: core.features,
      pool: core.db,
      storage: files.storage,
      wakeOutbox: () => workers.outbox.wake(),
      wakeJobs: () => workers.jobs.wake(),
    }),
    ...exportActions(members.throttle, members.proofs),
  ],
  notices: MEMBER_NOTICES,
} as const satisfies Feature;
