import type { Feature } from '../feature.js';
import { paymentActions } from './actions.js';
import { DEV_NOTICE_JOB, devNotice, devPaymentPage } from './dev-page.js';
import { cardHook } from './hook.js';
import { PAYMENT_NOTICES } from './notice-kinds.js';

export const paymentsFeature = {
  actions: ({ core: { vault }, members: { payPasswords }, providers, purchasables }) =>
    paymentActions(providers, purchasables, payPasswords, vault),
  jobs: ({ core: { clock }, purchasables }) => ({ [DEV_NOTICE_JOB]: { run: devNotice(purchasables, clock) } }),
  pages: async (app, { core: { db, clock, options, isDemo }, purchasables: types }) => {
    const { card } = options;
    if (card !== undefined) await cardHook(app, { db, types, clock, webhookSecret: card.webhookSecret });
    if (isDemo) await devPaymentPage(app, { db, types, clock });
  },
  notices: PAYMENT_NOTICES,
} as const satisfies Feature;
