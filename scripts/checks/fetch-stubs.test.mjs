import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchStubs } from './fetch-stubs.mjs';

let base;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lectern-fetch-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const complaintsAbout = (text) => {
  const file = 'demo-marketplace/web/src/features/x/x.test.ts';
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), text);
  return fetchStubs([file], base);
};

test.each([
  "vi.stubGlobal('fetch', async () => new Response());\n",
  "vi.stubGlobal(\n  'fetch',\n  answer,\n);\n",
  'globalThis.fetch = async () => new Response();\n',
  "vi.spyOn(window, 'fetch').mockResolvedValue(new Response());\n",
])('a test that replaces fetch is refused: %j', (text) => {
  expect(complaintsAbout(text)).toEqual([expect.stringContaining('replaces fetch')]);
});

test.each(["vi.stubGlobal('caches', {});\n", "await fetch('/api');\n", "handlers.get('fetch')?.(event);\n"])(
  'other code is not: %j',
  (text) => expect(complaintsAbout(text)).toEqual([]),
);
