import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';

/** Limit of lines per file; a longer file has a second concern. */
export const MAX_LINES = 400;

const CODE = /\.(ts|tsx|mts|mjs|css)$/;

/** @returns {string[]} one complaint for each code file above {@link MAX_LINES}. */
export function longFiles(files, base) {
  return files
    .filter((file) => CODE.test(file))
    .map((file) => ({ file, lines: readFileSync(join(base, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, ${MAX_LINES} are allowed: find the second concern in it`);
}

/** Folders whose mention in a file would tie the repository to this machine. */
function machinePaths(base) {
  const root = base.replace(/\/$/, '');
  const parent = dirname(root);
  const general = ['/', tmpdir()];
  return [root, general.includes(parent) ? root : `${parent}/`, general.includes(homedir()) ? root : `${homedir()}/`];
}

const REGISTRY = /https?:\/\/[\w.-]*(registry\.|npmmirror|artifactory|verdaccio|nexus)[\w.-]*/g;
/** Lock files name the public registry as a matter of course. */
const PUBLIC_REGISTRY = 'registry.npmjs.org';

/** @returns {string[]} one complaint for each file that names a folder of this machine or a package registry's host. */
export function foreignMentions(files, base) {
  const paths = machinePaths(base);
  return files.flatMap((file) => {
    const bytes = readFileSync(join(base, file));
    if (bytes.includes(0)) return [];
    const text = bytes.toString('utf8');
    const isLock = file === 'package-lock.json';
    const hosts = (text.match(REGISTRY) ?? []).filter((host) => !(isLock && new URL(host).host === PUBLIC_REGISTRY));
    return [...paths.filter((path) => text.includes(path)), ...hosts]
      .filter((mention, index, all) => all.indexOf(mention) === index)
      .map((mention) => `${file} names ${mention}, which exists on this machine only`);
  });
}
