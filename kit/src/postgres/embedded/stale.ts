import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;
const FAST_SHUTDOWN_MS = 10_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True if the process works in the data folder, as every PostgreSQL does, or if that cannot be determined. */
async function worksIn(pid: number, dataDir: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(dataDir));
  } catch {
    return process.platform !== 'linux';
  }
}

async function waitForEnd(pid: number, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += POLL_MS) {
    if (!isAlive(pid)) return true;
    await wait(POLL_MS);
  }
  return !isAlive(pid);
}

/** The process in the data folder's lock file, if it is alive and works there. */
async function holderOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  const isHolder = Number.isInteger(pid) && pid > 1 && isAlive(pid) && (await worksIn(pid, dataDir));
  return isHolder ? pid : undefined;
}

/**
 * Makes the data folder startable after a crash of the server: stops a PostgreSQL that outlived it, and removes the
 * lock file if another process has its id now. The caller must hold the folder's lock, so that the server of that
 * PostgreSQL is dead.
 */
export async function clearStale(dataDir: string): Promise<void> {
  const pid = await holderOf(dataDir);
  if (pid === undefined) {
    await rm(join(dataDir, 'postmaster.pid'), { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, FAST_SHUTDOWN_MS)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, FAST_SHUTDOWN_MS))) {
    throw new Error(`the PostgreSQL with process id ${pid} uses ${dataDir} and does not end; stop it by hand`);
  }
}
