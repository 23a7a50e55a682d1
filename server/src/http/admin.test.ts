import { Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { afterEach, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.server.close();
  server = undefined;
});

const uidOf = (user: string): string => `${APP_KEY}_${user}`;
const ROOM = { roomName: 'math', password: '' };

interface Participant {
  readonly client: WireClient;
  readonly response: JsonObject;
  readonly ticket: JsonObject;
  readonly roleToken: string;
  readonly confrId: string;
}

async function admission(test: TestServer, user: string, role: number, room: JsonObject): Promise<JsonObject> {
  const token = await test.signUp(user);
  const { body } = await test.post('/lectern/demo/conferences/room', { ...ROOM, ...room, memName: uidOf(user), token });
  const { confrId } = body;
  return (await test.post('/easemob/rtc/req/ticket', { uid: uidOf(user), token, confrId, password: '', role })).body;
}

async function join(test: TestServer, user: string, role = 3, room: JsonObject = {}): Promise<Participant> {
  const { ticket, roleToken, confrId } = await admission(test, user, role, room);
  const parsed = JSON.parse(String(ticket)) as JsonObject;
  const entered = await WireClient.enter(parsed, { nickName: user });
  return { ...entered, ticket: parsed, roleToken: String(roleToken), confrId: String(confrId) };
}

async function lesson(room: JsonObject = {}): Promise<{
  test: TestServer;
  ann: Participant;
  ben: Participant;
  call: (path: string, body: JsonObject) => Promise<JsonObject>;
}> {
  const test = await startTestServer();
  server = test;
  const ann = await join(test, 'ann', 3, room);
  const ben = await join(test, 'ben', 1, room);
  return { test, ann, ben, call: async (path, body) => (await test.post(`/easemob/rtc/${path}`, body)).body };
}

it('an admin changes and degrades roles; the role token that comes with op 412 is worth what it says', async () => {
  const { ann, ben, call } = await lesson();
  const { roleToken, confrId } = ann;
  const raise = { confrId, uids: [uidOf('ben')], role: 7, roleToken };
  expect(await call('chanage/roles', raise)).toEqual({ error: 0 });
  const told = await ben.client.push(Op.RoleUpdated);
  expect(told).toMatchObject({ role: Role.Admin, roleToken: expect.any(String) });
  expect(await ann.client.push(Op.AdminChanged)).toMatchObject({ memName: uidOf('ben'), role: Role.Admin });
  const cattrs = [{ key: 'page', val: 3, op: 'UPDATE' }];
  expect(await call('confr/attrs/update', { roleToken: told.roleToken, cattrs })).toEqual({ error: 0 });
  expect(await ann.client.push(Op.AttributesUpdated)).toMatchObject({ cattrs: [{ key: 'page', val: '3' }] });
  // Without confrId, by plain user name, and as a single text: as tolerant as may be.
  expect(await call('role/degrade', { roleToken, uids: 'ben', role: '1' })).toEqual({ error: 0 });
  expect(await ben.client.push(Op.RoleUpdated)).toMatchObject({ role: Role.Audience });
  expect(await call('confr/attrs/update', { roleToken: told.roleToken, cattrs })).toMatchObject({
    error: ServerCode.NoRights,
    errorMessage: 'only admin can action',
  });
});

it('an admin mutes everybody; who comes later learns it', async () => {
  const { test, ann, ben, call } = await lesson();
  expect(await call('confr/attrs/update', { roleToken: ann.roleToken, cstate: { muteAll: true } })).toEqual({
    error: 0,
  });
  expect(await ben.client.push(Op.AttributesUpdated)).toMatchObject({ cattrs: [], cstate: { muteAll: true } });
  expect((await join(test, 'cid')).response).toMatchObject({ cattrs: [], cstate: { muteAll: true } });
});

it('who is kicked is out, its ticket is void, and a new one lets it in as a talker', async () => {
  const { test, ann, ben, call } = await lesson();
  const { roleToken, confrId } = ann;
  expect(await call('kick/member', { confrId, uids: [uidOf('ben')], roleToken })).toEqual({ error: 0 });
  expect(await ben.client.push(Op.MemberExited)).toMatchObject({ memId: ben.response.memId, reason: 2 });
  expect((await WireClient.enter(ben.ticket)).response.result).toBe(ServerCode.TicketExpired);
  expect((await join(test, 'ben')).response).toMatchObject({ result: 0, role: Role.Talker });
});

it('who is disbanded is told, and nothing leads back', async () => {
  const { ann, ben, call } = await lesson();
  const { roleToken, confrId } = ann;
  expect(await call('disband/conference', { confrId, roleToken: ben.roleToken })).toMatchObject({
    error: ServerCode.NoRights,
  });
  expect(await call('disband/conference', { confrId, roleToken })).toEqual({ error: 0 });
  for (const { client } of [ann, ben]) expect(await client.push(Op.CloseConference)).toMatchObject({ confrId });
  expect(await call('disband/conference', { confrId, roleToken })).toMatchObject({
    error: ServerCode.ConferenceDisbanded,
    errorMessage: 'confr is not exist',
  });
  expect((await WireClient.enter(ben.ticket)).response.result).toBe(ServerCode.ConferenceInvalid);
});

it('role tokens are refused when forged, expired, of another conference, or missing', async () => {
  const clock = new FakeClock();
  const test = await startTestServer({ TICKET_TTL_MS: '60000', REAP_MS: '1000000' }, { clock });
  server = test;
  const [math, art] = [await admission(test, 'ann', 3, {}), await admission(test, 'ann', 3, { roomName: 'art' })];
  const disband = async (body: JsonObject) => test.post('/easemob/rtc/disband/conference', body);
  const { confrId, roleToken } = math;
  const forged = `${String(roleToken).slice(0, -2)}xx`;
  for (const [name, body] of [
    ['forged', { confrId, roleToken: forged }],
    ['foreign', { confrId, roleToken: art.roleToken }],
    ['a ticket', { confrId, roleToken: String(math.ticket) }],
  ] as const) {
    expect((await disband(body)).body, name).toMatchObject({ error: ServerCode.TokenInvalid });
  }
  expect(await disband({ confrId })).toMatchObject({
    status: 400,
    body: { errorMessage: expect.stringContaining('roleToken is not exist') },
  });
  clock.advance(61_000);
  expect((await disband({ confrId, roleToken })).body).toMatchObject({ error: ServerCode.TokenInvalid });
});

it('conferences are created with their kind, codecs and limits, which outlive the server', async () => {
  const { test, ann, ben } = await lesson({
    confrType: 12,
    useVCodes: ['H264', 'VP8', 'XYZ'],
    maxTalkerCount: 1,
    maxVideoCount: 1,
    maxPubDesktopCount: 1,
    maxAudienceCount: 1,
  });
  expect(ann.response).toMatchObject({ role: Role.Admin, vcodes: ['H264', 'VP8'] });
  expect(ben.response).toMatchObject({ role: Role.Audience });
  expect((await join(test, 'cid')).response.result).toBe(-523);
  expect((await join(test, 'dan', 1)).response.result).toBe(ServerCode.TooManyMembers);
  await test.server.close();
  const again = await startTestServer({}, { store: test.store });
  server = again;
  const [restored] = again.server.registry.all;
  expect(restored?.host.state).toMatchObject({ type: 12, videoCodecs: ['H264', 'VP8'], config: { maxTalkers: 1 } });
});
