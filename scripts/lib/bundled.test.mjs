import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundlePrivate } from './bundled.mjs';

let folder;
const staging = () => join(folder, 'staging');
const kit = () => join(folder, 'kit');
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path) => readFileSync(join(staging(), path), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-bundled-'));
  const exports = { './clock': { default: './dist/clock.js' }, './postgres': { default: './dist/postgres/index.js' } };
  write('kit/package.json', JSON.stringify({ exports, dependencies: { pg: '8.0.0' } }));
  write('kit/dist/clock.js', 'export const now = 1;\n');
  write('kit/dist/clock.d.ts', 'export declare const now: number;\n');
  write('kit/dist/postgres/index.js', "export { now } from '../clock.js';\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the private package becomes a part of the one that is packed, declarations included', () => {
  write('staging/dist/index.js', "import { now } from '@lectern/kit/clock';\n");
  write('staging/dist/deep/er.js', 'const { open } = await import("@lectern/kit/postgres");\n');
  write('staging/dist/deep/er.d.ts', "export type A = import('@lectern/kit/clock').Clock;\n");
  const manifest = { name: 'server', dependencies: { ws: '1.0.0', '@lectern/kit': '0.1.0', pg: '8.0.0' } };

  const published = bundlePrivate(manifest, staging(), kit());

  expect(published).toEqual({ name: 'server', dependencies: { pg: '8.0.0', ws: '1.0.0' } });
  expect(read('dist/index.js')).toBe("import { now } from './kit/clock.js';\n");
  expect(read('dist/deep/er.js')).toBe('const { open } = await import("../kit/postgres/index.js");\n');
  expect(read('dist/deep/er.d.ts')).toBe("export type A = import('../kit/clock.js').Clock;\n");
  expect(read('dist/kit/postgres/index.js')).toBe("export { now } from '../clock.js';\n");
});

test('a package that does without it stays as it is', () => {
  const manifest = { name: 'sdk', dependencies: { ws: '1.0.0' } };
  expect(bundlePrivate(manifest, staging(), kit())).toBe(manifest);
});

test('an entry that does not exist, or another version of a dependency, is refused', () => {
  const dependencies = { '@lectern/kit': '0.1.0' };
  write('staging/dist/index.js', "import '@lectern/kit/clocks';\n");
  expect(() => bundlePrivate({ dependencies }, staging(), kit())).toThrow('@lectern/kit/clocks is imported');
  write('staging/dist/index.js', '');
  expect(() => bundlePrivate({ dependencies: { ...dependencies, pg: '9.0.0' } }, staging(), kit())).toThrow('pg@8.0.0');
});
