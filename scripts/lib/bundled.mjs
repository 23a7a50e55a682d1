import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The package that is never published: its dependents bundle it in their own `dist`. */
const NAME = '@lectern/kit';
const FOLDER = 'dist/kit';
const SPECIFIER = /(["'])@lectern\/kit\/([a-z-]+)\1/g;

/** A path as a relative specifier of `import`. */
const specifierOf = (from, to) => {
  const path = relative(dirname(from), to).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
};

/** @returns {Record<string, string>} dependencies of both, sorted @throws {Error} where two versions differ */
function joined(own, others) {
  for (const [name, version] of Object.entries(others)) {
    if (own[name] !== undefined && own[name] !== version) {
      throw new Error(`${NAME} depends on ${name}@${version}, and the package that carries it on ${own[name]}`);
    }
  }
  return Object.fromEntries(Object.entries({ ...own, ...others }).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Puts the private package into a package that is about to be packed: its built files go into `dist/kit`, imports of it
 * become relative, declarations included, and its dependencies become those of the package.
 *
 * @param {{ dependencies?: Record<string, string> }} manifest of the package
 * @param {string} staging folder with the built package, which is changed
 * @param {string} kit folder of the private package, built
 * @returns the manifest to publish
 * @throws {Error} where an entry of the private package does not exist, or versions of dependencies differ
 */
export function bundlePrivate(manifest, staging, kit) {
  if (manifest.dependencies?.[NAME] === undefined) return manifest;
  const inner = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'));
  cpSync(join(kit, 'dist'), join(staging, FOLDER), { recursive: true });
  const entryOf = (entry) => {
    const path = inner.exports[`./${entry}`]?.default;
    const file = path === undefined ? undefined : join(staging, FOLDER, relative('dist', path));
    if (file === undefined || !existsSync(file)) throw new Error(`${NAME}/${entry} is imported, and does not exist`);
    return file;
  };
  for (const entry of readdirSync(join(staging, 'dist'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|d\.ts)$/.test(path)) continue;
    const text = readFileSync(path, 'utf8');
    const inside = text.replaceAll(SPECIFIER, (_, quote, name) => quote + specifierOf(path, entryOf(name)) + quote);
    if (inside !== text) writeFileSync(path, inside);
  }
  const { [NAME]: _itself, ...own } = manifest.dependencies;
  return { ...manifest, dependencies: joined(own, inner.dependencies) };
}
