import { build } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Bundles a module of this package so that plain Node can run it in a process of its own. The result lies where
 * Node finds the installed packages.
 */
export async function bundleForNode(source: string): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  const outfile = `${folder}test-${randomUUID()}.mjs`;
  await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['lectern-source'],
    packages: 'external',
    alias: { '@lectern/rtc/protocol': fileURLToPath(new URL('../../../sdk/src/protocol/index.ts', import.meta.url)) },
    logLevel: 'silent',
  });
  return { path: outfile, remove: () => rm(outfile, { force: true }) };
}
