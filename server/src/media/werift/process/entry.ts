import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let bundled: Promise<string> | undefined;

/**
 * The path of the worker's code, ready to be forked: the built file beside this one, or, where this runs from its
 * TypeScript sources (tests), a bundle made of them once per process.
 */
export async function workerEntry(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./worker.js', import.meta.url));
  bundled ??= bundleWorker();
  return bundled;
}

async function bundleWorker(): Promise<string> {
  // A development dependency: built code never gets here.
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'worker.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    // What is found from here in the sources is found from here in the bundle.
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    logLevel: 'silent',
  });
  return outfile;
}
