// `npm run bench`: the benchmarks are TypeScript, so they are bundled first; packages stay outside, as built.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

// At this depth, relative URLs of the sources in test/<folder> still lead where they should.
const outfile = fileURLToPath(new URL('../build/bench.mjs', import.meta.url));
await build({
  entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
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
// The load's werift clients keep their sockets after close(), and those would keep the process.
process.exit();
