import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileSecret } from '../../secrets/index.js';
import { systemClock } from '../../clock.js';
import { StartError } from '../../lifecycle/index.js';
import { Supervisor, type Running } from '../../processes/index.js';
import { findAccount, type Account } from './account.js';
import { findBinaries } from './binaries.js';
import { DatabaseProcess } from './database-process.js';
import { freePort } from './free-port.js';
import { guard, startProgram } from './programs.js';
import { protect, setUp, USER } from './set-up.js';
import { clearStale } from './stale.js';

const MIN_PASSWORD_LENGTH = 16;

export interface ClusterOptions {
  /** Folder that holds the cluster (`postgres`) and its password file. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Aborts the start: it rejects once everything that it started has ended. */
  readonly signal?: AbortSignal | undefined;
}

export interface Cluster {
  /** Connection URL of one database of the cluster; {@link ensureDatabase} creates it if needed. */
  url(database: string): string;
  stop(): Promise<void>;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The password of an existing cluster, or of one that is about to be set up. */
async function passwordOf(path: string, isSetUp: boolean, dir: string): Promise<string> {
  // A new password would not match the database's.
  if (!isSetUp || (await exists(path))) return fileSecret(path);
  throw new StartError(
    `the password file ${path} is missing, and the database in ${dir} lets nobody in without it. Restore the file ` +
      `from a backup, or write a new password of ${MIN_PASSWORD_LENGTH} characters or more into it and set that one in ` +
      'the database: docs/settings.md, "A lost password file"',
  );
}

/** Messages of PostgreSQL about unusable data, with the advice for each. */
const BROKEN_DATA: readonly (readonly [RegExp, string])[] = [
  [
    /not a valid data directory|could not (open|read) file "?[^"]*pg_control|PG_VERSION/,
    'it is not complete. Restore it from a backup; if there is nothing to lose, delete that folder',
  ],
  [
    /incompatible with server/,
    'it was made by another version of PostgreSQL. Start the version of Lectern that made it, and move the data by ' +
      'pg_dump',
  ],
];

function brokenDataError(dir: string, error: unknown): StartError | undefined {
  const said = error instanceof Error ? error.message : '';
  const known = BROKEN_DATA.find(([words]) => words.test(said));
  return known && new StartError(`the database in ${dir} cannot be opened: ${known[1]}`, { cause: error });
}

/**
 * Starts the embedded PostgreSQL in `dataDir`, setting it up the first time. Recovers from a killed predecessor. The
 * caller must hold the folder's lock.
 *
 * @throws {StartError} when the data are incomplete or cannot be opened
 */
export async function startCluster({ dataDir, log, signal }: ClusterOptions): Promise<Cluster> {
  const root = resolve(dataDir);
  const dir = join(root, 'postgres');
  const { initdb, postgres } = await findBinaries();
  const isSetUp = await exists(join(dir, 'PG_VERSION'));
  const password = await passwordOf(join(root, 'postgres.password'), isSetUp, dir);
  const account = await findAccount([root, dirname(postgres)]);
  if (isSetUp) await clearStale(dir);
  else await setUp({ account, initdb }, root, dir, password, signal);
  await protect(account, dir);
  signal?.throwIfAborted();

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60'];
  const args = ['-D', dir, '-p', String(port), ...settings.flatMap((entry) => ['-c', entry])];
  const supervisor = new Supervisor({
    name: 'the database',
    clock: systemClock,
    start: (given) => run(account, postgres, args, log, given),
    log,
  });
  const giveUp = (): void => void supervisor.stop();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    await supervisor.begin();
    signal?.throwIfAborted();
  } catch (error) {
    await supervisor.stop();
    throw brokenDataError(dir, error) ?? error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
  return {
    url: (database) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => supervisor.stop(),
  };
}

/** Starts the database and waits until it is ready. */
async function run(
  account: Account,
  postgres: string,
  args: readonly string[],
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<Running> {
  const child = startProgram(account, postgres, args);
  const watcher = child.pid === undefined ? undefined : guard(account, child.pid, 'INT');
  const database = new DatabaseProcess(child, systemClock, log);
  const stop = async (): Promise<void> => {
    await database.stop();
    watcher?.kill('SIGKILL');
  };
  try {
    await database.ready(signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return { exited: database.exited, stop };
}
