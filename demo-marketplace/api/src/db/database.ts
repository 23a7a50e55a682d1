import { DrizzleQueryError, is } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { PgTransaction, type PgDatabase, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { boundedPool, DATABASE_TIMEOUTS, DatabaseCheck, type DatabaseTimeouts } from './bounded-pool.js';
import { MIGRATIONS } from './migrations/index.js';
import * as schema from './schema/index.js';

type Tables = typeof schema;
declare const kind: unique symbol;

/** Runs queries: a {@link Pool} or a {@link Tx}. For reads, and for single statements that may run in either. */
export interface Database extends Omit<PgDatabase<NodePgQueryResultHKT, Tables>, 'transaction'> {
  /** Runs `work` in a transaction, which is rolled back when it rejects; within a transaction, in a savepoint. */
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
}

/** Connections to the database: each statement is committed by itself. */
export interface Pool extends Database {
  readonly [kind]: 'pool';
}

/**
 * An open transaction: what is written through it is committed together or not at all. Only {@link Database.transaction}
 * makes one, so a function that takes a `Tx` cannot be called outside of a transaction.
 */
export interface Tx extends Database {
  readonly [kind]: 'transaction';
  /** @throws what rolls the transaction back, and rejects the promise of {@link Database.transaction} */
  rollback(): never;
}

/** True where statements run in an open transaction. */
export const isTx = (db: Database): db is Tx => is(db, PgTransaction);

export interface OpenDatabase {
  readonly db: Pool;
  /**
   * Runs work of a start that may take its time, such as filling tables: its statements have no time limit.
   *
   * @throws what the work throws
   */
  withoutTimeouts<T>(work: (db: Pool) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. @throws when it does not in some three seconds */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** All tables are in it; made if need be. */
  readonly schemaName: string;
  /** Hears of connections that broke while idle. */
  readonly onError: (error: Error) => void;
  readonly timeouts?: DatabaseTimeouts;
}

const MAX_CONNECTIONS = 10;
const FIRST_CONNECT_TIMEOUT_MS = 10_000;
/** Any number; the same in every process that migrates, so that they wait for one another. */
const MIGRATION_LOCK = 76_310_425;

/** Over a connection of its own without limits: a change of a large table may take its time. */
async function migrate(config: pg.ClientConfig, schemaName: string): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
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
    await client.end().catch(() => undefined);
  }
}

/**
 * Transactions that give their connection back however they end. Drizzle's own keep it when their first statement
 * fails, as it does when the database goes away; a few of those, and nobody gets a connection any more.
 */
function transactionsOf(pool: pg.Pool): Pool['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let isDone = false;
    try {
      const result = await drizzle(client, { schema }).transaction((tx) => work(tx as unknown as Tx), config);
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

function pooled(pool: pg.Pool): Pool {
  const db = drizzle(pool, { schema }) as unknown as Pool;
  db.transaction = transactionsOf(pool);
  return db;
}

/** Connects and brings the schema up to date. */
export async function openDatabase({
  url,
  schemaName,
  onError,
  timeouts = DATABASE_TIMEOUTS,
}: DatabaseOptions): Promise<OpenDatabase> {
  const config = { connectionString: url, options: `-c search_path=${schemaName}` };
  await migrate(config, schemaName);
  const pool = boundedPool({ ...config, max: MAX_CONNECTIONS }, timeouts);
  pool.on('error', onError);
  const check = new DatabaseCheck(url);
  return {
    db: pooled(pool),
    withoutTimeouts: async (work) => {
      const patient = new pg.Pool({
        ...config,
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS,
      });
      patient.on('error', onError);
      patient.on('connect', (client) => client.on('error', () => undefined));
      try {
        return await work(pooled(patient));
      } finally {
        await patient.end();
      }
    },
    check: () => check.run(),
    close: async () => void (await Promise.all([pool.end(), check.close()])),
  };
}

const NETWORK_ERRORS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/**
 * SQLSTATE: connection lost or refused (08), the server is shutting down or starting up (57P), a statement took longer
 * than it may (57014), no connection is free (53300).
 */
const AWAY_STATES = /^(08|57P|57014|53300)/;
/** `pg` has no codes for a connection that ended or did not come about, nor for a statement that was not answered. */
const AWAY_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether something failed because the database cannot be reached or does not answer, and may succeed in a while. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (NETWORK_ERRORS.has(code) || AWAY_STATES.test(code) || AWAY_MESSAGES.test(cause.message)) return true;
  }
  return false;
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
