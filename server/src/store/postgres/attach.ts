import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startCluster } from './cluster.js';
import { ensureDatabase } from './ensure-database.js';

/** The databases of a data folder, for a command of the operator. */
export interface AttachedDatabases {
  /** Connection URL of one database, which is made if need be. */
  url(database: string): Promise<string>;
  /** Stops the databases where the command has started them. */
  close(): Promise<void>;
}

/** Lines of `postmaster.pid`, which PostgreSQL keeps while it runs. */
const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Port of the PostgreSQL that works in a folder; undefined where none does. @throws {Error} while it starts or stops */
async function runningPort(dir: string): Promise<number | undefined> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid < 2 || !isAlive(pid)) return undefined;
  const port = Number(lines[PORT_LINE]);
  if (lines[STATUS_LINE] === 'ready' && Number.isInteger(port)) return port;
  throw new Error('the database is starting or stopping; try again in a moment');
}

/**
 * Connects to the embedded PostgreSQL of a server that runs on `dataDir`, or starts it for as long as the command takes
 * where no server runs.
 *
 * @throws {Error} when there is no database in the folder, or it is just starting; it says what to do
 */
export async function attachDatabases(dataDir: string): Promise<AttachedDatabases> {
  const dir = resolve(dataDir, 'postgres');
  if (!(await exists(join(dir, 'PG_VERSION')))) {
    throw new Error(`there is no database in ${resolve(dataDir)}: set DATA_DIR, or start the server once`);
  }
  const port = await runningPort(dir);
  if (port === undefined) {
    const cluster = await startCluster({ dataDir, log: () => undefined });
    return { url: (database) => ensureDatabase(cluster, database), close: () => cluster.stop() };
  }
  const password = (await readFile(resolve(dataDir, 'postgres.password'), 'utf8')).trim();
  const url = (database: string): string => `postgres://lectern:${password}@127.0.0.1:${port}/${database}`;
  return {
    url: (database) => ensureDatabase({ url, stop: () => Promise.resolve() }, database),
    close: () => Promise.resolve(),
  };
}
