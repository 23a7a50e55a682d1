import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webApp } from './index.js';
import type { WebAppOptions } from './web.js';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<h1>page</h1>');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), 'as brotli');
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), 'as gzip');
  app = fastify();
  app.get('/healthz', () => 'ready');
  await app.register(webApp, { folder });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, accept = 'text/html,*/*') => app.inject({ url, headers: { accept } });

test('pages fetch files from the storage, and post them there, where it is elsewhere', async () => {
  const own = fastify();
  await own.register(webApp, { folder, storageUrl: 'https://s3.example.org/some' });
  const policy = String(
    (await own.inject({ url: '/', headers: { accept: 'text/html' } })).headers['content-security-policy'],
  );
  await own.close();
  for (const sources of ['img-src', 'media-src', 'connect-src']) {
    expect(policy).toContain(`${sources} 'self' https://s3.example.org`);
  }
  expect(policy).toContain("script-src 'self';");
});

const connectOf = async (options: Partial<WebAppOptions>, host: string): Promise<string | undefined> => {
  const own = fastify();
  await own.register(webApp, { folder, ...options });
  const { headers } = await own.inject({ url: '/', headers: { accept: 'text/html', host } });
  await own.close();
  return /connect-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1];
};

test('pages talk to where they are from, to the conference server and to the storage, and to nobody else', async () => {
  expect(await connectOf({}, 'school.example:8080')).toBe("'self' ws://school.example:8080 wss://school.example:8080");
  expect(await connectOf({ publicUrl: 'https://school.example' }, 'school.example')).toBe(
    "'self' ws://school.example wss://school.example",
  );
  expect(await connectOf({ publicUrl: 'https://rtc.example', storageUrl: 'https://s3.example/x' }, '[::1]:80')).toBe(
    "'self' https://s3.example ws://[::1]:80 wss://[::1]:80 https://rtc.example ws://rtc.example wss://rtc.example",
  );
  expect(await connectOf({}, 'x; script-src *')).toBe("'self'");
});

test.each(['/', '/classroom?room=algebra', '/some/where'])('%s is the page, with its policy', async (url) => {
  const response = await get(url);
  expect(response.body).toBe('<h1>page</h1>');
  expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  expect(response.headers['content-security-policy']).toContain("worker-src 'self' blob:");
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.headers['cross-origin-opener-policy']).toBe('same-origin');
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

test.each(['/', '/video-info?id=1', '/verify/LC-1', '/pages/detail/detail?id=1'])(
  'programs that show what a link leads to take anything, and get the page at %s',
  async (url) => {
    for (const headers of [{ accept: '*/*' }, {}]) {
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  },
);

test('a client of the conference server that mistyped its application gets no page', async () => {
  expect((await get('/lectern/demo/nothing', '*/*')).statusCode).toBe(404);
});

test('files with a hash in their name are kept for a year', async () => {
  const response = await get('/assets/app-1a2b.js', '*/*');
  expect(response.body).toBe('export {};');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['gzip, deflate, br', 'br', 'as brotli'],
  ['gzip', 'gzip', 'as gzip'],
  ['identity', undefined, 'export {};'],
])('whoever takes %s gets a script as that, and caches are told', async (accepted, encoding, body) => {
  const response = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': accepted } });
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.body).toBe(body);
  expect(response.headers['content-type']).toContain('javascript');
  expect(response.headers['vary']).toBe('accept-encoding');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('nothing outside the folder is served, and a page that is asked for as a file has its policy too', async () => {
  expect((await get('/..%2f..%2fetc/passwd.txt', '*/*')).statusCode).not.toBe(200);
  expect((await get('/%2e%2e/secret.json', '*/*')).statusCode).not.toBe(200);
  expect((await get('/index.html')).headers['content-security-policy']).toContain("script-src 'self'");
});

test('a path that is no address gets a page or a refusal, and breaks nothing', async () => {
  const own = fastify();
  await own.register(webApp, { folder, heads: () => Promise.reject(new Error('there is no head')) });
  await own.listen({ host: '127.0.0.1', port: 0 });
  const { port } = own.server.address() as AddressInfo;
  for (const path of ['//', '///', '//[', '/%']) {
    const asking = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode, path).toBeLessThan(500);
  }
  await own.close();
});

test('other routes come first', async () => {
  expect((await get('/healthz')).body).toBe('ready');
});

test('a folder without a page says what to do', async () => {
  const empty = fastify();
  await expect(empty.register(webApp, { folder: join(folder, 'assets') }).ready()).rejects.toThrow('npm run build');
});
