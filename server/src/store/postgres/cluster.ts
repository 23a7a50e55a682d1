import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileSecret } from '../../auth/secret.js';
import { systemClock } from '../../clock.js';
import { findAccount, type Account } from './account.js';
import { findBinaries } from './binaries.js';
import { DatabaseProcess } from './database-process.js';
import { clearStale, isInUse } from './stale.js';
import { type Running, Supervisor } from './supervisor.js';

const USER = 'lectern';
const INITDB_LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface ClusterOptions {
  /** Folder that holds the cluster (`postgres`) and its password file. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

export interface Cluster {
  /** Connection URL of one database of the cluster, which is made if need be by {@link ensureDatabase}. */
  url(database: string): string;
  stop(): Promise<void>;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}

function start(account: Account, program: string, args: readonly string[]): ChildProcess {
  const command = account.command(program, args);
  // In a process group of its own: Ctrl-C must reach the server first, which stops the database last.
  return spawn(command.program, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_MESSAGES: 'C', LC_ALL: 'C' },
  });
}

/** Hands every line to `onLine`; resolves with the exit code. */
function follow(child: ChildProcess, onLine: (line: string) => void): Promise<number | null> {
  const read = (chunk: Buffer): void => {
    for (const line of chunk.toString().split('\n')) if (line !== '') onLine(line);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code));
  });
}

async function initialise(account: Account, initdb: string, dir: string, password: string): Promise<void> {
  const passwordFile = join(tmpdir(), `lectern-${randomBytes(8).toString('hex')}`);
  const lines: string[] = [];
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account.ids) await chown(passwordFile, account.ids.uid, account.ids.gid);
    const args = [`--pgdata=${dir}`, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const code = await follow(start(account, initdb, [...args, ...INITDB_LOCALE]), (line) => lines.push(line));
    if (code !== 0) throw new Error(`PostgreSQL could not be set up in ${dir}: ${lines.slice(-5).join(' ')}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Ends the database when this process dies without a word; its input closes with us. */
function guard(account: Account, pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const command = account.command('/bin/sh', ['-c', `cat >/dev/null; kill -INT ${pid} 2>/dev/null`]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** Starts the embedded PostgreSQL in `dataDir`, setting it up the first time. Survives a killed predecessor. */
export async function startCluster({ dataDir, log }: ClusterOptions): Promise<Cluster> {
  const dir = resolve(dataDir, 'postgres');
  const { initdb, postgres } = await findBinaries();
  const password = await fileSecret(resolve(dataDir, 'postgres.password'));
  await mkdir(dir, { recursive: true });
  const account = await findAccount([dirname(dir), dirname(postgres)]);
  if (account.ids) await chown(dir, account.ids.uid, account.ids.gid);
  await chmod(dir, 0o700);
  if (await exists(join(dir, 'PG_VERSION'))) await clearStale(dir);
  else await initialise(account, initdb, dir, password);

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60'];
  const args = ['-D', dir, '-p', String(port), ...settings.flatMap((entry) => ['-c', entry])];
  const supervisor = new Supervisor({
    start: (signal) => run(account, postgres, args, log, signal),
    isReplaced: () => isInUse(dir),
    log,
  });
  await supervisor.begin();
  return {
    url: (database) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => supervisor.stop(),
  };
}

/** Starts the database and waits until it can be used. */
async function run(
  account: Account,
  postgres: string,
  args: readonly string[],
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<Running> {
  const child = start(account, postgres, args);
  const watcher = child.pid === undefined ? undefined : guard(account, child.pid);
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
