import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { MIGRATIONS } from './migrations/index.js';
import * as schema from './schema/index.js';

type Tables = typeof schema;
type Pooled = NodePgDatabase<Tables>;
/** Where queries go: the pool, or the transaction that a caller has opened. */
export type Database = PgDatabase<NodePgQueryResultHKT, Tables>;

export interface OpenDatabase {
  readonly db: Pooled;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** All tables are in it; made if need be. */
  readonly schemaName: string;
  /** Hears of connections that broke while idle. */
  readonly onError: (error: Error) => void;
}

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** Any number; the same in every process that migrates, so that they wait for one another. */
const MIGRATION_LOCK = 76_310_425;

async function migrate(pool: pg.Pool, schemaName: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [MIGRATION_LOCK, schemaName]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schemaName)}`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const applied = new Set(rows.map(({ name }) => name));
    for (const migration of MIGRATIONS) {
      if (applied.has(migration.name)) continue;
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query('INSERT INTO migration (name) VALUES ($1)', [migration.name]);
        await client.query('COMMIT');
      } catch (cause) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${migration.name} failed`, { cause });
      }
    }
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [MIGRATION_LOCK, schemaName]);
  } finally {
    client.release();
  }
}

/**
 * Transactions that give their connection back however they end. Drizzle's own keep it when their first statement
 * fails, as it does when the database goes away; a few of those, and nobody gets a connection any more.
 */
function transactionsOf(pool: pg.Pool): Pooled['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let isDone = false;
    try {
      const result = await drizzle(client, { schema }).transaction(work, config);
      isDone = true;
      return result;
    } catch (error) {
      // Refused by the database but rolled back: the connection is as good as new.
      isDone = await client.query('SELECT 1').then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.release(!isDone);
    }
  };
}

/** Connects and brings the schema up to date. */
export async function openDatabase({ url, schemaName, onError }: DatabaseOptions): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c search_path=${schemaName}`,
  });
  pool.on('error', onError);
  // One that breaks between two statements would end the process; whoever uses it hears of it by the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrate(pool, schemaName);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db: Pooled = drizzle(pool, { schema });
  db.transaction = transactionsOf(pool);
  return { db, close: () => pool.end() };
}

/** Whether a statement was refused because a row with that key is there. */
export const isDuplicate = (error: unknown): boolean => sqlStateOf(error) === '23505';

/** PostgreSQL's code of an error, wherever Drizzle has put it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/**
 * An error as it may be written down: Drizzle's says which values a statement came with, and PostgreSQL's which of them
 * it refused; they may be codes, addresses, hashes.
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error) || error.cause === undefined) return error;
  const frames = error.stack?.match(/^ {4}at .*$/gm) ?? [];
  const told = (message: string, cause?: unknown): Error => {
    const one = new Error(message, cause === undefined ? {} : { cause });
    one.stack = [`${error.name}: ${message}`, ...frames].join('\n');
    return one;
  };
  if (!(error instanceof DrizzleQueryError)) return told(error.message, withoutValues(error.cause));
  const why = error.cause?.message ?? 'it failed';
  return told(`${why} (${sqlStateOf(error) ?? 'no code'}), in ${error.query}`);
}
