import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DrizzleConfig } from 'drizzle-orm';
import pg from 'pg';
import { boundedPool, DATABASE_TIMEOUTS, DatabaseCheck, type DatabaseTimeouts } from './bounded-pool.js';
import { observeCommits, type StatementObserver } from './observe.js';
import { configOf, FIRST_CONNECT_TIMEOUT_MS, migrate, type MigrationPlan } from './migrate.js';

type Tables = Record<string, unknown>;

/** A database whose tables are up to date. */
export interface OpenDatabase<Schema extends Tables> {
  readonly db: NodePgDatabase<Schema>;
  /**
   * Runs long work of a start, such as filling tables: its statements have no time limit.
   *
   * @throws the error of the work
   */
  withoutTimeouts<T>(work: (db: NodePgDatabase<Schema>) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. @throws after about three seconds without an answer */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions<Schema extends Tables> extends MigrationPlan {
  readonly url: string;
  /** Schema of all tables, created if needed; by default the database's default schema. */
  readonly schemaName?: string | undefined;
  /** The tables in Drizzle's format. */
  readonly schema: Schema;
  /** Receives errors of idle connections. */
  readonly onError: (error: Error) => void;
  readonly timeouts?: DatabaseTimeouts | undefined;
  readonly observer?: StatementObserver | undefined;
  /** Aborts the migration, regardless of its duration. */
  readonly signal?: AbortSignal | undefined;
}

const MAX_CONNECTIONS = 10;
const IDLE = 'I';

/** True if a connection on which a transaction failed answers, and is in no transaction any more. */
const isReusable = (client: pg.PoolClient): Promise<boolean> =>
  client.query('SELECT 1').then(
    () => client.getTransactionStatus() === IDLE,
    () => false,
  );

/**
 * Transactions that release their connection in every case. Drizzle's own keep it when their first statement fails, as
 * it does when the database is lost; a few of those exhaust the pool.
 */
function transactionsOf<Schema extends Tables>(
  pool: pg.Pool,
  config: DrizzleConfig<Schema>,
): NodePgDatabase<Schema>['transaction'] {
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase<Schema>>();
  return async (work, options) => {
    const client = await pool.connect();
    const database = databases.get(client) ?? drizzle(client, config);
    databases.set(client, database);
    let isGood = false;
    try {
      const result = await database.transaction(work, options);
      isGood = true;
      return result;
    } catch (error) {
      isGood = await isReusable(client);
      throw error;
    } finally {
      client.release(!isGood);
    }
  };
}

function databaseOf<Schema extends Tables>(
  pool: pg.Pool,
  schema: Schema,
  observer: StatementObserver | undefined,
): NodePgDatabase<Schema> {
  const logger = observer === undefined ? false : { logQuery: (text: string) => observer.onStatement(text) };
  if (observer !== undefined) {
    pool.on('connect', (client) => observeCommits(client, (texts) => observer.onCommit(texts)));
  }
  const db: NodePgDatabase<Schema> = drizzle(pool, { schema, logger });
  db.transaction = transactionsOf(pool, { schema, logger });
  return db;
}

/**
 * Connects and brings the tables up to date.
 *
 * @throws the errors of {@link migrate}, or the error of the connection
 */
export async function openDatabase<Schema extends Tables>({
  schema,
  onError,
  timeouts = DATABASE_TIMEOUTS,
  observer,
  ...plan
}: OpenDatabaseOptions<Schema>): Promise<OpenDatabase<Schema>> {
  await migrate(plan);
  const config = { ...configOf(plan.url, plan.schemaName), max: MAX_CONNECTIONS };
  const pool = boundedPool(config, timeouts);
  pool.on('error', onError);
  const check = new DatabaseCheck(plan.url);
  return {
    db: databaseOf(pool, schema, observer),
    withoutTimeouts: async (work) => {
      const patient = new pg.Pool({ ...config, connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS });
      patient.on('error', onError);
      patient.on('connect', (client) => client.on('error', () => undefined));
      try {
        return await work(databaseOf(patient, schema, observer));
      } finally {
        await patient.end();
      }
    },
    check: () => check.run(),
    close: async () => void (await Promise.all([pool.end(), check.close()])),
  };
}
