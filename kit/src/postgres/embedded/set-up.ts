import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../lifecycle/index.js';
import type { Account } from './account.js';
import { guard, startProgram } from './programs.js';

/** The PostgreSQL user that owns all objects. */
export const USER = 'lectern';
const INITDB_LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** Prefix of folders in which clusters are set up; a remaining one belongs to an interrupted start. */
const SETUP_PREFIX = 'postgres.setup-';

/** Passes every line to `onLine`; resolves with the exit code. */
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

/** Runs initdb to its end, or kills it with all of its children when the signal is aborted. */
async function initdbIn(account: Account, args: readonly string[], initdb: string, signal: AbortSignal | undefined) {
  const lines: string[] = [];
  const child = startProgram(account, initdb, args);
  const watcher = child.pid === undefined ? undefined : guard(account, `-${child.pid}`, 'KILL');
  const kill = (): void => {
    try {
      // It leads a process group, which includes its helpers.
      if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const code = await follow(child, (line) => lines.push(line));
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`PostgreSQL could not be set up: ${lines.slice(-5).join(' ')}`);
  } finally {
    signal?.removeEventListener('abort', kill);
    watcher?.kill('SIGKILL');
  }
}

async function initialise(
  account: Account,
  initdb: string,
  dir: string,
  password: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const passwordFile = join(tmpdir(), `lectern-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account.ids) await chown(passwordFile, account.ids.uid, account.ids.gid);
    const args = [`--pgdata=${dir}`, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await initdbIn(account, [...args, ...INITDB_LOCALE], initdb, signal);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** A rename survives a power loss once the parent folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isEmptyOrAbsent = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

/** Creates the folder of a cluster atomically: it is complete or missing after an interruption at any time. */
export async function setUp(
  { account, initdb }: { account: Account; initdb: string },
  dataDir: string,
  dir: string,
  password: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith(SETUP_PREFIX));
  await Promise.all(leftovers.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  if (!(await isEmptyOrAbsent(dir))) {
    throw new StartError(
      `${dir} holds no complete database, and is not empty. Restore it from a backup; if there is nothing to lose, ` +
        'delete that folder',
    );
  }
  // A mount point cannot be replaced; it is filled in place.
  const draft = (await isMounted(dir)) ? dir : join(dataDir, `${SETUP_PREFIX}${randomBytes(8).toString('hex')}`);
  await mkdir(draft, { recursive: true });
  try {
    await protect(account, draft);
    await initialise(account, initdb, draft, password, signal);
    if (draft !== dir) await rename(draft, dir);
    await syncFolder(dataDir);
  } catch (error) {
    const names = await readdir(draft).catch(() => []);
    for (const name of names) await rm(join(draft, name), { recursive: true, force: true });
    if (draft !== dir) await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Removes an empty folder, unless it is a mount point or does not exist. */
const isMounted = (dir: string): Promise<boolean> =>
  rmdir(dir).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EBUSY') return true;
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** PostgreSQL refuses a folder that other users can read. */
export async function protect(account: Account, dir: string): Promise<void> {
  if (account.ids) await chown(dir, account.ids.uid, account.ids.gid);
  await chmod(dir, 0o700);
}
