import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webApp } from './index.js';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<h1>page</h1>');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {};');
  app = fastify();
  app.get('/healthz', () => 'ready');
  await app.register(webApp, { folder });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, accept = 'text/html,*/*') => app.inject({ url, headers: { accept } });

test.each(['/', '/classroom?room=algebra', '/some/where'])('%s is the page, with its policy', async (url) => {
  const response = await get(url);
  expect(response.body).toBe('<h1>page</h1>');
  expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  expect(response.headers['cache-control']).toBe('no-cache');
});

test.each(['/api/nothing', '/rtc/ws', '/easemob/rtc/req/ticket', '/assets/gone.js', '/missing.png'])(
  '%s is not the page',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);

test('a program that asks for no HTML gets no page', async () => {
  expect((await get('/classroom', 'application/json')).statusCode).toBe(404);
});

test('files with a hash in their name are kept for a year', async () => {
  const response = await get('/assets/app-1a2b.js', '*/*');
  expect(response.body).toBe('export {};');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('nothing outside the folder is served, and a page that is asked for as a file has its policy too', async () => {
  expect((await get('/..%2f..%2fetc/passwd.txt', '*/*')).statusCode).not.toBe(200);
  expect((await get('/%2e%2e/secret.json', '*/*')).statusCode).not.toBe(200);
  expect((await get('/index.html')).headers['content-security-policy']).toContain("script-src 'self'");
});

test('other routes come first', async () => {
  expect((await get('/healthz')).body).toBe('ready');
});

test('a folder without a page says what to do', async () => {
  const empty = fastify();
  await expect(empty.register(webApp, { folder: join(folder, 'assets') }).ready()).rejects.toThrow('npm run build');
});
