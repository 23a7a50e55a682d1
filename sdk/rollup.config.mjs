// The two files for a <script> tag: everything under the global `Lectern`, for current browsers and for old ones.
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild, { minify } from 'rollup-plugin-esbuild';
import { minify as compress } from 'vite';

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

/** Compresses better than esbuild, but cannot write the syntax of old browsers. */
const compressed = {
  name: 'compressed',
  async renderChunk(chunk, { fileName }) {
    const { code, map, errors } = await compress(fileName, chunk, {
      ...{ sourcemap: true, module: false, compress: { target: 'es2022' }, mangle: true },
    });
    if (errors.length > 0) throw new Error(errors[0].message);
    return { code, map };
  },
};

/** @param {string} input @param {string} file @param {import('rollup').Plugin} minified */
const script = (input, file, minified) => ({
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
    plugins: [minified],
  },
  onLog(level, log, handle) {
    // Literals of instant messaging: they become calls of BigInt, which Safari has from version 14 on.
    if (log.message.includes('Big integer literals')) return;
    handle(level === 'warn' ? 'error' : level, log);
  },
});

export default [
  script('src/script-tag.ts', 'lectern-rtc.global.js', compressed),
  // Safari 11 parses ES2017 and nothing newer.
  script('src/script-tag-es2017.ts', 'lectern-rtc.es2017.global.js', minify({ target: 'es2017' })),
];
