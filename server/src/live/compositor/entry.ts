import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let bundled: Promise<string> | undefined;

/**
 * The path of the compositor's code, ready to be forked: the built file beside this one, or, where this runs from its
 * TypeScript sources (tests), a bundle made of them once per process.
 */
export async function compositorEntry(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./main.js', import.meta.url));
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  // A development dependency: built code never gets here.
  const { build } = await import('esbuild');
  // Within the packages' reach: what is not bundled is found from there.
  const cache = fileURLToPath(new URL('../../../../node_modules/.cache/lectern', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'compositor-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./main.ts', import.meta.url))],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'silent',
  });
  return outfile;
}
