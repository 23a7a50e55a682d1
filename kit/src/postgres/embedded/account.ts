import { execFile, spawnSync, type SpawnOptions } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const USER = 'postgres';

/** Account under which PostgreSQL's programs run: PostgreSQL refuses to run as root. */
export interface Account {
  /** Undefined when the server itself does not run as root. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
  command(
    program: string,
    args: readonly string[],
  ): {
    readonly program: string;
    readonly args: readonly string[];
    readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
  };
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function findOrMakeUser(): Promise<{ uid: number; gid: number }> {
  const known = await idsOf(USER);
  if (known !== undefined) return known;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', USER]);
  } catch (cause) {
    throw new Error(
      'running as root, and no user "postgres" exists or can be made: start as an ordinary user or set DATABASE_URL',
      { cause },
    );
  }
  const made = await idsOf(USER);
  if (made === undefined) throw new Error('the user "postgres" was made but cannot be found');
  return made;
}

const canReach = (ids: { uid: number; gid: number }, path: string): boolean =>
  spawnSync('test', ['-x', path], { ...ids }).status === 0;

/**
 * Selects the account for files in `paths`. If a parent folder is closed to others (a home of root), the programs keep
 * the one capability that gives access.
 */
export async function findAccount(paths: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return { ids: undefined, command: (program, args) => ({ program, args, options: {} }) };
  }
  const ids = await findOrMakeUser();
  if (paths.every((path) => canReach(ids, path))) {
    return { ids, command: (program, args) => ({ program, args, options: ids }) };
  }
  const pass = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'];
  // Without the secure bit, access(2), which initdb uses to find its companion programs, ignores the capability.
  const keep = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return {
    ids,
    command: (program, args) => ({ program: 'setpriv', args: [...pass, ...keep, program, ...args], options: {} }),
  };
}
