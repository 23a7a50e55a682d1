// Prepares the build output for publication: `node scripts/finish-dist.mjs` in the folder of a package.
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredFiles, reachableFiles } from './lib/reachable.mjs';

const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const dist = join(folder, 'dist');
// Files for script tags are named by addresses, not by imports.
const scripts = readdirSync(dist).filter((file) => file.endsWith('.global.js'));
const kept = reachableFiles(folder, [...declaredFiles(manifest), ...scripts.map((file) => `dist/${file}`)]);

// The compiler writes out the type parameter's default, which compilers before 5.7 do not know.
for (const path of kept) {
  if (!/\.d\.c?ts$/.test(path)) continue;
  const text = readFileSync(path, 'utf8');
  const portable = text.replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array');
  if (portable !== text) writeFileSync(path, portable);
}

// The build makes a file of every module, so that modules imported on demand have one; nothing refers to most of them.
const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
for (const entry of entries) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !kept.has(path.replace(/\.map$/, ''))) rmSync(path);
}
const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
// The deepest first, so that a folder is empty once its subfolders have been removed.
for (const path of folders.sort((one, other) => other.length - one.length)) {
  if (readdirSync(path).length === 0) rmdirSync(path);
}
