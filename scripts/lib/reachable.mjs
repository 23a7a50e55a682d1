import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Relative specifiers of `import`, `export … from`, `import()` and `require()` in built code and declarations. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])(\.{1,2}\/[^"']+)\1/g;

/** Conditions that only this repository sets; the files behind them are not part of the package. */
export const PRIVATE_CONDITIONS = new Set(['lectern-source']);

/** @returns {string[]} every file that a manifest's `exports`, `bin`, `unpkg` and `jsdelivr` name. */
export function declaredFiles(manifest) {
  const files = [];
  const collect = (value) => {
    if (typeof value === 'string') files.push(value);
    else if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) if (!PRIVATE_CONDITIONS.has(key)) collect(inner);
    }
  };
  for (const field of ['exports', 'bin', 'unpkg', 'jsdelivr']) collect(manifest[field]);
  return [...new Set(files)];
}

/** Declarations are written with the ending of the code beside them. */
const candidates = (path) => [path, path.replace(/\.js$/, '.d.ts'), path.replace(/\.cjs$/, '.d.cts')];

/**
 * Every file that can be loaded from `entries`, whether at once or on demand.
 *
 * @param {string} folder of the package
 * @param {readonly string[]} entries relative to it
 * @returns {Set<string>} absolute paths
 * @throws {Error} where an entry, or a file that one imports, does not exist
 */
export function reachableFiles(folder, entries) {
  const found = new Set();
  const pending = entries.map((entry) => ({ path: resolve(folder, entry), from: 'package.json' }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path, from } = next;
    if (found.has(path)) continue;
    if (!existsSync(path)) throw new Error(`${from} refers to ${path}, which does not exist`);
    found.add(path);
    const isDeclaration = /\.d\.c?ts$/.test(path);
    for (const [, , specifier] of readFileSync(path, 'utf8').matchAll(SPECIFIER)) {
      const target = resolve(dirname(path), specifier);
      const file = isDeclaration
        ? candidates(target)
            .slice(1)
            .find((one) => one !== target && existsSync(one))
        : undefined;
      pending.push({ path: file ?? target, from: path });
    }
  }
  return found;
}
