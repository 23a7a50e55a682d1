import pg from 'pg';

/** One change of the tables. */
export interface Migration {
  /** Recorded in the database once it is applied; it must never change. */
  readonly name: string;
  readonly sql: string;
}

export interface MigrationPlan {
  /** In the order of application. */
  readonly migrations: readonly Migration[];
  /** Table with the names of applied migrations; created if needed. */
  readonly table: string;
  /** Number of the advisory lock: the same in every process that migrates, so that only one runs at a time. */
  readonly lock: number;
}

export interface MigrateOptions extends MigrationPlan {
  readonly url: string;
  /** Schema of all tables, created if needed; by default the database's default schema. */
  readonly schemaName?: string | undefined;
  /** Aborts, regardless of a change's duration. */
  readonly signal?: AbortSignal | undefined;
}

export const FIRST_CONNECT_TIMEOUT_MS = 10_000;

/** Settings of a connection whose tables are in `schemaName`. */
export const configOf = (url: string, schemaName: string | undefined): pg.ClientConfig => ({
  connectionString: url,
  ...(schemaName !== undefined && { options: `-c search_path=${schemaName}` }),
});

async function takeLock(client: pg.Client, { lock, schemaName }: MigrateOptions): Promise<void> {
  if (schemaName === undefined) await client.query('SELECT pg_advisory_lock($1)', [lock]);
  else await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [lock, schemaName]);
}

async function apply(client: pg.Client, table: string, { name, sql }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(`INSERT INTO ${table} (name) VALUES ($1)`, [name]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed`, { cause });
  }
}

/**
 * Brings the tables up to date: each migration is applied once, in its own transaction. It uses a separate connection
 * without time limits, since changing a large table may take long; the lock ends with the connection.
 *
 * @throws {Error} that names the migration which failed; those before it stay applied
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { url, schemaName, migrations, signal } = options;
  const table = pg.escapeIdentifier(options.table);
  const config = { ...configOf(url, schemaName), connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS };
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  const giveUp = (): void => void client.connection.stream.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    await takeLock(client, options);
    if (schemaName !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schemaName)}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())`,
    );
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
    const applied = new Set(rows.map(({ name }) => name));
    for (const migration of migrations) if (!applied.has(migration.name)) await apply(client, table, migration);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end().catch(() => undefined);
  }
}
