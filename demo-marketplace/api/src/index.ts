/** The marketplace's API and its web application, as Fastify plugins. */
export { openDatabase as openMarketplaceDatabase, type OpenDatabase as MarketplaceDatabase } from './db/database.js';
export type { MarketplaceApiOptions, MarketplaceParts } from './api-options.js';
export { marketplaceApi } from './api.js';
export type { ChatAccount, MakeChatUser, RtcUsersOptions } from './rtc/index.js';
export {
  ConfigError as MarketplaceConfigError,
  MARKETPLACE_SETTINGS,
  readMarketplaceConfig,
  type MarketplaceConfig,
} from './config.js';
export type { SmsOptions } from './delivery/index.js';
export type { CardOptions } from './payments/index.js';
export type { SecretOptions } from './security/index.js';
export { addStaff, listStaff, removeStaff, resetStaffPassword, StaffError, type StaffPorts } from './staff/index.js';
export type { S3Options } from './upload/index.js';
export { webApp, type WebAppOptions } from './web.js';
