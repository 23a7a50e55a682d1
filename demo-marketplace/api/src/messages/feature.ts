import type { Feature } from '../feature.js';
import { forgetNotifications } from './closing.js';
import { messageActions } from './actions.js';
import { DIGEST_JOB, digestJob, scheduleDigest } from './digest.js';
import { stopMailPage } from './stop-mail.js';

export const messagesFeature = {
  forgetMember: forgetNotifications,
  actions: ({ notices }) => messageActions(notices),
  jobs: ({ core: { clock }, notices }) => ({
    [DIGEST_JOB]: { run: digestJob(clock, notices), isLasting: true, schedule: scheduleDigest },
  }),
  pages: (app, { core: { db, vault } }) => stopMailPage(app, { db, vault }),
} as const satisfies Feature;
