/** The marketplace's API and its web application, as Fastify plugins. */
export { marketplaceApi, type MarketplaceApiOptions } from './api.js';
export type { RtcUsersOptions } from './rtc-users.js';
export { webApp, type WebAppOptions } from './web.js';
