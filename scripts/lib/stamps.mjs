import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'build']);

/** Every file at or below the paths, sorted; built and installed folders are left out. */
export function filesBelow(paths, base) {
  const found = [];
  const walk = (path) => {
    const full = join(base, path);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) {
      found.push(path);
      return;
    }
    for (const name of readdirSync(full)) if (!SKIPPED.has(name)) walk(join(path, name));
  };
  paths.forEach(walk);
  return found.sort();
}

/** A digest of names and contents: it survives a fresh clone, which modification times do not. */
export function digestOf(paths, base) {
  const hash = createHash('sha256');
  for (const file of filesBelow(paths, base))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(base, file)));
  return hash.digest('hex');
}

/** Stores in one file the inputs of the last successful run of each step. */
export class Stamps {
  #file;
  #stamps;

  constructor(file) {
    this.#file = file;
    try {
      this.#stamps = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // No stamps yet, or unreadable ones: every step runs.
      this.#stamps = {};
    }
  }

  has(step, digest) {
    return this.#stamps[step] === digest;
  }

  set(step, digest) {
    this.#stamps[step] = digest;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#stamps, null, 2));
  }
}
