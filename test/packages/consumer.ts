import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const CONSUMERS = fileURLToPath(new URL('../consumers', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Archives of the packages as they are published, by the name of the package. */
export type Archives = Readonly<Record<'rtc' | 'react' | 'server', string>>;

/** A folder outside of the repository, so that nothing of it can be found from there. */
export const outsideFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'lectern-consumer-'));

/**
 * The environment without the variables that npm passes to its scripts, since a user does not have this repository's
 * settings.
 */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));

/** Runs a program to its end. @throws with all its output if it fails */
export async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const options = { cwd: folder, env: { ...ownEnvironment(), ...env }, maxBuffer: MAX_OUTPUT_BYTES };
    return (await execute(program, [...args], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Packs the built packages, once for all applications. */
export async function packAll(folder: string): Promise<Archives> {
  await runIn(folder, process.execPath, [join(SCRIPTS, 'pack.mjs'), folder]);
  const names = await readdir(folder);
  const archive = (name: string): string => {
    const file = names.find((one) => one.startsWith(`lectern-${name}-`) && one.endsWith('.tgz'));
    if (file === undefined) throw new Error(`no archive of ${name} among ${names.join(', ')}`);
    return join(folder, file);
  };
  return { rtc: archive('rtc'), react: archive('react'), server: archive('server') };
}

/** Downloads the dependencies of the applications unless they are cached. */
export const downloadDependencies = (): Promise<string> =>
  runIn(SCRIPTS, process.execPath, [join(SCRIPTS, 'consumers.mjs')]);

/** A copy of one of `test/consumers` outside of the repository, with the archives installed as a user would. */
export async function installConsumer(name: string, archives: readonly string[]): Promise<string> {
  const folder = await outsideFolder();
  await cp(join(CONSUMERS, name), folder, { recursive: true, verbatimSymlinks: true });
  await cp(join(CONSUMERS, 'shared'), join(folder, 'shared'), { recursive: true });
  const flags = ['--offline', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  await runIn(folder, 'npm', ['install', ...flags, ...archives]);
  return folder;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Replaces the sources of an installed application by those of an example.
 * @throws where the example depends on something that the application does not have in the same version
 */
export async function copyExample(name: string, base: string, folder: string): Promise<void> {
  const example = join(EXAMPLES, name);
  const [wanted, installed] = [await manifestOf(example), await manifestOf(join(CONSUMERS, base))];
  const versions = { ...installed.dependencies, ...installed.devDependencies };
  for (const [dependency, version] of Object.entries({ ...wanted.dependencies, ...wanted.devDependencies })) {
    const isOurs = dependency.startsWith('@lectern/');
    if (!isOurs && versions[dependency] !== version) {
      throw new Error(`${name} depends on ${dependency}@${version}, and ${base} has ${versions[dependency]}`);
    }
  }
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile() && !entry.name.startsWith('package')) await rm(join(folder, entry.name));
  }
  for (const file of await readdir(example)) {
    if (file !== 'package.json') await cp(join(example, file), join(folder, file), { recursive: true });
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
