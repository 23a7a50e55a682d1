import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@lectern/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketplace, type Marketplace } from './marketplace.js';

const START_TIMEOUT_MS = 60_000;

let folder: string;
let marketplace: Marketplace;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-marketplace-'));
  await writeFile(join(folder, 'index.html'), '<h1>page</h1>');
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
  marketplace = await createMarketplace(config, { webFolder: folder });
  origin = await marketplace.listen();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await marketplace.close();
  await rm(folder, { recursive: true, force: true });
});

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
};

test('a guest of the API may open a room of the conference server, on the same origin', async () => {
  const entry = await post('/api/classroom/guest', { displayName: '林老師' });
  expect(entry).toMatchObject({ code: 1, data: { nickName: '林老師', appKey: 'lectern#demo' } });
  const { memName, token } = entry['data'] as { memName: string; token: string };
  const room = await post('/lectern/demo/conferences/room', { roomName: 'algebra', password: '1234', memName, token });
  expect(room).toMatchObject({ error: 0, isCreator: true });
});

test('addresses of pages give the page, all others what the server says', async () => {
  const page = await fetch(`${origin}/classroom?room=algebra`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe('<h1>page</h1>');
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/nothing.js`)).status).toBe(404);
});
