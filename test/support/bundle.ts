import { build } from 'esbuild';
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript entry for a child process of Node, once per process, with the workspace's sources in it. Native
 * packages stay outside.
 *
 * @returns the script's path
 */
export const bundleForNode = (entry: URL): Promise<string> => {
  const source = fileURLToPath(entry);
  let bundle = bundles.get(source);
  if (bundle === undefined) {
    const script = fileURLToPath(new URL(`../build/${basename(source, '.ts')}.mjs`, import.meta.url));
    // Another worker of the test runner may be starting the same script.
    const outfile = `${script}.${process.pid}`;
    bundle = build({
      entryPoints: [source],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['lectern-source'],
      external: ['wrtc', 'ws'],
      sourcemap: 'inline',
    })
      .then(() => rename(outfile, script))
      .then(() => script);
    bundles.set(source, bundle);
  }
  return bundle;
};
