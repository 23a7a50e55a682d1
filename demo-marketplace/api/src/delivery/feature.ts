import type { Feature } from '../feature.js';
import { inboxPage } from './inbox-page.js';

export const deliveryFeature = {
  pages: (app, { core, delivery }) => {
    if (core.isDemo) inboxPage(app, delivery.inbox);
  },
} as const satisfies Feature;
