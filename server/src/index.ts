/** The Lectern conference server as a library: create it, add to its origin, listen. */
export type { Accounts, Credentials } from './auth/accounts.js';
export { ConfigError, readConfig, type ServerConfig } from './config.js';
export { createLecternServer } from './create.js';
export { HealthChecks, HealthProblem, type HealthCheck, type HealthReport } from './health.js';
export type { LecternServer, ServerParts } from './lectern-server.js';
export type { ConsumerOptions, EventHandler, EventLog, EventSubscription } from './events/index.js';
export { OperatorError } from './operator/errors.js';
export type * from './operator/types.js';
export type { Upgrades, UpgradeHandler } from './http/upgrades.js';
export { createWeriftEngine, type MediaEngine, type WeriftEngineOptions } from './media/index.js';

// The programs of this repository share these with the server; they are left out of the published declarations.
/** @internal */
export { fingerprintOf, isForgotten, lostSecretError } from './auth/known-secrets.js';
/** @internal */
export { fileSecret, readSecretFile } from '@lectern/kit/secrets';
/** @internal */
export {
  checkListenAddress,
  databaseError,
  FolderInUseError,
  runProgram,
  StartError,
  StartScope,
  type ProgramOptions,
  type RunningProgram,
} from '@lectern/kit/lifecycle';
/** @internal */
export { isLoopbackHost, productionSigns } from './mode.js';
/** @internal */
export type { Store } from './store/index.js';
/** @internal */
export { attachDatabases, type AttachedDatabases } from '@lectern/kit/postgres';
