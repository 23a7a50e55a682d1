import type { RoutePath } from '../lib/site-map.js';
import type { Pages } from '../lib/page.js';
import { accountPages } from '../features/account/routes.js';
import { cataloguePages } from '../features/catalogue/routes.js';
import { certificatesPages } from '../features/certificates/routes.js';
import { classroomPages } from '../features/classroom/routes.js';
import { feedbackPages } from '../features/feedback/routes.js';
import { livePages } from '../features/live/routes.js';
import { mentorPages } from '../features/mentor/routes.js';
import { messagesPages } from '../features/messages/routes.js';
import { officePages } from '../features/office/routes.js';
import { ordersPages } from '../features/orders/routes.js';
import { profilePages } from '../features/profile/routes.js';
import { systemPages } from '../features/system/routes.js';
import { walletPages } from '../features/wallet/routes.js';

/** The implemented screens; a route without one shows a placeholder. */
export const pages: Pages = {
  ...accountPages,
  ...cataloguePages,
  ...certificatesPages,
  ...classroomPages,
  ...feedbackPages,
  ...livePages,
  ...mentorPages,
  ...messagesPages,
  ...officePages,
  ...ordersPages,
  ...profilePages,
  ...systemPages,
  ...walletPages,
};

/** Aliases of routes; the query is kept. */
export const aliases: Readonly<Partial<Record<RoutePath, RoutePath>>> = {
  '/index': '/',
  '/pages/detail/detail': '/video-info',
};
