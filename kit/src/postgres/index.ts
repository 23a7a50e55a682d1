/** PostgreSQL: embedded or by its address, connections with time limits, migrations. */
export { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './bounded-pool.js';
export { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from './database.js';
export { attachDatabases, type AttachedDatabases } from './embedded/attach.js';
export { startCluster, type Cluster, type ClusterOptions } from './embedded/cluster.js';
export { ensureDatabase } from './embedded/ensure-database.js';
export { isDatabaseAway, isDuplicate } from './errors.js';
export type { Migration } from './migrate.js';
export type { StatementObserver } from './observe.js';
