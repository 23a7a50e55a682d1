import type { Feature } from '../feature.js';
import { memberActions } from './actions.js';
import { exportActions } from './export.js';

export const memberFeature: Feature = {
  actions: ({ core, files, members, workers }) => [
    ...memberActions({
      ...members,
      pool: core.db,
      storage: files.storage,
      wakeOutbox: () => workers.outbox.wake(),
      wakeJobs: () => workers.jobs.wake(),
    }),
    ...exportActions(members.throttle, members.proofs),
  ],
};
