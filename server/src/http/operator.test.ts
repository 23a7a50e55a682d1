import { Role } from '@lectern/rtc/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LecternClient, type NewRoom } from '../client/index.js';
import { systemClock } from '@lectern/kit/clock';
import { ApiKeys, SecretBox, type NewApiKey } from '../keys/index.js';
import { openApiDocument } from '../operator/openapi.js';
import { OPERATIONS, OPERATOR_PATH, pathParameters } from '../operator/operations.js';
import { responses, type ResponseName } from '../operator/schemas.js';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

let test: TestServer;
let keys: ApiKeys;
let key: NewApiKey;
let client: LecternClient;

const clientOf = ({ id, secret }: { id: string; secret: string }, url = test.url): LecternClient =>
  new LecternClient({ url, keyId: id, secret });
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const call = async (
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: JsonObject | undefined; headers: Headers }> => {
  const response = await fetch(test.url + OPERATOR_PATH + path, {
    method,
    headers: {
      authorization: basic(key.id, key.secret),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : (JSON.parse(text) as JsonObject),
    headers: response.headers,
  };
};
/** Enters as a client of the wire protocol, with the ticket from its backend. */
const enter = async (user: string, more: JsonObject = {}) => {
  const { token } = await client.createToken(user);
  const proof = { password: '', ...more };
  const room = { roomName: 'maths', memName: user, token, ...proof };
  const { confrId } = (await test.post('/lectern/demo/conferences/room', room)).body;
  const { body } = await test.post('/easemob/rtc/req/ticket', { uid: user, token, confrId, ...proof });
  return WireClient.enter(JSON.parse(String(body.ticket)) as JsonObject);
};

const start = async (env: Record<string, string> = {}): Promise<void> => {
  test = await startTestServer({ DEMO: 'off', ...env });
  keys = new ApiKeys(test.store.apiKeys, new SecretBox([Buffer.from('a secret for tests only')]), systemClock);
  key = await keys.create(APP_KEY, 'school');
  client = clientOf(key);
};
beforeEach(() => start());
afterEach(() => test.server.close());

describe('a backend', () => {
  it('makes users, rooms and grants, and sees and leads what happens in its rooms', async () => {
    expect(await client.createUser({ name: 'tom', nickname: '林老師' })).toMatchObject({ nickname: '林老師' });
    await client.createUser({ name: 'sue' });
    const room = await client.createRoom({ name: 'maths', owner: 'tom' });
    expect(room).toMatchObject({ name: 'maths', access: 'granted', owner: 'tom', memberCount: 0, closesAt: null });
    const tom = await enter('tom');
    expect(tom.response.role).toBe(Role.Admin);
    const { grant } = await client.createGrant({ user: 'sue', room: 'maths', role: 'talker', nickname: 'Sue' });
    const sue = await enter('sue', { grant });
    expect(sue.response.role).toBe(Role.Talker);
    expect(await client.listMembers('maths')).toMatchObject({
      members: [
        { user: 'tom', role: 'admin', isMuted: false, isConnected: true },
        { user: 'sue', role: 'talker', nickname: 'Sue' },
      ],
      named: [{ user: 'tom', role: 'admin' }],
    });
    await client.sendMessage('maths', { text: 'five minutes' });
    expect(await sue.client.push(1003)).toMatchObject({ memId: 'server', arg: 'five minutes' });
    await client.changeMember(room.id, 'sue', { role: 'audience' });
    expect(await sue.client.push(412)).toMatchObject({ role: Role.Audience });
    await client.changeMember(room.id, 'sue', { role: 'talker', isMuted: true });
    expect((await client.listMembers(room.id)).members[1]).toMatchObject({ role: 'talker', isMuted: true });
    expect(await client.changeRoom('maths', { isMuted: true, isRecorded: true })).toMatchObject({
      isMuted: true,
      isRecorded: true,
    });
    await client.removeMember('maths', 'sue');
    expect(await sue.client.push(301)).toMatchObject({ reason: 2 });
    expect((await client.getRoom('maths')).memberCount).toBe(1);
    await client.closeRoom('maths');
    expect(await tom.client.push(204)).toMatchObject({ confrId: room.id });
    expect(await client.listRooms()).toEqual({ rooms: [] });
    await expect(client.getRoom('maths')).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it('signs grants by itself, which are as good', async () => {
    await client.createUser({ name: 'sue' });
    const { grant, id } = await client.signGrant({ user: 'sue', room: 'maths', role: 'talker', create: true });
    expect((await enter('sue', { grant })).response).toMatchObject({ result: 0, role: Role.Talker });
    await client.revokeGrant(id);
    await expect.poll(async () => (await client.listRooms()).rooms).toEqual([]);
  });

  it('ends tokens, grants and users', async () => {
    await client.createUser({ name: 'sue', password: 'geheim' });
    await client.createRoom({ name: 'maths' });
    const { grant } = await client.createGrant({ user: 'sue', room: 'maths', role: 'talker' });
    const { token } = await client.createToken('sue');
    await client.revokeTokens('sue');
    const room = { roomName: 'maths', password: '', memName: 'sue', token, grant };
    expect((await test.post('/lectern/demo/conferences/room', room)).body).toMatchObject({ error: -100 });
    const sue = await enter('sue', { grant });
    await client.revokeGrantsOf('sue', 'maths');
    expect(await sue.client.push(301)).toMatchObject({ reason: 2 });
    await client.deleteUser('sue');
    await expect(client.createToken('sue')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes a room over that a user opened under its name, only where it says so', async () => {
    await client.createUser({ name: 'eve' });
    await enter('eve');
    expect((await client.getRoom('maths')).access).toBe('users');
    await expect(client.createRoom({ name: 'maths' })).rejects.toMatchObject({ code: 'conflict', status: 409 });
    const room = await client.createRoom({ name: 'maths', replace: true });
    expect(room).toMatchObject({ access: 'granted', memberCount: 0 });
    await expect(client.createRoom({ name: 'maths', replace: true })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('finds a room by the longest name in any script', async () => {
    const name = '學'.repeat(256);
    await client.createRoom({ name });
    expect((await client.getRoom(name)).name).toBe(name);
  });

  it('has a room closed at its time', async () => {
    await expect(client.createRoom({ name: 'past', closesAt: Date.now() })).rejects.toMatchObject({ status: 400 });
    await client.createRoom({ name: 'maths', closesAt: Date.now() + 300 });
    await expect.poll(async () => (await client.listRooms()).rooms).toEqual([]);
  });

  it('is told what is wrong, and nothing is changed', async () => {
    const wrong: [unknown, string][] = [
      [{ name: 'maths', acces: 'open' }, 'acces'],
      [{ name: '\u200b' }, 'name: must have a character'],
      [{ name: 'a\0b' }, 'name: must not have zero'],
      [{ type: 13 }, 'type'],
      [{ members: [{ user: 'sue', role: 'owner' }] }, 'members.0.role'],
      [[], 'body'],
    ];
    for (const [body, message] of wrong) {
      const refused = client.createRoom(body as NewRoom);
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
      await expect(refused).rejects.toThrow(message);
    }
    const xml = { 'content-type': 'application/xml' };
    for (const [options, status] of [
      [{}, 400],
      [{ body: {}, headers: xml }, 415],
    ] as const) {
      const refused = await call('POST', '/rooms', options);
      expect(refused).toMatchObject({ status, body: { error: { code: 'invalid_request' } } });
    }
    await expect(client.startLive('maths', {})).rejects.toMatchObject({ code: 'not_found' });
    await client.createRoom({ name: 'maths' });
    await expect(client.startLive('maths', {})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(client.changeMember('maths', 'sue', { isMuted: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.linkRecording('RE1')).rejects.toMatchObject({ code: 'not_found' });
    expect((await client.listRooms()).rooms).toHaveLength(1);
  });
});

describe('the operator API', () => {
  it('is for whoever has a good key of an application of this server', async () => {
    const other = await keys.create('org#other', 'other');
    const revoked = await keys.create(APP_KEY, 'gone');
    await keys.revoke(revoked.id);
    const wrong = [
      '',
      'Basic',
      'Basic ====',
      basic('', ''),
      basic(key.id, ''),
      basic(key.id, other.secret),
      basic(other.id, other.secret),
      basic(revoked.id, revoked.secret),
      `Bearer ${key.secret}`,
    ];
    for (const authorization of wrong) {
      const { status, body, headers } = await call('GET', '/rooms', { headers: { authorization } });
      expect([status, body]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
      expect(headers.get('www-authenticate')).toContain('Basic');
    }
  });

  it('shows a key nothing of other applications', async () => {
    await test.server.close();
    await start({ APP_KEYS: 'lectern#demo,lectern#other' });
    const other = clientOf(await keys.create('lectern#other', 'other'));
    await client.createUser({ name: 'sue' });
    const room = await client.createRoom({ name: 'maths' });
    expect(await other.listRooms()).toEqual({ rooms: [] });
    for (const name of [room.id, 'maths']) {
      await expect(other.getRoom(name)).rejects.toMatchObject({ code: 'not_found' });
      await expect(other.closeRoom(name)).rejects.toMatchObject({ code: 'not_found' });
      await expect(other.changeMember(name, 'sue', { role: 'admin' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(other.listRecordings(name)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(other.createToken('sue')).rejects.toMatchObject({ code: 'not_found' });
    const { grant } = await client.createGrant({ user: 'sue', room: 'maths', role: 'talker' });
    const { id } = JSON.parse(Buffer.from(grant.split('.')[1] ?? '', 'base64url').toString()) as { id: string };
    await other.revokeGrant(String(id));
    await other.revokeGrantsOf('sue');
    expect((await enter('sue', { grant })).response).toMatchObject({ result: 0 });
  });

  it('slows down who guesses, by address and by key', async () => {
    await test.server.close();
    await start({ MAX_FAILURES: '3' });
    const authorization = basic(key.id, 'a guess');
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      statuses.push((await call('GET', '/rooms', { headers: { authorization } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it('limits the calls of one key, and spares the others', async () => {
    await test.server.close();
    await start({ OPERATOR_CALLS_PER_SECOND: '1', OPERATOR_CALL_BURST: '2' });
    const statuses: number[] = [];
    for (let calls = 0; calls < 3; calls += 1) statuses.push((await call('GET', '/rooms')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const other = await keys.create(APP_KEY, 'other');
    expect(await clientOf(other).listRooms()).toEqual({ rooms: [] });
  });

  it('carries a creating call out once for each idempotency key', async () => {
    const headers = { 'idempotency-key': 'order-17' };
    const post = (body: object) => call('POST', '/rooms', { body, headers });
    const [first, second] = [await post({ name: 'maths' }), await post({ name: 'maths' })];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await post({ name: 'music' })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const other = await keys.create(APP_KEY, 'other');
    const ofOther = { ...headers, authorization: basic(other.id, other.secret) };
    expect(await call('POST', '/rooms', { body: { name: 'music' }, headers: ofOther })).toMatchObject({ status: 201 });
    // A refused call has changed nothing, and may be repeated under the same key.
    const again = { 'idempotency-key': 'order-18' };
    expect(await call('POST', '/users', { body: { name: 'a b' }, headers: again })).toMatchObject({ status: 400 });
    expect(await call('POST', '/users', { body: { name: 'ab' }, headers: again })).toMatchObject({ status: 201 });
    for (const wrong of ['a b', 'x'.repeat(129)]) {
      const refused = await call('POST', '/users', { body: { name: 'cd' }, headers: { 'idempotency-key': wrong } });
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
  });

  it('does the same call once when it comes twice at the same time', async () => {
    const headers = { 'idempotency-key': 'order-19' };
    const calls = Array.from({ length: 4 }, () => call('POST', '/rooms', { body: {}, headers }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect((await client.listRooms()).rooms).toHaveLength(1);
  });

  it('keeps tokens and grants of such answers encrypted', async () => {
    await client.createUser({ name: 'sue' });
    const begun: string[] = [];
    const { finish } = test.store.replays;
    test.store.replays.finish = async (keyId, idempotencyKey, answer) => {
      begun.push(answer);
      await finish.call(test.store.replays, keyId, idempotencyKey, answer);
    };
    const { token } = await client.createToken('sue');
    expect(begun).toHaveLength(1);
    expect(begun[0]).not.toContain(token);
    expect(Buffer.from(begun[0]?.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(token);
  });
});

describe('the document of the operator API', () => {
  it('is OpenAPI 3.1, served to everybody, and describes every operation', async () => {
    const response = await fetch(`${test.url}${OPERATOR_PATH}/openapi.json`);
    const document = (await response.json()) as ReturnType<typeof openApiDocument>;
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: OPERATOR_PATH }] });
    const paths = document['paths'] as Record<
      string,
      Record<string, { operationId: string; parameters: { name: string }[] }>
    >;
    for (const { id, path, method } of OPERATIONS) {
      const entry = paths[path]?.[method.toLowerCase()];
      expect(entry?.operationId).toBe(id);
      expect(entry?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(pathParameters(path)));
    }
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });

  it('refers to nothing that it does not have', () => {
    const document = openApiDocument();
    const { schemas } = document['components'] as { schemas: Record<string, unknown> };
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect(references.length).toBeGreaterThan(20);
    for (const target of references) expect(schemas).toHaveProperty(String(target).split('/').at(-1) ?? '');
  });

  it('is kept to by the answers', async () => {
    await client.createUser({ name: 'sue' });
    await client.createRoom({ name: 'maths', members: [{ user: 'sue', role: 'talker' }] });
    await enter('sue');
    const answers: [ResponseName, unknown][] = [
      ['User', await client.getUser('sue')],
      ['Token', await client.createToken('sue')],
      ['Room', await client.getRoom('maths')],
      ['RoomList', await client.listRooms()],
      ['MemberList', await client.listMembers('maths')],
      ['Grant', await client.createGrant({ user: 'sue', room: 'maths', role: 'audience' })],
      ['RecordingList', await client.listRecordings('maths')],
      ['LiveList', await client.listLives('maths')],
      ['EventPage', await client.listEvents()],
      ['Error', (await call('GET', '/rooms/nowhere')).body],
    ];
    for (const [name, answer] of answers) {
      const schema = responses[name] as (typeof responses)['Error'];
      expect(schema.strict().safeParse(answer).error, name).toBeUndefined();
    }
  });
});

describe('events', () => {
  it('are read from a cursor on, by the key of their application', async () => {
    await client.createUser({ name: 'sue' });
    await client.createRoom({ name: 'maths', members: [{ user: 'sue', role: 'talker' }] });
    const sue = await enter('sue');
    await client.changeMember('maths', 'sue', { role: 'audience' });
    await client.closeRoom('maths');
    await sue.client.push(204);
    const typesOf = async (after: number): Promise<string[]> =>
      (await client.listEvents({ after })).events.map(({ type }) => type);
    await expect
      .poll(() => typesOf(0))
      .toEqual(['conference.started', 'member.joined', 'member.role', 'member.left', 'conference.ended']);
    const { events, cursor } = await client.listEvents({ limit: 2 });
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      conference: { appKey: APP_KEY, roomName: 'maths' },
      createdAt: expect.any(Number),
    });
    expect(await typesOf(cursor)).toEqual(['member.role', 'member.left', 'conference.ended']);
  });
});
