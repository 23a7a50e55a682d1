import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@lectern/kit/clock';
import { Passwords } from '@lectern/kit/passwords';
import { openDatabase } from '@lectern/kit/postgres';
import { openMarketplaceDatabase, readMarketplaceConfig } from '@lectern/marketplace-api';
import { attachDatabases, readConfig } from '@lectern/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketplace, DATABASE, type Marketplace } from './marketplace.js';
import { readStaffCommand, runStaffCommand } from './staff-command.js';

const START_TIMEOUT_MS = 60_000;
const SETTINGS = {
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // An origin on this machine, so that the test reaches it.
  PUBLIC_URL: 'http://localhost:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@example.org',
};

let folder: string;
let dataDir: string;
let marketplace: Marketplace;
let origin: string;

/** Starts the marketplace in production mode on the existing data. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const config = readConfig({ ...SETTINGS, ...env, DATA_DIR: dataDir });
  marketplace = await createMarketplace(config, { webFolder: folder, settings: readMarketplaceConfig(SETTINGS) });
  await marketplace.listen();
  origin = marketplace.localUrl();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-production-'));
  dataDir = join(folder, 'data');
  await writeFile(join(folder, 'index.html'), '<h1>page</h1>');
  await start();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await marketplace.close();
  await rm(folder, { recursive: true, force: true });
});

type Answer = Record<string, unknown> & { readonly data?: Record<string, unknown> };

async function post(path: string, body: object, token = ''): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: token };
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** Runs a staff command on the data folder; resolves with its output. */
async function staff(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const databases = await attachDatabases(dataDir);
  const url = await databases.url(DATABASE);
  const { db, close } = await openMarketplaceDatabase({ url, schemaName: 'marketplace', onError: () => undefined });
  const ports = { db, clock: systemClock, passwords: new Passwords() };
  const terminal = { say: (line: string) => void lines.push(line), readLine: () => Promise.resolve('') };
  try {
    await runStaffCommand(readStaffCommand(args), ports, terminal);
  } finally {
    await close();
    await databases.close();
  }
  return lines.join('\n');
}

const passwordIn = (text: string): string => /Password: (\S+)/.exec(text)?.[1] ?? '';
const logIn = (email: string, password: string) => post('/api/Login/email_login', { email, password });

test('a program that embeds it is refused the same settings as the command line', async () => {
  const create = (env: Record<string, string>) =>
    createMarketplace(readConfig({ PORT: '0', DATA_DIR: join(folder, 'none'), ...env }), {
      webFolder: folder,
      settings: readMarketplaceConfig(env),
    });
  await expect(create({})).rejects.toThrow('SMTP_URL: ');
  const card = { CARD_SECRET_KEY: 'sk_live_1', CARD_WEBHOOK_SECRET: 'whsec_1' };
  await expect(create({ DEMO: 'on', ...card })).rejects.toThrow('a demo must not take real money');
});

test('nothing of the demo is open', async () => {
  const user = { username: 'stranger', password: 'secret' };
  expect(await post('/lectern/demo/users', user)).toMatchObject({ error: 'unauthorized' });
  expect(await post('/lectern/demo/token', { grant_type: 'password', ...user })).not.toHaveProperty('access_token');
  expect((await post('/api/Index/config', {})).data).toMatchObject({ demo_accounts: [] });
  for (const name of ['learner', 'mentor', 'company', 'office']) {
    const answer = await logIn(`${name}@example.org`, 'Demo123!');
    expect(answer).toMatchObject({ data: { reason: 'wrong-credentials' } });
  }
  expect((await post('/api/Index/home', {})).data).toMatchObject({ stats: { courses: 0 } });
  for (const path of ['/dev/inbox', '/dev/inbox.json', '/dev/pay/1', '/files/demo/avatar/1.svg']) {
    const statuses = await Promise.all(
      [{}, { accept: 'text/html' }].map(async (headers) => (await fetch(origin + path, { headers })).status),
    );
    expect([path, ...statuses]).toEqual([path, 404, 404]);
  }
  expect((await fetch(`${origin}/dev/pay/1`, { method: 'POST' })).status).toBe(404);
});

