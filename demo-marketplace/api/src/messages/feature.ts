import type { Feature } from '../feature.js';
import { messageActions } from './actions.js';
import { DIGEST_JOB, digestJob, scheduleDigest } from './digest.js';
import { stopMailPage } from './stop-mail.js';

export const messagesFeature = {
  actions: ({ notices }) => messageActions(notices),
  jobs: ({ core: { clock }, notices }) => ({
    [DIGEST_JOB]: { run: digestJob(clock, notices), isLasting: true, schedule: scheduleDigest },
  }),
  pages: (app, { core: { db, vault } }) => stopMailPage(app, { db, vault }),
} as const satisfies Feature;
