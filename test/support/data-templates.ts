import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';

const run = promisify(execFile);

/** Environment variable that names the folder which the test processes of one run share their templates in. */
export const TEMPLATES_FOLDER = 'LECTERN_TEST_TEMPLATES';

/** Seeded dates count from the moment of seeding, and an unpaid order of the demo lasts 30 minutes. */
const MAX_AGE_MS = 10 * 60_000;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Makes the folder that the processes of a run share; returns the function that removes it. */
export async function shareTemplates(): Promise<() => Promise<void>> {
  // Vitest sets each of its projects up.
  if (process.env[TEMPLATES_FOLDER]) return () => Promise.resolve();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-templates-'));
  process.env[TEMPLATES_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Fills a data folder with a copy of what `make` writes. `make` runs once per run and name, in whichever process asks
 * first, and again when the template is ten minutes old. Without a shared folder nothing is copied.
 *
 * @param make fills the folder that it is given, and leaves no process behind that uses it
 * @returns whether the folder was filled
 */
export async function copyTemplate(
  name: string,
  target: string,
  make: (folder: string) => Promise<void>,
): Promise<boolean> {
  const shared = process.env[TEMPLATES_FOLDER];
  if (shared === undefined || shared === '') return false;
  const ready = join(shared, `${name}-${Math.floor(Date.now() / MAX_AGE_MS)}`);
  if (!(await exists(ready))) await makeOnce(ready, make);
  // Owners are kept, since the database runs as a user of its own.
  await run('cp', ['-a', `${ready}/.`, target]);
  return true;
}

async function makeOnce(ready: string, make: (folder: string) => Promise<void>): Promise<void> {
  const lock = `${ready}.lock`;
  try {
    await mkdir(lock);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const isOver = async (): Promise<boolean> => (await exists(ready)) || !(await exists(lock));
    await eventually(`the template ${ready}`, isOver, Boolean);
    if (!(await exists(ready))) await makeOnce(ready, make);
    return;
  }
  try {
    const folder = await mkdtemp(`${ready}.making-`);
    await make(folder);
    await rename(folder, ready);
  } catch (error) {
    // The next caller tries again.
    await rm(lock, { recursive: true, force: true });
    throw error;
  }
}
