import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportsOf } from './api-report.mjs';

let folder;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'lectern-api-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Report of an entry whose declarations, and those of a chunk that it imports, are these. */
async function report(entry, chunk) {
  writeFileSync(join(folder, 'chunk.d.ts'), chunk);
  writeFileSync(join(folder, 'index.d.ts'), entry);
  const [text] = await reportsOf([{ name: '@lectern/x', types: join(folder, 'index.d.ts') }], (file) =>
    file.startsWith(folder),
  );
  return text;
}

const ENTRY = `export { C as Client } from './chunk.js';`;
const CHUNK = `
interface Port { send(text: string): void }
interface Secret { readonly key: string }
/** Options of a client. */
interface Options { readonly url: string; readonly retries?: number }
declare class Client {
    #socket;
    private readonly secret: Secret;
    constructor(options: Options);
    /** Opens it. */
    open(port: Port): Promise<void>;
    /** @internal */
    reset(): void;
}
export { Client as C };
`;

test('shows what callers reach: exports and the types that they name, sorted, without comments', async () => {
  const text = await report(ENTRY, CHUNK);
  expect(text).toContain('class Client {\n  constructor(options: Options);\n  open(port: Port): Promise<void>;\n}');
  expect(text).toContain('interface Options {\n  readonly url: string;\n  readonly retries?: number;\n}');
  expect(text.indexOf('interface Options')).toBeLessThan(text.indexOf('interface Port'));
  for (const gone of ['Secret', '#socket', 'reset', 'Opens it']) expect(text).not.toContain(gone);
});

test.each([
  ['a parameter', 'open(port: Port)', 'open(port: Port, times?: number)'],
  ['a member of a type that is not exported', 'readonly retries?: number', 'readonly retries: number'],
  ['a removed method', 'open(port: Port): Promise<void>;', ''],
])('differs after a change of %s', async (_what, before, after) => {
  expect(await report(ENTRY, CHUNK.replace(before, after))).not.toBe(await report(ENTRY, CHUNK));
});

test('is the same after a change of comments, of private members and of names of chunks', async () => {
  const other = CHUNK.replace('Opens it.', 'Opens the client.')
    .replace('private readonly secret: Secret;', '')
    .replace('Client as C', 'Client as Q');
  expect(await report(ENTRY.replace('C as', 'Q as'), other)).toBe(await report(ENTRY, CHUNK));
});
