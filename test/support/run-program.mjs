import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/**
 * Bundles a TypeScript program of `test/<folder>`, runs it, and ends the process.
 *
 * @param {URL} entry
 * @param {string} name of the bundle
 */
export async function runProgram(entry, name) {
  // At this depth, relative URLs of the sources in test/<folder> still lead where they should.
  const outfile = fileURLToPath(new URL(`../build/${name}.mjs`, import.meta.url));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
  });
  process.setSourceMapsEnabled(true);
  await import(outfile);
  // Clients of werift keep their sockets after close(), and those would keep the process.
  process.exit();
}
