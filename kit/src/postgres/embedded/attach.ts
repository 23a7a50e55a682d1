import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FolderInUseError, lockFolder, StartError, type FolderLock } from '../../lifecycle/index.js';
import { startCluster } from './cluster.js';
import { ensureDatabase } from './ensure-database.js';

/** The databases of a data folder, for a command of the operator. */
export interface AttachedDatabases {
  /** Connection URL of one database, which is created if needed. */
  url(database: string): Promise<string>;
  /** Stops the databases if the command has started them. */
  close(): Promise<void>;
}

/** Line numbers in `postmaster.pid`, which PostgreSQL keeps while it runs. */
const PORT_LINE = 3;
const STATUS_LINE = 7;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Starts the databases for the duration of the command; a server that starts meanwhile is refused the folder. */
async function startOwn(dataDir: string, lock: FolderLock): Promise<AttachedDatabases> {
  try {
    const cluster = await startCluster({ dataDir, log: () => undefined });
    const close = async (): Promise<void> => {
      try {
        await cluster.stop();
      } finally {
        await lock.release();
      }
    };
    return { url: (database) => ensureDatabase(cluster, database), close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Port of the running server's PostgreSQL. @throws {StartError} while it starts or stops */
async function runningPort(dir: string): Promise<number> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const port = Number(lines[PORT_LINE]);
  if (lines[STATUS_LINE] === 'ready' && Number.isInteger(port)) return port;
  throw new StartError('the database is starting or stopping; try again in a moment');
}

/**
 * Connects to the embedded PostgreSQL of a server that runs on `dataDir`, or starts it for the duration of the command
 * if no server runs.
 *
 * @throws {StartError} with advice, when there is no database in the folder, or it is just starting
 */
export async function attachDatabases(dataDir: string): Promise<AttachedDatabases> {
  const dir = resolve(dataDir, 'postgres');
  if (!(await exists(join(dir, 'PG_VERSION')))) {
    throw new StartError(`there is no database in ${resolve(dataDir)}: set DATA_DIR, or start the server once`);
  }
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  if (lock !== undefined) return startOwn(dataDir, lock);
  const port = await runningPort(dir);
  const password = (await readFile(resolve(dataDir, 'postgres.password'), 'utf8')).trim();
  const url = (database: string): string => `postgres://lectern:${password}@127.0.0.1:${port}/${database}`;
  return {
    url: (database) => ensureDatabase({ url, stop: () => Promise.resolve() }, database),
    close: () => Promise.resolve(),
  };
}
