import { Role, ServerCode } from '@lectern/rtc/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';
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

describe('rooms and tickets', () => {
  it('refuse names that the database cannot keep', async () => {
    const token = await test.signUp('alice');
    const room = { roomName: 'a\0b', password: '', memName: uidOf('alice'), token };
    expect(await test.post('/lectern/demo/conferences/room', room)).toMatchObject({ status: 400 });
  });

  it('give everybody the same conference while it lives, and check its password', async () => {
    const [alice, bob] = [await test.signUp('alice'), await test.signUp('bob')];
    const room = { roomName: 'math', password: 'pw', rec: false, nickName: 'x' };
    const path = '/lectern/demo/conferences/room';
    const first = await test.post(path, { ...room, memName: uidOf('alice'), token: alice });
    expect(first.body).toMatchObject({ error: 0, isCreator: true, confrId: expect.any(String) });
    const second = await test.post(path, { ...room, memName: uidOf('bob'), token: bob });
    expect(second.body).toMatchObject({ error: 0, isCreator: false, confrId: first.body.confrId });
    const wrong = await test.post(path, { ...room, password: 'no', memName: uidOf('bob'), token: bob });
    expect(wrong).toMatchObject({ status: 200, body: { error: ServerCode.PasswordWrong } });
    const { confrId } = first.body;
    const select = { uid: uidOf('bob'), token: bob, confrId, password: 'pw' };
    expect((await test.post('/easemob/rtc/select/confr', select)).body).toMatchObject({ error: 0 });
    const ticket = await test.post(`/easemob/rtc/req/ticket?_ct=1&CONFRID=${String(confrId)}`, {
      ...select,
      role: 3,
      terminal: {},
    });
    expect(ticket.body).toMatchObject({
      error: 0,
      confrId,
      type: 10,
      role: Role.Talker,
      roleToken: expect.any(String),
    });
    expect(JSON.parse(String(ticket.body.ticket))).toMatchObject({
      url: `${test.url.replace('http', 'ws')}/rtc/ws`,
      confrId,
      memName: uidOf('bob'),
      type: 'CONFR',
      timestamp: expect.any(Number),
      tktId: expect.any(String),
    });
  });

  it('asked for at the same time lead to one conference', async () => {
    const users = ['r1', 'r2', 'r3'];
    const tokens = await Promise.all(users.map((user) => test.signUp(user)));
    const answers = await Promise.all(
      users.map((user, index) =>
        test.post('/lectern/demo/conferences/room', {
          roomName: 'race',
          password: '',
          memName: uidOf(user),
          token: tokens[index],
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.confrId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.isCreator === true)).toHaveLength(1);
  });

  it('create a conference of its own without confrId, whose creator is admin', async () => {
    const token = await test.signUp('alice');
    const { body } = await test.post('/easemob/rtc/req/ticket', {
      uid: 'alice',
      token,
      confrType: 10,
      password: 'x',
      rec: false,
    });
    expect(body).toMatchObject({ error: 0, role: Role.Admin, type: 10 });
  });

  it('never make an admin of who merely asks', async () => {
    await test.ticket('alice', 'roles');
    expect(await test.ticket('bob', 'roles', { role: 7 })).toMatchObject({ role: Role.Talker });
    expect(await test.ticket('bob', 'roles', { role: 1 })).toMatchObject({ role: Role.Audience });
  });

  it('are refused for forged or foreign tokens and unknown conferences', async () => {
    const token = await test.signUp('alice');
    const post = (body: JsonObject) => test.post('/easemob/rtc/req/ticket', { password: '', ...body });
    expect((await post({ uid: uidOf('alice'), token: `${token}x` })).body.error).toBe(ServerCode.TokenInvalid);
    expect((await post({ uid: uidOf('bob'), token })).body.error).toBe(ServerCode.TokenInvalid);
    expect((await post({ uid: 'other#app_alice', token })).body.error).toBe(ServerCode.TokenInvalid);
    expect((await post({ uid: uidOf('alice'), token, confrId: 'LC0' })).body.error).toBe(ServerCode.ConferenceNotFound);
    const unknown = await post({ uid: uidOf('alice'), token, confrType: 99 });
    expect(unknown.body).toMatchObject({
      error: ServerCode.OperationUnsupported,
      errorMessage: 'not support conf type 99',
    });
  });

  it('expire', async () => {
    const clock = new FakeClock();
    const short = await start({ TICKET_TTL_MS: '1000', REAP_MS: '100000', TOKEN_TTL_MS: '5000' }, { clock });
    const ticket = await short.ticket('alice');
    clock.advance(2_000);
    const { response } = await WireClient.enter(ticket);
    expect(response.result).toBe(ServerCode.TicketExpired);
    clock.advance(4_000);
    const token = await short.signUp('alice');
    const late = await short.post('/easemob/rtc/req/ticket', { uid: 'alice', token });
    expect(late.body.error).toBe(ServerCode.TokenInvalid);
  });

  it('name the public URL, normalised as a browser does it (T12)', async () => {
    const proxied = await start({ PUBLIC_URL: 'https://Media.Example.com:443/rtc-base/' });
    expect(await proxied.ticket('alice')).toMatchObject({ url: 'wss://media.example.com/rtc-base/rtc/ws' });
  });
});

describe('a restart', () => {
  it('keeps users, tokens, tickets, conferences, roles and member ids', async () => {
    const store = new MemoryStore();
    const before = await startTestServer({}, { store });
    const ticket = await before.ticket('alice', 'kept');
    const { response } = await WireClient.enter(ticket);
    await before.server.close();
    const after = await start({}, { store });
    const moved = { ...ticket, url: ticket.url };
    const client = await WireClient.open(`${after.url.replace('http', 'ws')}/rtc/ws`);
    const again = await client.request({ op: 200, tkt: moved, sessId: response.sessId });
    expect(again).toMatchObject({ result: 0, memId: response.memId, role: Role.Admin });
  });

  it('leaves out a conference whose facts cannot be read, and goes on with all others', async () => {
    const store = new MemoryStore();
    const before = await startTestServer({}, { store });
    const { confrId: broken } = await before.ticket('alice', 'broken');
    const { confrId: sound } = await before.ticket('alice', 'sound');
    await before.server.close();
    const changes = new Map([['members:MEM1', '{"no":"member"}']]);
    await store.conferences.save(String(broken), { changes, events: [], endedAt: undefined });
    const after = await start({}, { store });
    expect([...after.server.registry.all].map(({ record }) => record.id)).toEqual([sound]);
    expect(await after.ticket('alice', 'broken')).toMatchObject({ confrId: expect.not.stringMatching(String(broken)) });
  });
});

describe('the edge', () => {
  it.each([
    ['malformed JSON', '{"uid":', 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['missing members', '{}', 'application/json', 400],
    ['a wrong content type', 'uid=1', 'application/x-www-form-urlencoded', 415],
    ['a body that is too large', JSON.stringify({ uid: 'x'.repeat(300_000) }), 'application/json', 413],
  ])('answers %s with a clear error', async (_what, body, type, status) => {
    const answer = await test.post('/easemob/rtc/req/ticket', body, { 'content-type': type });
    expect(answer).toMatchObject({
      status,
      body: { error: ServerCode.BadParameters, errorMessage: expect.any(String) },
    });
  });

  it('shows metrics only to who knows the token, where one is set', async () => {
    const guarded = await startTestServer({ METRICS_TOKEN: 'sixteen letters or more' });
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${guarded.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer sixteen letters' })).toBe(401);
    expect(await status({ authorization: 'Bearer sixteen letters or more' })).toBe(200);
    expect((await fetch(`${guarded.url}/healthz`)).status).toBe(200);
    await guarded.server.close();
  });

  it.each([
    [{ HOST: '0.0.0.0' }, {}],
    [{ TRUST_PROXY: 'on' }, {}],
    [{ PUBLIC_URL: 'https://learn.example.org' }, {}],
    [{}, { 'x-forwarded-for': '203.0.113.9' }],
    [{}, { forwarded: 'for=203.0.113.9' }],
  ])('shows no metrics to others without a token: settings %j, headers %j', async (settings, headers) => {
    const closed = await startTestServer(settings);
    const answer = await fetch(`${closed.url}/metrics`, { headers });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('METRICS_TOKEN')]);
    expect((await fetch(`${closed.url}/healthz`)).status).toBe(200);
    await closed.server.close();
    const guarded = await startTestServer({ ...settings, METRICS_TOKEN: 'sixteen letters or more' });
    const authorization = 'Bearer sixteen letters or more';
    expect((await fetch(`${guarded.url}/metrics`, { headers: { ...headers, authorization } })).status).toBe(200);
    await guarded.server.close();
  });

  it('says what is wrong when it cannot do its work, and that it lives', async () => {
    const store = new MemoryStore();
    store.check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    const ill = await start({}, { store });
    ill.engine.running = 0;
    const response = await fetch(`${ill.url}/healthz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'does not answer', media: '0 of 1 workers run' } },
    ]);
    expect((await fetch(`${ill.url}/livez`)).status).toBe(200);
  });

  it.each(['Query read timeout', 'timeout exceeded when trying to connect'])(
    'answers 503 when the database hangs (%s)',
    async (message) => {
      const store = new MemoryStore();
      store.users.find = () => Promise.reject(new Error('Failed query', { cause: new Error(message) }));
      const { post } = await start({}, { store });
      const login = { grant_type: 'password', username: 'ann', password: 'secret' };
      expect(await post('/lectern/demo/token', login)).toMatchObject({
        status: 503,
        body: { error: ServerCode.SystemError, errorMessage: expect.stringContaining('try again') },
      });
    },
  );

  it('knows 404, health and metrics', async () => {
    expect(await test.post('/no/such/path/at/all', {})).toMatchObject({
      status: 404,
      body: { error: ServerCode.BadParameters },
    });
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${test.url}/livez`)).status).toBe(200);
    const metrics = await (await fetch(`${test.url}/metrics`)).text();
    for (const name of [
      'lectern_sockets',
      'lectern_members',
      'lectern_media{what="transports"}',
      'nodejs_eventloop_lag',
    ]) {
      expect(metrics).toContain(name);
    }
  });

  it('tells which host serves an application, however often its key is encoded', async () => {
    for (const key of ['lectern%2523demo', 'lectern%23demo']) {
      const response = await fetch(`${test.url}/easemob/server.json?app_key=${key}`);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toMatchObject({
        rest: { hosts: [{ protocol: 'http', domain: new URL(test.url).host }] },
      });
    }
  });

  it('lets pages of other origins POST and DELETE JSON (T19)', async () => {
    const response = await fetch(`${test.url}/easemob/rtc/delete/live`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://school.example',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://school.example');
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(response.headers.get('access-control-allow-headers')).toContain('content-type');
  });
});
