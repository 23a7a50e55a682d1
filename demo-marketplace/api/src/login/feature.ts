import type { Feature } from '../feature.js';
import { loginActions } from './actions.js';

export const loginFeature: Feature = {
  actions: ({ core, delivery: { channels }, members, workers }) =>
    loginActions({
      ...members,
      pool: core.db,
      channels,
      wakeOutbox: () => workers.outbox.wake(),
      wakeJobs: () => workers.jobs.wake(),
    }),
};
