import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moduleEntry } from './index.js';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-entry-'));
});
afterEach(() => rm(folder, { recursive: true }));

const urlOf = (name: string): URL => pathToFileURL(join(folder, name));

it('is the built file where there is one', async () => {
  await writeFile(join(folder, 'worker.js'), '');
  expect(await moduleEntry(urlOf('worker.js'))).toBe(join(folder, 'worker.js'));
});

it('is a bundle of the sources elsewhere, which Node runs as it is and processes share', async () => {
  await writeFile(join(folder, 'part.ts'), 'export const part = (text: string): string => `${text} that was bundled`;');
  const source = `import pg from 'pg'; import { part } from './part.js'; console.log(part(typeof pg.Pool));`;
  await writeFile(join(folder, 'worker.ts'), source);
  await writeFile(join(folder, 'same.ts'), source);
  const entry = await moduleEntry(urlOf('worker.js'));
  expect((await run(process.execPath, [entry])).stdout.trim()).toBe('function that was bundled');
  expect([await moduleEntry(urlOf('worker.js')), existsSync(join(folder, 'worker.js'))]).toEqual([entry, false]);
  await rm(entry);
});
