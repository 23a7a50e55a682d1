import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMarketplaceConfig } from '@lectern/marketplace-api';
import { ImClient } from '@lectern/rtc/im';
import { createNodePlatform } from '@lectern/rtc/node';
import { readConfig } from '@lectern/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createMarketplace, type Marketplace } from './marketplace.js';

const START_TIMEOUT_MS = 60_000;
const PASSWORD = 'abcd123!';
const LOCAL = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };

let folder: string;
let marketplace: Marketplace;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-marketplace-'));
  await writeFile(join(folder, 'index.html'), '<h1>page</h1>');
  const config = readConfig({ ...LOCAL, DEMO: 'on', DATA_DIR: join(folder, 'data') });
  marketplace = await createMarketplace(config, {
    webFolder: folder,
    settings: readMarketplaceConfig({ DEMO_CONTENT: 'off' }),
  });
  origin = await marketplace.listen();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await marketplace.close();
  await rm(folder, { recursive: true, force: true });
});

const post = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
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

/** Registers a member; resolves with the token and the credentials of the chat account. */
async function register(address: string) {
  const account = { channel: 'email', account: address };
  expect(await post('/api/Login/send_code', { ...account, scene: 'register' })).toMatchObject({ code: 1 });
  const inbox = (): Promise<{ to: string; text: string }[]> =>
    fetch(`${origin}/dev/inbox.json`).then((response) => response.json() as Promise<{ to: string; text: string }[]>);
  const [mail] = await vi.waitUntil(
    async () => {
      const mails = (await inbox()).filter(({ to }) => to === account.account);
      return mails.length > 0 && mails;
    },
    { timeout: START_TIMEOUT_MS },
  );
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0];
  const passwords = { password: PASSWORD, password2: PASSWORD };
  const session = await post('/api/Login/register', { ...account, ...passwords, code, agree: true });
  expect(session).toMatchObject({ code: 1, data: { usertype: 1 } });
  const { token, member } = session['data'] as {
    token: string;
    member: { hx_username: string; hx_password: string };
  };
  const grant = { grant_type: 'password', username: member.hx_username, password: member.hx_password };
  return { token, grant };
}

test(
  'a member who registers has a chat account at the conference server, as long as they stay',
  async () => {
    const { token, grant } = await register('new@example.org');
    expect(await post('/lectern/demo/token', grant)).toMatchObject({ error: 0, access_token: expect.any(String) });
    expect(await post('/api/Member/close_account', { password: PASSWORD }, token)).toMatchObject({ code: 1 });
    const refused = await vi.waitUntil(
      async () => {
        const answer = await post('/lectern/demo/token', grant);
        return answer['error'] !== 0 && answer;
      },
      { timeout: START_TIMEOUT_MS },
    );
    expect(refused).toMatchObject({ error_description: 'invalid password' });
  },
  2 * START_TIMEOUT_MS,
);

