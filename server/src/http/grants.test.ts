import { Role } from '@lectern/rtc/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Signer } from '../auth/signer.js';
import { systemClock } from '@lectern/kit/clock';
import type { OperatedConfig } from '../conference/model.js';
import { ApiKeys, Grants, SecretBox, type GrantRequest, type NewApiKey } from '../keys/index.js';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

const SECRET = Buffer.from('a secret for tests only');
let test: TestServer;
let keys: ApiKeys;
let grants: Grants;
let key: NewApiKey;

const start = async (env: Record<string, string> = {}): Promise<void> => {
  test = await startTestServer(env);
  keys = new ApiKeys(test.store.apiKeys, new SecretBox([SECRET]), systemClock);
  grants = new Grants(keys, new Signer(SECRET), systemClock);
  key = await keys.create(APP_KEY, 'school');
};
const sign = (user: string, more: Partial<GrantRequest> = {}, by = key): string =>
  grants.sign({ user, room: { name: 'maths' }, role: Role.Talker, ttlMs: 60_000, ...more }, by).grant;
const openRoom = (more: Partial<OperatedConfig> = {}, password = 'geheim') =>
  test.server.registry.openRoom({
    appKey: APP_KEY,
    roomName: 'maths',
    password,
    type: 10,
    creator: 'lectern#demo_',
    config: {
      operated: { access: 'granted', asksPassword: false, isKept: true, openedAt: Date.now(), members: {}, ...more },
    },
  });

const room = async (user: string, more: JsonObject = {}): Promise<JsonObject> => {
  const token = await test.signUp(user);
  const body = { roomName: 'maths', password: '', memName: user, token, ...more };
  return (await test.post('/lectern/demo/conferences/room', body)).body;
};
const askTicket = async (user: string, confrId: unknown, more: JsonObject = {}): Promise<JsonObject> => {
  const token = await test.signUp(user);
  return (await test.post('/easemob/rtc/req/ticket', { uid: user, token, confrId, password: '', ...more })).body;
};
/** As the SDK joins: room, ticket, enter. */
const join = async (user: string, more: JsonObject = {}) => {
  const { confrId } = await room(user, more);
  const { ticket } = await askTicket(user, confrId, more);
  const parsed = JSON.parse(String(ticket)) as JsonObject;
  return { confrId, ticket: parsed, ...(await WireClient.enter(parsed)) };
};

beforeEach(() => start());
afterEach(() => test.server.close());

describe('a room for members with a grant', () => {
  it('admits them as their grants say, without a password, and nobody else', async () => {
    await openRoom();
    const teacher = await join('tom', { grant: sign('tom', { role: Role.Admin, nickName: '林老師' }) });
    expect(teacher.response).toMatchObject({ result: 0, role: Role.Admin });
    const student = await join('sue', { grant: sign('sue'), role: Role.Admin });
    expect(student.response).toMatchObject({ result: 0, role: Role.Talker });
    expect(student.response.mems).toMatchObject([{ nickName: '林老師' }, {}]);
    for (const password of ['', 'geheim']) {
      expect(await room('eve', { password })).toMatchObject({ error: -101, msg: expect.stringContaining('grant') });
      expect(await askTicket('eve', teacher.confrId, { password, role: 7 })).toMatchObject({ error: -101 });
    }
  });

  it('asks for the password besides, where the operator set one', async () => {
    await openRoom({ asksPassword: true });
    const grant = sign('sue');
    expect(await room('sue', { grant })).toMatchObject({ error: -508 });
    expect(await room('sue', { grant, password: 'geheim' })).toMatchObject({ error: 0 });
    expect(await room('eve', { password: 'geheim' })).toMatchObject({ error: -101 });
  });

  it('admits named users of any client', async () => {
    await openRoom({ members: { 'lectern#demo_tom': Role.Admin } });
    expect((await join('tom')).response).toMatchObject({ result: 0, role: Role.Admin });
  });

  it('is opened by a grant that says so, and no other', async () => {
    expect(await room('sue', { grant: sign('sue') })).toMatchObject({ error: -301 });
    const opened = await room('tom', { grant: sign('tom', { role: Role.Admin, mayCreate: true }) });
    expect(opened).toMatchObject({ error: 0, isCreator: true });
    expect(await room('eve')).toMatchObject({ error: -101 });
    expect((await join('sue', { grant: sign('sue') })).response).toMatchObject({ role: Role.Talker });
  });

  it('is not set up by a talker who opens it: neither recording nor live output', async () => {
    await room('sue', { grant: sign('sue', { mayCreate: true }), rec: true, maxTalkerCount: 1 });
    const { record } = test.server.registry.findRoom(APP_KEY, 'maths')!;
    expect(record.creator).toBe('lectern#demo_');
    expect(record.config).toEqual({ operated: expect.objectContaining({ access: 'granted', isKept: false }) });
  });

  it('is not mistaken for one that a stranger opened under its name', async () => {
    await room('eve');
    const grant = sign('tom', { role: Role.Admin, mayCreate: true });
    expect(await room('tom', { grant })).toMatchObject({
      error: -101,
      msg: expect.stringContaining('opened by a user'),
    });
  });
});