test('what production needs is open: health, pages, and classes for guests', async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const page = await fetch(`${origin}/classroom`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe('<h1>page</h1>');
  const { data } = await post('/api/classroom/guest', { displayName: '林老師' });
  const { memName, token } = data as { memName: string; token: string };
  const room = { roomName: 'algebra', password: '1234', memName, token };
  expect(await post('/lectern/demo/conferences/room', room)).toMatchObject({ error: 0, isCreator: true });
});

test('its health says that the database of the marketplace is away, and that it is back', async () => {
  const databases = await attachDatabases(dataDir);
  const { db, close } = await openDatabase({
    ...{ url: await databases.url('lectern'), schema: {}, onError: () => undefined },
    ...{ migrations: [], table: 'no_migrations', lock: 1 },
  });
  const health = async (): Promise<unknown> => {
    const response = await fetch(`${origin}/healthz`);
    return [response.status, ((await response.json()) as { checks: unknown }).checks];
  };
  try {
    await db.execute(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`);
    await db.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`);
    const away = { database: 'ok', media: 'ok', 'marketplace database': 'does not answer' };
    await expect.poll(health).toEqual([503, away]);
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
    await db.execute(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
    await expect.poll(health).toEqual([200, { ...away, 'marketplace database': 'ok' }]);
  } finally {
    await close();
    await databases.close();
  }
});

test(
  'staff are added while it runs and while it does not, and log in',
  async () => {
    expect(await staff('list')).toContain('Nobody is staff yet');
    const first = await staff('add', '--email', 'first@example.org', '--name', '王核員');
    const session = await logIn('first@example.org', passwordIn(first));
    expect(session).toMatchObject({ code: 1, data: { member: { is_staff: 1 } } });
    expect(await post('/api/Admin/todo', {}, String(session.data?.['token']))).toMatchObject({ code: 1 });

    await marketplace.close();
    const second = await staff('add', '--email', 'second@example.org');
    expect(await staff('list')).toMatch(/first@example\.org\t王核員\n.*second@example\.org/);
    await start();
    expect(await logIn('second@example.org', passwordIn(second))).toMatchObject({ code: 1 });
    await staff('remove', '--email', 'first@example.org');
    expect(await post('/api/Admin/todo', {}, String(session.data?.['token']))).toMatchObject({ code: 401 });
  },
  2 * START_TIMEOUT_MS,
);

test(
  'a lost secret file is not replaced, and its secret can be rotated out',
  async () => {
    await marketplace.close();
    const files = ['secret', 'marketplace.secret'].map((name) => join(dataDir, name));
    const secrets = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).trim()));
    await Promise.all(files.map((file) => rm(file)));
    const SECRET = 'the secret of today';
    await expect(start({ SECRET_PREVIOUS: secrets[0]! })).rejects.toThrow(`was in ${files[0]}, and is not there`);
    await writeFile(files[0]!, secrets[0]!);
    await expect(start()).rejects.toThrow(`was in ${files[1]}, and is not there any more. Restore the file`);
    expect(files.map((file) => existsSync(file))).toEqual([true, false]);
    await expect(start({ SECRET, SECRET_PREVIOUS: secrets[0]! })).rejects.toThrow('list that one in SECRET_PREVIOUS');
    await start({ SECRET, SECRET_PREVIOUS: secrets.join() });
    expect((await post('/api/classroom/guest', { displayName: '林老師' })).data).toHaveProperty('token');
  },
  2 * START_TIMEOUT_MS,
);

test('a command does not make a database where there is none', async () => {
  await expect(attachDatabases(join(folder, 'typo'))).rejects.toThrow('set DATA_DIR, or start the server once');
});
