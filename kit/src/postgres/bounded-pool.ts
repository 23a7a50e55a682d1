import pg from 'pg';

/** Time limits of a request at the database, in milliseconds. */
export interface DatabaseTimeouts {
  /** Limit for obtaining a connection, including opening one. */
  readonly checkoutMs: number;
  /** Limit for the answer to a statement. */
  readonly queryMs: number;
}

export const DATABASE_TIMEOUTS: DatabaseTimeouts = { checkoutMs: 5_000, queryMs: 10_000 };

/** Message of `pg` for a statement that was not answered in time. */
const QUERY_TIMED_OUT = 'Query read timeout';
/** PostgreSQL cancels a slow statement before the client times out, so that the connection stays usable. */
const SERVER_SHARE = 0.9;
const CHECK_TIMEOUT_MS = 1_500;

/** Breaks a connection with its first unanswered statement, so that no later one waits, least of all its `ROLLBACK`. */
function breakAfterTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const bounded = (...args: unknown[]): unknown => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === QUERY_TIMED_OUT) client.connection.stream.destroy();
      });
    }
    return result;
  };
  client.query = bounded as typeof client.query;
}

/**
 * A pool whose users never wait forever: a hanging database is detected by the clock of this process, since it cannot
 * cancel anything itself, and a slow statement is cancelled by the database.
 */
export function boundedPool(config: pg.PoolConfig, { checkoutMs, queryMs }: DatabaseTimeouts): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: checkoutMs,
    query_timeout: queryMs,
    statement_timeout: Math.ceil(queryMs * SERVER_SHARE),
    keepAlive: true,
  });
  pool.on('connect', (client) => {
    // A connection that breaks between two statements of a transaction emits the error only here, and unhandled it
    // would end the process; the next statement on it fails.
    client.on('error', () => undefined);
    breakAfterTimeout(client);
  });
  return pool;
}

/** Checks that a database answers, over a separate connection: a busy pool does not mean that the database is away. */
export class DatabaseCheck {
  readonly #pool: pg.Pool;

  constructor(connectionString: string) {
    const limits = { connectionTimeoutMillis: CHECK_TIMEOUT_MS, query_timeout: CHECK_TIMEOUT_MS };
    this.#pool = new pg.Pool({ connectionString, max: 1, ...limits, allowExitOnIdle: true });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Resolves when the database answers, within some three seconds. @throws when it does not */
  async run(): Promise<void> {
    await this.#pool.query('SELECT 1');
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
