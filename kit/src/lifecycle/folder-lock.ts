import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isEntry, openEndpoint, probe, type Claim, type LockEndpoint, type LockTransport } from './lock-endpoint.js';
import { codeOf, dataFolderError, StartError } from './start-error.js';

/** Folder of the locks in the data folder. */
const LOCKS = 'server.lock';
const POLL_MS = 20;
/** Another start that has not decided by then hangs. */
const DECISION_TIMEOUT_MS = 5_000;

/** Another running server has locked the data folder. */
export class FolderInUseError extends StartError {
  constructor(
    readonly folder: string,
    /** Undefined if the holder does not answer. */
    readonly holder: Claim | undefined,
    entry: string,
  ) {
    const who =
      holder === undefined
        ? 'another server, which does not answer'
        : `another server: process ${holder.pid} on ${holder.host}, started ${new Date(holder.since).toISOString()}`;
    const otherwise = holder === undefined ? ` If none is running, delete ${entry}.` : '';
    super(
      `the data folder ${folder} is in use by ${who}. Stop that server, or choose another folder with DATA_DIR.${otherwise}`,
    );
    this.name = 'FolderInUseError';
  }
}

/** Exclusive use of a data folder for the lifetime of the process. */
export interface FolderLock {
  /** Releases the folder for another server. Idempotent. */
  release(): Promise<void>;
}

export interface FolderLockOptions {
  /** By default chosen by the support of the system and the folder's file system. */
  readonly transport?: LockTransport;
}

interface Other {
  readonly entry: string;
  /** Undefined for a holder that does not answer. */
  readonly claim: Claim | undefined;
}

/** All other live claims; entries of dead processes are removed when `isCandidate`. */
async function survey(locks: string, own: string | undefined): Promise<Other[]> {
  const names = await readdir(locks).catch(() => []);
  const others = names.filter((name) => isEntry(name) && name !== own);
  const found = await Promise.all(
    others.map(async (entry): Promise<Other[]> => {
      const result = await probe(locks, entry);
      if (result.kind === 'silent') return [{ entry, claim: undefined }];
      if (result.kind === 'alive') return [{ entry, claim: result.claim }];
      // Names are never reused: an entry of a dead process stays dead.
      if (own !== undefined) await rm(join(locks, entry), { force: true });
      return [];
    }),
  );
  return found.flat();
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Waits until this claim is the only one.
 *
 * Safe because every process listens before it surveys the others: of two that survey, the later one has seen the
 * other. Of processes that start at the same moment the one whose name sorts first stays.
 */
async function contend(folder: string, locks: string, { entry }: LockEndpoint): Promise<boolean> {
  for (let waited = 0; ; waited += POLL_MS) {
    const others = await survey(locks, entry);
    const winner = others.find(({ claim, entry: name }) => claim?.state !== 'starting' || name < entry);
    const isLate = waited >= DECISION_TIMEOUT_MS;
    const holder = winner ?? (isLate ? others[0] : undefined);
    if (holder !== undefined) throw new FolderInUseError(folder, holder.claim, join(locks, holder.entry));
    // Another start may have removed this entry as dead before it listened; other processes would not see it then.
    if (others.length === 0) return exists(join(locks, entry));
    await wait(POLL_MS);
  }
}

async function claimFolder(folder: string, locks: string, transport: LockTransport | undefined): Promise<FolderLock> {
  for (;;) {
    const id = randomBytes(8).toString('hex');
    let state: Claim['state'] = 'starting';
    const since = Date.now();
    const endpoint = await openEndpoint(
      locks,
      () => ({ id, state, pid: process.pid, host: hostname(), since }),
      transport,
    );
    let releasing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      await endpoint.close();
      await rm(join(locks, endpoint.entry), { force: true });
    };
    const release = (): Promise<void> => (releasing ??= end());
    try {
      if (await contend(folder, locks, endpoint)) {
        state = 'holding';
        return { release };
      }
    } catch (error) {
      await release();
      throw error;
    }
    await release();
  }
}

/**
 * Creates a folder and its parents, level by level: Node's recursive mode never ends below a folder that allows no
 * creation and reports that it does not exist, as `/proc` does.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = codeOf(error);
    const above = dirname(path);
    if (code === 'ENOENT' && above !== path && !(await exists(above))) {
      await makeFolder(above);
      await mkdir(path);
    } else if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

/**
 * Locks a data folder for this process, creating it if needed. The lock is an open socket whose entry is in the folder:
 * it ends with the process in every case, holds for every way to write the folder's path, and for containers that share
 * it.
 *
 * @throws {FolderInUseError} when another server has it; nothing is changed then
 * @throws {StartError} when the folder cannot be written
 */
export async function lockFolder(folder: string, { transport }: FolderLockOptions = {}): Promise<FolderLock> {
  const path = resolve(folder);
  try {
    await makeFolder(path);
    const locks = join(await realpath(path), LOCKS);
    const [holder] = (await survey(locks, undefined)).filter(({ claim }) => claim?.state !== 'starting');
    if (holder !== undefined) throw new FolderInUseError(path, holder.claim, join(locks, holder.entry));
    await makeFolder(locks);
    return await claimFolder(path, locks, transport);
  } catch (error) {
    throw error instanceof StartError ? error : (dataFolderError(path, error) ?? error);
  }
}
