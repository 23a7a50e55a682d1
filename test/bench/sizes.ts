import { build, type Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import type { BenchResult } from './result.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface SizeBudget {
  readonly name: string;
  /** What an application writes. */
  readonly code: string;
  readonly external?: readonly string[];
  readonly maxBytes: number;
}

/** What an application that writes this pays for, as packages are built; budgets of the design, in bytes. */
const BUDGETS: readonly SizeBudget[] = [
  { name: '@lectern/rtc (conference)', code: "export * from '@lectern/rtc';", maxBytes: 20_000 },
  { name: '@lectern/rtc/protocol', code: "export * from '@lectern/rtc/protocol';", maxBytes: 8_000 },
  { name: '@lectern/rtc/admin', code: "export * from '@lectern/rtc/admin';", maxBytes: 8_000 },
  { name: '@lectern/rtc/messages', code: "export * from '@lectern/rtc/messages';", maxBytes: 8_000 },
  { name: '@lectern/rtc/remote-control', code: "export * from '@lectern/rtc/remote-control';", maxBytes: 8_000 },
  { name: '@lectern/rtc/overlay', code: "export * from '@lectern/rtc/overlay';", maxBytes: 8_000 },
  { name: '@lectern/rtc/desktop', code: "export * from '@lectern/rtc/desktop';", maxBytes: 8_000 },
  { name: '@lectern/rtc/devices', code: "export * from '@lectern/rtc/devices';", maxBytes: 8_000 },
  { name: '@lectern/rtc/deployment', code: "export * from '@lectern/rtc/deployment';", maxBytes: 8_000 },
  { name: '@lectern/rtc/diagnostics', code: "export * from '@lectern/rtc/diagnostics';", maxBytes: 8_000 },
  { name: '@lectern/rtc/element', code: "export * from '@lectern/rtc/element';", maxBytes: 8_000 },
  { name: '@lectern/rtc/recorder', code: "export * from '@lectern/rtc/recorder';", maxBytes: 8_000 },
  { name: '@lectern/rtc/quality', code: "export * from '@lectern/rtc/quality';", maxBytes: 8_000 },
  { name: '@lectern/rtc/p2p', code: "export * from '@lectern/rtc/p2p';", maxBytes: 8_000 },
  { name: '@lectern/rtc/call', code: "export * from '@lectern/rtc/call';", maxBytes: 8_000 },
  { name: '@lectern/rtc/im', code: "export * from '@lectern/rtc/im';", maxBytes: 20_000 },
  { name: '@lectern/rtc/im-protocol', code: "export * from '@lectern/rtc/im-protocol';", maxBytes: 8_000 },
  { name: '@lectern/rtc/testing', code: "export * from '@lectern/rtc/testing';", maxBytes: 8_000 },
  { name: '@lectern/rtc/node', code: "export * from '@lectern/rtc/node';", maxBytes: 8_000 },
  { name: 'one constant of @lectern/rtc', code: "export { Role } from '@lectern/rtc';", maxBytes: 300 },
  {
    name: '@lectern/react without React and SDK',
    code: "export * from '@lectern/react';",
    external: ['react', 'react-dom', '@lectern/rtc'],
    maxBytes: 6_000,
  },
];

export interface Size extends Omit<SizeBudget, 'code' | 'external'> {
  readonly bytes: number;
}

/** What is imported on demand is not part of what an application loads at its start. */
const onDemand: Plugin = {
  name: 'on-demand',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)),
};

/** Bundled and minified by esbuild for browsers, then gzip −9. Exact: the same code gives the same bytes. */
const sizeOf = async ({ name, code, external = [], maxBytes }: SizeBudget): Promise<Size> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: ROOT, loader: 'js' },
    bundle: true,
    logLevel: 'error',
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    external: [...external],
    plugins: [onDemand],
  });
  return { name, maxBytes, bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).byteLength };
};

/** @throws where the packages are not built. */
export const measureSizes = (): Promise<Size[]> => {
  for (const folder of ['sdk', 'react-bindings']) {
    if (!existsSync(`${ROOT}/${folder}/dist/index.js`)) {
      throw new Error(`${folder} is not built; run: npm run build`);
    }
  }
  return Promise.all(BUDGETS.map(sizeOf));
};

export const run = async (): Promise<BenchResult[]> =>
  (await measureSizes()).map(({ name, bytes, maxBytes }) => ({
    name: `size: ${name}`,
    value: `${bytes.toLocaleString('en')} B`,
    budget: `≤ ${maxBytes.toLocaleString('en')} B`,
    isMet: bytes <= maxBytes,
    note: 'esbuild: bundle, minify, browser; gzip −9; exact',
  }));
