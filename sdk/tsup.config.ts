import { readdirSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** Entries of the package by name. */
const entries = {
  index: 'src/index.ts',
  protocol: 'src/protocol/index.ts',
  admin: 'src/admin/index.ts',
  messages: 'src/messages/index.ts',
  'remote-control': 'src/remote-control/index.ts',
  overlay: 'src/overlay/index.ts',
  desktop: 'src/desktop/index.ts',
  devices: 'src/devices/index.ts',
  deployment: 'src/deployment/index.ts',
  element: 'src/element/index.ts',
  recorder: 'src/recorder/index.ts',
  quality: 'src/quality/index.ts',
  diagnostics: 'src/diagnostics/index.ts',
  p2p: 'src/p2p/index.ts',
  call: 'src/call/index.ts',
  im: 'src/im/index.ts',
  'im-protocol': 'src/im-protocol/index.ts',
  'im-tabs': 'src/im-tabs/index.ts',
  testing: 'src/testing/index.ts',
  node: 'src/platform/node/index.ts',
};

const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  // The files for script tags are made by rollup.config.mjs.
  .filter((file) => /(?<!\.d|\.test)\.ts$/.test(file) && !file.startsWith('script-tag'))
  .map((file) => [`modules/${file.slice(0, -3)}`, `src/${file}`]);

export default defineConfig([
  {
    // Every module is an entry as well, so each stays a file of its own: bundlers drop the files that an application
    // does not reach (`sideEffects: false`), which is surer than having them prove that a statement has no effect.
    entry: { ...entries, ...Object.fromEntries(modules) },
    format: ['esm', 'cjs'],
    target: 'es2022',
    splitting: true,
    sourcemap: true,
    clean: ['!*.global.js*'],
    external: ['wrtc'],
    // Declarations are bundled by a compiler program of their own, without project references.
    dts: {
      entry: entries,
      compilerOptions: {
        ...{ composite: false, incremental: false, customConditions: [], ignoreDeprecations: '6.0' },
        // Members that only this package, or its siblings, call.
        stripInternal: true,
      },
    },
  },
]);
