import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { publishedManifest } from './packed.mjs';
import { declaredFiles, reachableFiles } from './reachable.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reachable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

const manifest = {
  name: 'a',
  scripts: { build: 'x' },
  devDependencies: { b: '1.0.0' },
  exports: {
    '.': {
      'lectern-source': './src/index.ts',
      import: { types: './dist/index.d.ts', default: './dist/index.js' },
    },
  },
};

it('follows imports, imports on demand and declarations from the entries, and nothing else', () => {
  write({
    'dist/index.js': `import { a } from "./chunk-1.js"; export * from './chunk-2.js'; import("./modules/late.js");`,
    'dist/chunk-1.js': `import"./chunk-3.js"; require('external');`,
    'dist/chunk-2.js': '',
    'dist/chunk-3.js': '',
    'dist/modules/late.js': `const { b } = require("../chunk-2.js");`,
    'dist/modules/unused.js': '',
    'dist/index.d.ts': `export { A } from './types-1.js';`,
    'dist/types-1.d.ts': '',
  });
  const found = [...reachableFiles(folder, declaredFiles(manifest))].map((path) => path.slice(folder.length + 6));
  expect(found.toSorted()).toEqual([
    'chunk-1.js',
    'chunk-2.js',
    'chunk-3.js',
    'index.d.ts',
    'index.js',
    'modules/late.js',
    'types-1.d.ts',
  ]);
});

it('refuses an entry whose import does not exist', () => {
  write({ 'broken.js': `import('./gone.js')` });
  expect(() => reachableFiles(folder, ['broken.js'])).toThrow(/broken\.js refers to .*gone\.js, which does not exist/);
});

it('publishes no condition, script or dependency that serves this repository only', () => {
  expect(publishedManifest(manifest)).toEqual({
    name: 'a',
    exports: { '.': { import: { types: './dist/index.d.ts', default: './dist/index.js' } } },
  });
});
