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
  /** @throws what rolls the transaction back, and rejects the promise of {@link Database.transaction} */
  rollback(): never;
}

/** True where statements run in an open transaction. */
export const isTx = (db: Database): db is Tx => is(db, PgTransaction);

/** The database of the marketplace, whose tables are up to date. */
export interface OpenDatabase extends Omit<kit.OpenDatabase<Tables>, 'db' | 'withoutTimeouts'> {
  readonly db: Pool;
  /**
   * Runs work of a start that may take its time, such as filling tables: its statements have no time limit.
   *
   * @throws what the work throws
   */
  withoutTimeouts<T>(work: (db: Pool) => Promise<T>): Promise<T>;
}

const MIGRATION_LOCK = 76_310_425;

/** The pool, whose transactions refuse calls over the network. */
function asPool(db: kit.OpenDatabase<Tables>['db']): Pool {
  const pool = db as unknown as Pool;
  const transaction: Pool['transaction'] = pool.transaction.bind(pool);
  pool.transaction = (work, config) => transaction((tx) => asTransaction(() => work(tx)), config);
  return pool;
}

/** Connects and brings the tables up to date. */
export async function openDatabase(
  options: Pick<kit.OpenDatabaseOptions<Tables>, 'url' | 'onError' | 'timeouts'> & {
    /** All tables are in it; made if need be. */
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
  return told(`${why} (${codeOf(error) ?? 'no code'}), in ${error.query}`);
}
