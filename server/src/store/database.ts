import * as kit from '@lectern/kit/postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { MIGRATIONS } from './migrations.js';
import * as schema from './schema.js';

export type Schema = typeof schema;
export type Database = NodePgDatabase<Schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type OpenDatabase = kit.OpenDatabase<Schema>;

const MIGRATION_LOCK = 76_310_424;

/**
 * Connects and migrates the tables.
 *
 * @param onError receives errors of connections that broke while idle
 * @param options.signal aborts the migration, however long it takes
 */
export const openDatabase = (
  url: string,
  onError: (error: Error) => void,
  options: Pick<kit.OpenDatabaseOptions<Schema>, 'signal' | 'timeouts'> = {},
): Promise<OpenDatabase> =>
  kit.openDatabase({
    url,
    schema,
    migrations: MIGRATIONS,
    table: 'migrations',
    lock: MIGRATION_LOCK,
    onError,
    ...options,
  });
