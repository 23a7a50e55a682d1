// The two files for a <script> tag: everything under the global `Lectern`, for current browsers and for old ones.
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild, { minify } from 'rollup-plugin-esbuild';

/**
 * A script cannot import packages, so the library of file formats is the global that its own script makes. It is looked
 * for when a recording is repaired, and not before.
 */
const mediabunnyFromGlobal = {
  name: 'mediabunny-from-global',
  renderDynamicImport: ({ targetModuleId }) =>
    targetModuleId === 'mediabunny'
      ? {
          left: '((name) => globalThis.Mediabunny ? Promise.resolve(Mediabunny) : Promise.reject(new Error(name)))(',
          right: ')',
        }
      : null,
};

/** @param {string} input @param {string} file @param {string} target the newest syntax in the file */
const script = (input, file, target) => ({
  input,
  external: ['mediabunny'],
  plugins: [
    mediabunnyFromGlobal,
    nodeResolve({ browser: true }),
    commonjs(),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
  ],
  output: {
    file: `dist/${file}`,
    format: 'iife',
    name: 'Lectern',
    sourcemap: true,
    inlineDynamicImports: true,
    plugins: [minify({ target })],
  },
  onLog(level, log, handle) {
    // Literals of instant messaging: they become calls of BigInt, which Safari has from version 14 on.
    if (log.message.includes('Big integer literals')) return;
    handle(level === 'warn' ? 'error' : level, log);
  },
});

export default [
  script('src/script-tag.ts', 'lectern-rtc.global.js', 'es2022'),
  // Safari 11 parses ES2017 and nothing newer.
  script('src/script-tag-es2017.ts', 'lectern-rtc.es2017.global.js', 'es2017'),
];
