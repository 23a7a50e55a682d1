import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { boundedPool, DATABASE_TIMEOUTS, DatabaseCheck, type DatabaseTimeouts } from './bounded-pool.js';
import { MIGRATIONS, type Migration } from './migrations.js';
import * as schema from './schema.js';

export type Schema = typeof schema;
export type Database = NodePgDatabase<Schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  readonly db: Database;
  /** Resolves when the database answers. @throws when it does not in some three seconds */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Gives up bringing the schema up to date, however long that takes. */
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: DatabaseTimeouts;
}

/** Any number; the same in every process that migrates, so that they wait for one another. */
const MIGRATION_LOCK = 76_310_424;
const MAX_CONNECTIONS = 10;
const FIRST_CONNECT_TIMEOUT_MS = 10_000;

/** Over a connection of its own without limits: a change of a large table may take its time. */
async function migrate(url: string, migrations: readonly Migration[], signal: AbortSignal | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  const giveUp = (): void => void client.connection.stream.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map((row) => row.name));
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [migration.name]);
        await client.query('COMMIT');
      } catch (cause) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${migration.name} failed`, { cause });
      }
    }
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end().catch(() => undefined);
  }
}

/**
 * Transactions of a pool that give their connection back however they end. Drizzle's own keep it when their first
 * statement fails, as it does when the database goes away; a few of those, and nobody gets a connection any more.
 */
function transactionsOf(pool: pg.Pool): Database['transaction'] {
  const databases = new WeakMap<pg.PoolClient, Database>();
  return async (work, config) => {
    const client = await pool.connect();
    const database = databases.get(client) ?? drizzle(client, { schema });
    databases.set(client, database);
    let isDone = false;
    try {
      const result = await database.transaction(work, config);
      isDone = true;
      return result;
    } finally {
      // What one is left in that failed is not known: perhaps it could not even roll back.
      client.release(!isDone);
    }
  };
}

/** Connects and brings the schema up to date. `onError` hears of connections that broke while idle. */
export async function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { signal, timeouts = DATABASE_TIMEOUTS }: OpenDatabaseOptions = {},
): Promise<OpenDatabase> {
  await migrate(url, MIGRATIONS, signal);
  const pool = boundedPool({ connectionString: url, max: MAX_CONNECTIONS }, timeouts);
  pool.on('error', onError);
  const check = new DatabaseCheck(url);
  const db: Database = drizzle(pool, { schema });
  db.transaction = transactionsOf(pool);
  return {
    db,
    check: () => check.run(),
    close: async () => void (await Promise.all([pool.end(), check.close()])),
  };
}
