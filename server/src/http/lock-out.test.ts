import { Op, ServerCode } from '@lectern/rtc/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';
import { ImWire } from '../testing/im-client.js';

let test: TestServer;
beforeEach(async () => {
  test = await startTestServer();
});
afterEach(() => test.server.close());

const uidOf = (user: string): string => `${APP_KEY}_${user}`;
const uid = uidOf('ann');
const logIn = async (password: string): Promise<JsonObject> =>
  (await test.post('/lectern/demo/token', { grant_type: 'password', username: 'ann', password })).body;
const ticketFor = async (token: unknown, confrId: unknown, user = 'ann'): Promise<JsonObject> =>
  (await test.post('/easemob/rtc/req/ticket', { uid: uidOf(user), token, confrId, password: '', role: 3 })).body;
const enter = ({ ticket }: JsonObject) => WireClient.enter(JSON.parse(String(ticket)) as JsonObject, {});

it('who is locked out is out of chats and conferences at once, and nothing that it has lets it in again', async () => {
  await test.post('/lectern/demo/users', { username: 'ann', password: 'the first one' });
  const { access_token: token } = await logIn('the first one');
  const room = { roomName: 'math', password: '', memName: uid, token };
  const { confrId } = (await test.post('/lectern/demo/conferences/room', room)).body;
  const [here, kept] = [await ticketFor(token, confrId), await ticketFor(token, confrId)];
  const { client } = await enter(here);
  // The conference stays open after she has left.
  const ben = await ticketFor(await test.signUp('ben'), confrId, 'ben');
  expect((await enter(ben)).response).toMatchObject({ result: 0 });
  const chat = await ImWire.enter(test.url, 'ann', String(token));

  await test.server.lockOut({ appKey: APP_KEY, user: 'ann', password: 'the second one' });

  expect(await client.push(Op.MemberExited)).toMatchObject({ reason: 2 });
  expect((await chat.untilClosed()).code).toBe(4001);
  expect(await ticketFor(token, confrId)).toMatchObject({ error: ServerCode.TokenInvalid });
  expect((await enter(kept)).response).toMatchObject({ result: ServerCode.TicketExpired });
  const disband = await test.post('/easemob/rtc/disband/conference', { confrId, roleToken: here.roleToken });
  expect(disband.body).toMatchObject({ error: ServerCode.TokenInvalid });
  expect(await logIn('the first one')).toMatchObject({ error_description: 'invalid password' });
  expect(await logIn('the second one')).toMatchObject({ error: 0 });
});

it('who has a new password is told so on each device', async () => {
  const chat = await ImWire.enter(test.url, 'cleo', await test.signUp('cleo'));
  await test.server.lockOut({ appKey: APP_KEY, user: 'cleo', password: 'the second one' }, 'password-changed');
  expect(await chat.untilClosed()).toEqual({ code: 4001, reason: 'the password was changed' });
});

it('a user who is removed is gone with its info and tokens, and active only while in a class or in chat', async () => {
  const token = await test.signUp('dan');
  const active = () => [...test.server.activeUsers(APP_KEY)];
  const room = { roomName: 'biology', password: '', memName: uidOf('dan'), token };
  const { confrId } = (await test.post('/lectern/demo/conferences/room', room)).body;
  expect(active()).toEqual([]);
  const { client } = await enter(await ticketFor(token, confrId, 'dan'));
  expect(active()).toEqual(['dan']);
  const chat = await ImWire.enter(test.url, 'dan', token);
  await test.server.store.userInfo.set(APP_KEY, 'dan', { nickname: 'Dan' });

  await test.server.removeUser({ appKey: APP_KEY, user: 'dan' });

  expect(await client.push(Op.MemberExited)).toMatchObject({ reason: 2 });
  await chat.untilClosed();
  expect(await ticketFor(token, confrId, 'dan')).toMatchObject({ error: ServerCode.TokenInvalid });
  const again = { grant_type: 'password', username: 'dan', password: 'secret' };
  expect((await test.post('/lectern/demo/token', again)).body).toMatchObject({ error_description: 'user not found' });
  expect((await test.server.store.userInfo.get(APP_KEY, ['dan'])).get('dan') ?? {}).toEqual({});
});

it('who is no user is locked out all the same', async () => {
  await expect(test.server.lockOut({ appKey: APP_KEY, user: 'nobody', password: 'x' })).resolves.toBeUndefined();
});
