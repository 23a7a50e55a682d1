import { ServerCode } from '@lectern/rtc/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, type JsonObject, type TestServer } from '../testing/harness.js';
import { MemoryStore } from '../testing/memory-store.js';

let test: TestServer;
const extra: TestServer[] = [];
const start = async (...args: Parameters<typeof startTestServer>): Promise<TestServer> => {
  const server = await startTestServer(...args);
  extra.push(server);
  return server;
};

beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close());
afterEach(async () => {
  for (const { server } of extra.splice(0)) await server.close();
});

const uidOf = (user: string): string => `${APP_KEY}_${user}`;

describe('users and tokens', () => {
  it('registers and logs in, and refuses in the words of deployed chat clients', async () => {
    const user = { username: 'ann', password: 'secret', nickname: 'Ann' };
    expect(await test.post('/lectern/demo/users', user)).toMatchObject({ status: 200, body: { error: 0 } });
    expect(await test.post('/lectern/demo/users', user)).toMatchObject({
      status: 400,
      body: { error_description: expect.stringContaining('username be unique') },
    });
    const login = { grant_type: 'password', username: 'ann', password: 'secret', timestamp: 1 };
    const { body } = await test.post('/lectern/demo/token', login);
    expect(body).toMatchObject({
      access_token: expect.any(String),
      expires_in: expect.any(Number),
      user: { username: 'ann' },
    });
    const wrong = await test.post('/lectern/demo/token', { ...login, password: 'Secret' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'invalid password' },
    });
    expect(JSON.stringify(wrong.body)).not.toContain('access_token');
    expect(await test.post('/lectern/demo/token', { ...login, username: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: 'invalid_grant', error_description: 'user not found' },
    });
  });

  it('tells who has a token when it ends, and nobody else', async () => {
    const clock = new FakeClock();
    const timed = await start({ TOKEN_TTL_MS: '60000' }, { clock });
    const token = await timed.signUp('ann');
    const ask = async (user: string): Promise<{ status: number; body: unknown }> => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${timed.url}/lectern/demo/sdk/users/${user}/token/expires`, { headers });
      return { status: response.status, body: await response.json() };
    };
    expect(await ask('ann')).toMatchObject({ status: 200, body: { expire_timestamp: clock.now() + 60_000 } });
    expect(await ask('ben')).toMatchObject({ status: 401 });
    clock.advance(60_000);
    expect(await ask('ann')).toMatchObject({ status: 401 });
  });

  it('answers the reachability probe of deployed clients with success', async () => {
    const probe = {
      grant_type: 'password',
      password: '123456',
      timestamp: 1,
      username: 'e432598ea3a34ba8ba196df046efdf90',
    };
    const answer = await test.post('/lectern/demo/token', probe);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('access_token');
  });

  it('does not register openly outside demo mode', async () => {
    const closed = await start({ DEMO: 'off' });
    const answer = await closed.post('/lectern/demo/users', { username: 'ann', password: 'x' });
    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });
});

describe('who guesses passwords', () => {
  const env = { MAX_FAILURES: '3', MAX_FAILURES_PER_ADDRESS: '6', FAILURE_WINDOW_MS: '60000', TRUST_PROXY: 'on' };
  const from = (address: string) => ({ 'x-forwarded-for': `10.9.9.9, ${address}` });

  it('must wait, from one address and for one account, however many attempts come at once', async () => {
    const clock = new FakeClock();
    const slow = await start(env, { clock });
    await slow.signUp('ann');
    const login = (password: string, address = '203.0.113.7', username = 'ann') =>
      slow.post('/lectern/demo/token', { grant_type: 'password', username, password }, from(address));
    const wrong = await Promise.all(Array.from({ length: 8 }, () => login('guess')));
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 429, 429, 429, 429, 429]);
    const refused = await login('pw');
    expect(refused).toMatchObject({ status: 429, body: { error_description: expect.stringContaining('20 s') } });
    expect(refused.body).not.toHaveProperty('access_token');
    expect((await login('pw', '203.0.113.8')).body.error).toBe(0);
    for (const name of ['x', 'y', 'z']) await login('guess', '203.0.113.7', name);
    expect((await login('guess', '203.0.113.7', 'w')).status).toBe(429);
    clock.advance(20_000);
    expect((await login('pw')).body.error).toBe(0);
  });

  it('of a room or is after taken user names must wait as well, and is told for how long', async () => {
    const slow = await start(env);
    await slow.ticket('ann', 'math', { password: 'right' });
    const token = await slow.signUp('bob');
    const open = (password: string) =>
      slow.post('/lectern/demo/conferences/room', { roomName: 'math', password, memName: uidOf('bob'), token });
    for (let tries = 0; tries < 3; tries += 1) expect((await open('no')).body.error).toBe(ServerCode.PasswordWrong);
    expect((await open('right')).body.error).toBe(ServerCode.NoRights);
    const register = () =>
      fetch(`${slow.url}/lectern/demo/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from('203.0.113.9') },
        body: JSON.stringify({ username: 'ann', password: 'x' }),
      });
    for (let tries = 0; tries < 3; tries += 1) expect((await register()).headers.get('retry-after')).toBeNull();
    expect(Number((await register()).headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of one room must wait, with however many accounts and from however many addresses; who belongs to it need not', async () => {
    const slow = await start(env);
    await slow.ticket('ann', 'math', { password: 'right' });
    const open = async (user: string, password: string, address: string): Promise<unknown> => {
      const room = { roomName: 'math', password, memName: uidOf(user), token: await slow.signUp(user) };
      return (await slow.post('/lectern/demo/conferences/room', room, from(address))).body.error;
    };
    for (let guess = 0; guess < 6; guess += 1) {
      expect(await open(`eve${guess}`, 'no', `203.0.${guess}.7`)).toBe(ServerCode.PasswordWrong);
    }
    expect(await open('eve', 'right', '198.51.100.7')).toBe(ServerCode.NoRights);
    expect(await open('ann', 'right', '198.51.100.8')).toBe(0);
  });
});

describe('access tokens', () => {
  it('end all at once when their user says so, for good, and new ones are given then', async () => {
    const store = new MemoryStore();
    const first = await startTestServer({}, { store });
    const stolen = await first.signUp('mia');
    const end = (url: string, token: string): Promise<unknown> =>
      fetch(`${url}/lectern/demo/token`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      }).then((response) => response.json());
    const room = (token: string): Promise<{ body: JsonObject }> =>
      first.post('/lectern/demo/conferences/room', {
        roomName: 'of mia',
        password: '',
        memName: 'mia',
        token,
      });
    expect((await room(stolen)).body).toMatchObject({ error: 0 });
    expect(await end(first.url, `${stolen}x`)).toMatchObject({ error: -100 });
    expect(await end(first.url, stolen)).toEqual({ error: 0 });
    expect((await room(stolen)).body).toMatchObject({ error: -100 });
    expect(await end(first.url, stolen)).toMatchObject({ error: -100 });
    const { body } = await first.post('/lectern/demo/token', {
      grant_type: 'password',
      username: 'mia',
      password: 'pw',
    });
    expect((await room(String(body.access_token))).body).toMatchObject({ error: 0 });
    await first.server.close();
    const second = await startTestServer({}, { store });
    expect(await end(second.url, stolen)).toMatchObject({ error: -100 });
    expect(await end(second.url, String(body.access_token))).toEqual({ error: 0 });
    await second.server.close();
  });
});
