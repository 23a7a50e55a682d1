import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let bundled: Promise<string> | undefined;

/**
 * Path of the worker's code: the built file beside this one, or, where this runs from its TypeScript sources (tests), a
 * bundle that is made of them once per process.
 */
export async function inspectionEntry(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./worker.js', import.meta.url));
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  // A development dependency: built code never gets here.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  // Packages that are not bundled are found from there. The name follows the content, so that processes share it.
  const cache = fileURLToPath(new URL('../../../../../node_modules/.cache/lectern', import.meta.url));
  const file = join(cache, `inspection-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
}
