import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { MIGRATIONS, type Migration } from './migrations.js';
import * as schema from './schema.js';

export type Schema = typeof schema;
export type Database = NodePgDatabase<Schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** Any number; the same in every process that migrates, so that they wait for one another. */
const MIGRATION_LOCK = 76_310_424;

async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
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
    client.release();
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
export async function openDatabase(url: string, onError: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction tells nobody else, and would end the process; whoever
  // uses it hears of it by the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrate(pool, MIGRATIONS);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db: Database = drizzle(pool, { schema });
  db.transaction = transactionsOf(pool);
  return { db, close: () => pool.end() };
}
