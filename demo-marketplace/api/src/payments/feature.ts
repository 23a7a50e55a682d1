import type { Feature } from '../feature.js';
import { paymentActions } from './actions.js';
import { DEV_NOTICE_JOB, devNotice, devPaymentPage } from './dev-page.js';
import { cardHook } from './hook.js';
import { PAYMENT_NOTICES } from './notice-kinds.js';

export const paymentsFeature = {
  actions: ({ core: { vault }, members: { payPasswords }, providers }) =>
    paymentActions(providers, payPasswords, vault),
  jobs: ({ core: { clock } }) => ({ [DEV_NOTICE_JOB]: { run: devNotice(clock) } }),
  pages: async (app, { core: { db, clock, options, isDemo } }) => {
    if (options.card !== undefined) await cardHook(app, { db, clock, webhookSecret: options.card.webhookSecret });
    if (isDemo) await devPaymentPage(app, db, clock);
  },
  notices: PAYMENT_NOTICES,
} as const satisfies Feature;
