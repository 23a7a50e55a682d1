import { codeOf } from '@lectern/kit/lifecycle';
import * as kit from '@lectern/kit/postgres';
import { DrizzleQueryError, is } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { PgTransaction, type PgDatabase, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { MIGRATIONS } from './migrations/index.js';
import { asTransaction } from './open-transaction.js';
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
  /** Rolls the transaction back. @throws an error that rejects the promise of {@link Database.transaction} */
  rollback(): never;
}

/** True for an open transaction. */
export const isTx = (db: Database): db is Tx => is(db, PgTransaction);

/** The database of the marketplace, with all migrations applied. */
export interface OpenDatabase extends Omit<kit.OpenDatabase<Tables>, 'db' | 'withoutTimeouts'> {
  readonly db: Pool;
  /**
   * Runs start-up work without statement timeouts, such as seeding tables.
   *
   * @throws the error of the work
   */
  withoutTimeouts<T>(work: (db: Pool) => Promise<T>): Promise<T>;
}

const MIGRATION_LOCK = 76_310_425;

/** The pool, with transactions in which network calls are refused. */
function asPool(db: kit.OpenDatabase<Tables>['db']): Pool {
  const pool = db as unknown as Pool;
  const transaction: Pool['transaction'] = pool.transaction.bind(pool);
  pool.transaction = (work, config) => transaction((tx) => asTransaction(() => work(tx)), config);
  return pool;
}

/** Connects and applies pending migrations. */
export async function openDatabase(
  options: Pick<kit.OpenDatabaseOptions<Tables>, 'url' | 'onError' | 'timeouts' | 'observer'> & {
    /** Schema of all tables; created when it does not exist. */
    readonly schemaName: string;
  },
): Promise<OpenDatabase> {
  const plan = { schema, migrations: MIGRATIONS, table: 'migration', lock: MIGRATION_LOCK };
  const { db, withoutTimeouts, ...database } = await kit.openDatabase({ ...plan, ...options });
  return {
    ...database,
    db: asPool(db),
    withoutTimeouts: (work) => withoutTimeouts((patient) => work(asPool(patient))),
  };
}

/**
 * Removes values from an error before it is logged: Drizzle's message contains the parameters of the statement, and
 * PostgreSQL's the value that it refused. These may be codes, addresses or hashes.
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error) || error.cause === undefined) return error;
  const frames = error.stack?.match(/^ {4}at .*$/gm) ?? [];
  const withMessage = (message: string, cause?: unknown): Error => {
    const one = new Error(message, cause === undefined ? {} : { cause });
    one.stack = [`${error.name}: ${message}`, ...frames].join('\n');
    return one;
  };
  if (!(error instanceof DrizzleQueryError)) return withMessage(error.message, withoutValues(error.cause));
  const why = error.cause?.message ?? 'it failed';
  return withMessage(`${why} (${codeOf(error) ?? 'no code'}), in ${error.query}`);
}
