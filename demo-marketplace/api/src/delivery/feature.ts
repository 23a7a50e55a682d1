import type { Feature } from '../feature.js';
import { inboxPage } from './inbox-page.js';

export const deliveryFeature: Feature = {
  pages: (app, { core, delivery }) => {
    if (core.isDemo) inboxPage(app, delivery.inbox);
  },
};