describe('a grant', () => {
  it('is worth nothing to another user, in another room, or of another application', async () => {
    const { record } = await openRoom();
    const music = await test.server.registry.openRoom({ ...record, roomName: 'music', password: '' });
    const other = await keys.create('org#other', 'other');
    const mine = sign('sue');
    expect(await room('eve', { grant: mine })).toMatchObject({ error: -101, msg: 'the grant is for another user' });
    expect(await room('sue', { grant: mine, roomName: 'music' })).toMatchObject({
      msg: 'the grant is for another room',
    });
    expect(await askTicket('sue', music.record.id, { grant: mine })).toMatchObject({
      msg: 'the grant is for another room',
    });
    expect(await room('sue', { grant: sign('sue', {}, other) })).toMatchObject({
      msg: 'the grant is for another user',
    });
    const byId = sign('sue', { room: { id: record.id } });
    expect(await askTicket('sue', record.id, { grant: byId })).toMatchObject({ error: 0 });
    expect(await askTicket('sue', music.record.id, { grant: byId })).toMatchObject({ error: -101 });
  });

  it('needs the token of its user besides', async () => {
    await openRoom();
    const body = { roomName: 'maths', password: '', memName: 'sue', token: 'no token', grant: sign('sue') };
    expect((await test.post('/lectern/demo/conferences/room', body)).body).toMatchObject({ error: -100 });
  });

  it('makes a ticket that cannot be changed, and that ends with the grant', async () => {
    await openRoom();
    const { confrId } = await room('sue', { grant: sign('sue') });
    const answer = await askTicket('sue', confrId, { grant: sign('sue', { ttlMs: 5_000 }) });
    const ticket = JSON.parse(String(answer.ticket)) as JsonObject & { grant: JsonObject; exp: number };
    expect(ticket.exp).toBeLessThanOrEqual(Date.now() + 5_000);
    const { grant, ...without } = ticket;
    const forged = [
      { ...ticket, grant: { ...grant, role: Role.Admin } },
      { ...ticket, grant: { ...grant, nickName: 'The teacher' } },
      { ...ticket, grant: { ...grant, issuedAt: Number(grant.issuedAt) + 1 } },
      { ...ticket, role: Role.Admin },
      { ...ticket, exp: ticket.exp + 60_000 },
      without,
    ];
    for (const each of forged) {
      expect((await WireClient.enter(each)).response.result).not.toBe(0);
    }
  });

  it('of a key that was revoked opens nothing', async () => {
    await openRoom();
    const grant = sign('sue');
    await keys.revoke(key.id);
    expect(await room('sue', { grant })).toMatchObject({ error: -101, msg: expect.stringContaining('not signed') });
  });
});

describe('the end of a grant', () => {
  it('takes its holder out at once, and no ticket or session of before lets it in', async () => {
    await openRoom();
    const grant = sign('sue');
    const sue = await join('sue', { grant });
    const ben = await join('ben', { grant: sign('ben') });
    await test.server.operator(APP_KEY).revokeGrantsOf('sue', 'maths');
    expect(await sue.client.push(301)).toMatchObject({ reason: 2 });
    expect(await ben.client.push(301)).toMatchObject({ memId: sue.response.memId });
    expect(await room('sue', { grant })).toMatchObject({ error: -101, msg: 'the grant was revoked' });
    for (const more of [{}, { sessId: sue.client.sessId }]) {
      expect((await WireClient.enter(sue.ticket, more)).response).toMatchObject({ result: -502 });
    }
    const { grant: again } = await test.server
      .operator(APP_KEY)
      .createGrant({ user: 'sue', room: 'maths', role: 'talker' });
    expect((await join('sue', { grant: again })).response).toMatchObject({ result: 0 });
  });

  it('refuses a ticket that was made before and never used', async () => {
    const { record } = await openRoom();
    const answer = await askTicket('sue', record.id, { grant: sign('sue') });
    await test.server.operator(APP_KEY).revokeGrantsOf('sue');
    const { response } = await WireClient.enter(JSON.parse(String(answer.ticket)) as JsonObject);
    expect(response).toMatchObject({ result: -502 });
  });
});

describe('with ROOM_CREATION=operator', () => {
  it('users open neither rooms nor conferences', async () => {
    await test.server.close();
    await start({ ROOM_CREATION: 'operator' });
    expect(await room('eve')).toMatchObject({ error: -101, msg: expect.stringContaining('opened by its backend') });
    expect(await askTicket('eve', '')).toMatchObject({ error: -101 });
    const grant = sign('tom', { role: Role.Admin, mayCreate: true });
    expect(await room('tom', { grant })).toMatchObject({ error: 0 });
  });
});