test('a file that is too large is refused before it is read, and its sender has the answer', async () => {
  const { token } = await register('sender@example.org');
  const wanted = { type: 'complaint', filename: 'a.png', mime: 'image/png', size: 10 };
  const { data } = await post('/api/Upload/getSignedUrl', wanted, token);
  const form = new FormData();
  for (const [name, value] of Object.entries((data as { fields: Record<string, string> }).fields)) {
    form.append(name, value);
  }
  form.append('file', new Blob([new Uint8Array(12_000_000)]), 'a.png');
  const response = await fetch(`${origin}/upload`, { method: 'POST', body: form });
  expect([response.status, await response.json()]).toEqual([400, { error: 'EntityTooLarge' }]);
  expect(response.headers.get('connection')).toBe('close');
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test('an action that is sent too much says so in its envelope', async () => {
  const response = await fetch(`${origin}/api/Login/email_login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x'.repeat(8_000_000) }),
  });
  expect(await response.json()).toMatchObject({ code: 422, data: { reason: 'invalid' } });
  expect(response.headers.get('connection')).toBe('close');
});

/** Stubs, since chats need no media. */
const noMedia = { RTCPeerConnection: Object, MediaStream: Object };

/** Logs in to chat as a member's page does, and records the reasons of disconnections. */
async function openChat(username: string, token: string, resource: string) {
  const identity = { username, token };
  const platform = createNodePlatform({ wrtc: noMedia, WebSocket });
  const client = new ImClient({ appKey: 'lectern#demo', restUrl: origin, identity, resource, platform });
  const ended: unknown[] = [];
  client.on('ended', ({ code }) => ended.push(code));
  await client.open();
  return { client, ended };
}

test(
  'a member who changes the password keeps this session alone, and everything that the old one opened ends',
  async () => {
    const { token, grant } = await register('changer@example.org');
    const stolen = await post('/api/Login/email_login', { email: 'changer@example.org', password: PASSWORD });
    const { token: stolenSession } = stolen['data'] as { token: string };
    const { access_token: chatToken } = (await post('/lectern/demo/token', grant)) as { access_token: string };
    const memName = `lectern#demo_${grant.username}`;
    const room = { roomName: 'changed', password: '1234', memName, token: chatToken };
    expect(await post('/lectern/demo/conferences/room', room)).toMatchObject({ error: 0 });
    const chat = await openChat(grant.username, chatToken, 'desk');

    const change = { old: PASSWORD, password: 'efgh456?', password2: 'efgh456?' };
    expect(await post('/api/Member/change_password', change, token)).toMatchObject({ code: 1 });

    // Code 216, "the password was changed": the client does not reconnect.
    await vi.waitUntil(() => chat.ended.length > 0, { timeout: START_TIMEOUT_MS });
    expect(chat.ended).toEqual([216]);
    chat.client.close();
    expect(await post('/lectern/demo/token', grant)).toMatchObject({ error_description: 'invalid password' });
    expect((await post('/lectern/demo/conferences/room', room))['error']).not.toBe(0);
    expect(await post('/api/Member/member_info', {}, stolenSession)).toMatchObject({ code: 206 });

    const info = await post('/api/Member/member_info', {}, token);
    expect(info).toMatchObject({ code: 1, data: { hx_username: grant.username } });
    const { hx_password: password } = info['data'] as { hx_password: string };
    expect(password).not.toBe(grant.password);
    const renewed = (await post('/lectern/demo/token', { ...grant, password })) as { access_token: string };
    const again = await openChat(grant.username, renewed.access_token, 'desk');
    expect(again.ended).toEqual([]);
    again.client.close();
  },
  2 * START_TIMEOUT_MS,
);

test('pages of other sites read nothing of members, and use the conference server', async () => {
  const headers = { origin: 'https://elsewhere.example', accept: 'text/html', 'content-type': 'application/json' };
  const allowed = async (path: string, more: RequestInit = {}) =>
    (await fetch(origin + path, { headers, ...more })).headers.get('access-control-allow-origin');
  for (const path of ['/dev/inbox.json', '/dev/inbox', '/api-docs', '/', '/files/image/1.png', '/private-image']) {
    expect([path, await allowed(path)]).toEqual([path, null]);
  }
  expect(await allowed('/api/Member/member_info', { method: 'POST', body: '{}' })).toBe(null);
  expect(await allowed('/lectern/demo/token', { method: 'POST', body: '{}' })).toBe('https://elsewhere.example');
});

test('addresses of pages give the page, all others what the server says', async () => {
  const page = await fetch(`${origin}/classroom?room=algebra`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe('<h1>page</h1>');
  const health = await fetch(`${origin}/healthz`);
  const checks = { database: 'ok', media: 'ok', 'marketplace database': 'ok' };
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', checks }]);
  expect((await fetch(`${origin}/nothing.js`)).status).toBe(404);
});
