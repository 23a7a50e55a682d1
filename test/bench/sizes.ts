import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BenchResult } from './result.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface SizeBudget {
  readonly name: string;
  /** Source code of the application. */
  readonly code: string;
  readonly external?: readonly string[];
  readonly maxBytes: number;
  /** Present while the budget is missed: the size that must not be passed meanwhile. */
  readonly toleratedBytes?: number;
}

/** The budgets of the design, in bytes, for the code that a page loads at once. */
const BUDGETS: readonly SizeBudget[] = [
  {
    name: '@lectern/rtc (conference)',
    code: "export * from '@lectern/rtc';",
    maxBytes: 22_000,
    toleratedBytes: 22_790,
  },
  { name: '@lectern/rtc/protocol', code: "export * from '@lectern/rtc/protocol';", maxBytes: 9_000 },
  { name: '@lectern/rtc/admin', code: "export * from '@lectern/rtc/admin';", maxBytes: 9_000 },
  { name: '@lectern/rtc/messages', code: "export * from '@lectern/rtc/messages';", maxBytes: 9_000 },
  {
    name: '@lectern/rtc/remote-control',
    code: "export * from '@lectern/rtc/remote-control';",
    maxBytes: 9_000,
    toleratedBytes: 9_530,
  },
  { name: '@lectern/rtc/overlay', code: "export * from '@lectern/rtc/overlay';", maxBytes: 9_000 },
  { name: '@lectern/rtc/desktop', code: "export * from '@lectern/rtc/desktop';", maxBytes: 9_000 },
  { name: '@lectern/rtc/devices', code: "export * from '@lectern/rtc/devices';", maxBytes: 9_000 },
  { name: '@lectern/rtc/deployment', code: "export * from '@lectern/rtc/deployment';", maxBytes: 9_000 },
  { name: '@lectern/rtc/diagnostics', code: "export * from '@lectern/rtc/diagnostics';", maxBytes: 9_000 },
  { name: '@lectern/rtc/element', code: "export * from '@lectern/rtc/element';", maxBytes: 9_000 },
  { name: '@lectern/rtc/recorder', code: "export * from '@lectern/rtc/recorder';", maxBytes: 9_000 },
  { name: '@lectern/rtc/quality', code: "export * from '@lectern/rtc/quality';", maxBytes: 9_000 },
  {
    name: '@lectern/rtc/p2p',
    code: "export * from '@lectern/rtc/p2p';",
    maxBytes: 9_000,
    toleratedBytes: 9_850,
  },
  {
    name: '@lectern/rtc/call',
    code: "export * from '@lectern/rtc/call';",
    maxBytes: 9_000,
    toleratedBytes: 10_370,
  },
  { name: '@lectern/rtc/im', code: "export * from '@lectern/rtc/im';", maxBytes: 20_000 },
  { name: '@lectern/rtc/im-protocol', code: "export * from '@lectern/rtc/im-protocol';", maxBytes: 9_000 },
  { name: '@lectern/rtc/im-tabs', code: "export * from '@lectern/rtc/im-tabs';", maxBytes: 9_000 },
  { name: '@lectern/rtc/testing', code: "export * from '@lectern/rtc/testing';", maxBytes: 9_000 },
  { name: '@lectern/rtc/node', code: "export * from '@lectern/rtc/node';", maxBytes: 9_000 },
  { name: 'one constant of @lectern/rtc', code: "export { Role } from '@lectern/rtc';", maxBytes: 300 },
  {
    name: '@lectern/react without React and SDK',
    code: "export * from '@lectern/react';",
    external: ['react', 'react-dom', '@lectern/rtc'],
    maxBytes: 8_000,
    toleratedBytes: 9_750,
  },
  {
    name: '@lectern/react/ui with its hooks',
    code: "export * from '@lectern/react/ui';",
    external: ['react', 'react-dom', '@lectern/rtc'],
    maxBytes: 25_000,
  },
  ...['Tile', 'ControlBar', 'RoomChat', 'PreJoin', 'MemberList', 'DeviceMenu', 'CallWindow'].map((component) => ({
    name: `${component} of @lectern/react/ui with its hooks`,
    code: `export { ${component} } from '@lectern/react/ui';`,
    external: ['react', 'react-dom', '@lectern/rtc'],
    maxBytes: 6_000,
  })),
];

/** The files for script tags, as they are: everything in one, the second with what old browsers lack. */
const SCRIPTS = [
  { name: 'lectern-rtc.global.js (everything, script tag)', file: 'lectern-rtc.global.js', maxBytes: 120_000 },
  { name: 'lectern-rtc.es2017.global.js', file: 'lectern-rtc.es2017.global.js', maxBytes: 165_000 },
] as const;

export interface Size {
  readonly name: string;
  /** Total size of the files that the page loads before it runs, in bytes. */
  readonly bytes: number;
  /** Total size of the files that it may load later, on demand, in bytes. */
  readonly laterBytes: number;
  readonly maxBytes: number;
  readonly toleratedBytes?: number;
}

const PAGE = '\0page';
const gzippedBytes = (code: string | Uint8Array): number => gzipSync(code, { level: 9 }).byteLength;
const sumOf = (chunks: Iterable<Rolldown.OutputChunk>): number =>
  [...chunks].reduce((bytes, { code }) => bytes + gzippedBytes(code), 0);

/** A chunk with every chunk that it imports, directly or not. */
function withImports(entry: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>) {
  const found = new Set([entry]);
  for (const { imports } of found) {
    for (const file of imports) {
      const chunk = chunks.get(file);
      if (chunk) found.add(chunk);
    }
  }
  return found;
}

/**
 * Measures the production build by Vite of a page whose only code is the given one. Deterministic: same code, same
 * bytes.
 */
async function sizeOf({ code, external = [], ...budget }: SizeBudget): Promise<Size> {
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === PAGE ? id : null),
    load: (id) => (id === PAGE ? code : null),
  };
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [page],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: PAGE,
        external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const chunks = new Map(
    outputs.flatMap(({ output }) => output).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (!entry) throw new Error(`Vite built no entry for ${budget.name}`);
  const bytes = sumOf(withImports(entry, chunks));
  return { ...budget, bytes, laterBytes: sumOf(chunks.values()) - bytes };
}

/** @throws where the packages are not built. */
export async function measureSizes(): Promise<Size[]> {
  for (const folder of ['sdk', 'react-bindings']) {
    if (!existsSync(`${ROOT}/${folder}/dist/index.js`)) {
      throw new Error(`${folder} is not built; run: npm run build`);
    }
  }
  const sizes: Size[] = [];
  for (const budget of BUDGETS) sizes.push(await sizeOf(budget));
  const scripts = SCRIPTS.map(({ name, file, maxBytes }) => ({
    ...{ name, maxBytes, laterBytes: 0 },
    bytes: gzippedBytes(readFileSync(`${ROOT}/sdk/dist/${file}`)),
  }));
  return [...sizes, ...scripts];
}

const format = (bytes: number): string => `${bytes.toLocaleString('en')} B`;

export const run = async (): Promise<BenchResult[]> =>
  (await measureSizes()).map(({ name, bytes, laterBytes, maxBytes }) => ({
    name: `size: ${name}`,
    value: laterBytes > 0 ? `${format(bytes)} at once, ${format(laterBytes)} on demand` : format(bytes),
    budget: `≤ ${format(maxBytes)} at once`,
    isMet: bytes <= maxBytes,
    note: 'Vite, production build of a page that exports it; gzip −9; exact',
  }));
