import { BodyType, Command, encode, MessageBody, MSync, NameSpace, USER_DOMAIN } from '@lectern/rtc/im-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';
import { ImWire, textOf } from '../testing/im-client.js';

let server: TestServer;

const tokenOf = (user: string): string => server.server.accounts.issueToken(APP_KEY, user).token;

const transports: readonly [string, (user: string) => Promise<ImWire>][] = [
  ['binary frames', async (user) => ImWire.enter(server.url, user, tokenOf(user))],
  ['SockJS', async (user) => (await ImWire.openSockJs(server.url, user)).enter(tokenOf(user))],
];

beforeEach(async () => {
  server = await startTestServer({ PING_INTERVAL_MS: '10000000' }, { clock: new FakeClock() });
  for (const name of ['ann', 'ben']) {
    await server.store.users.insert({ appKey: APP_KEY, name, passwordHash: '', nickName: null, createdAt: 0 });
  }
});

afterEach(() => server.server.close());

const body = encode(MessageBody, { type: BodyType.Chat, contents: [{ type: 0, text: 'x' }] });
const invalidText = Buffer.concat([body, Buffer.from([0x22, 0x04, 0x12, 0x02, 0xff, 0xfe])]);

describe.each(transports)('what nobody should send over %s', (_name, enter) => {
  it.each([
    ['a text of 1 MB', { payload: new Uint8Array(1_000_000) }, { errorCode: 7, reason: 'Sorry, data is too large' }],
    ['a text that is no UTF-8', { payload: invalidText }, { errorCode: 10 }],
    ['a body that was cut short', { payload: body.subarray(0, -1) }, { errorCode: 10 }],
    ['a body whose sender is a number', { payload: Uint8Array.of(0x08, 1, 0x10, 5) }, { errorCode: 10 }],
    ['a recipient that no user can be', { to: { name: 'a b', domain: USER_DOMAIN } }, { errorCode: 1 }],
    ['a recipient of another application', { to: { appKey: 'other#app', name: 'ben' } }, { errorCode: 1 }],
    ['an item of namespace ROSTER', { ns: NameSpace.Roster }, { errorCode: 9 }],
    ['an item of no known namespace', { ns: 77 }, { errorCode: 9 }],
  ])('%s is refused by name, and the next message goes through', async (_what, more, status) => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    expect((await ann.write('ben', 'x', more)).status).toMatchObject(status);
    expect(server.store.im.messages).toEqual([]);
    await ann.write('ben', 'good');
    expect((await ben.takeUnread()).map(textOf)).toEqual(['good']);
  });

  it.each([
    ['id', { to: { name: 'ben' }, payload: body }],
    ['recipient', { id: '1', payload: body }],
    ['body', { id: '1', to: { name: 'ben' } }],
  ])('a message without %s is refused', async (_what, meta) => {
    const ann = await enter('ann');
    ann.sync({ meta: { ns: NameSpace.Chat, ...meta } });
    expect((await ann.next('sync')).status).toMatchObject({ errorCode: 4 });
  });

  it('pulls of queues that are not there end at once, and acknowledge nothing', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    await ann.write('ben', 'kept');
    const strange = [{ name: 'nobody' }, { name: 'G1', domain: 'conference.easemob.com' }, { domain: USER_DOMAIN }];
    for (const queue of [...strange, { appKey: 'other#app', name: 'ann' }]) {
      ben.sync({ queue, key: '18446744073709551615' });
      expect(await ben.next('sync')).toMatchObject({ isLast: true });
    }
    ben.sync({ queue: { name: 'ann' }, key: '18446744073709551615' });
    expect((await ben.next('sync')).metas?.map(textOf)).toEqual(['kept']);
  });

  it.each([
    ['bytes at random', Uint8Array.of(0xde, 0xad, 0xbe, 0xef)],
    ['a frame that was cut short', encode(MSync, { command: Command.Sync, payload: body }).subarray(0, -2)],
    ['a payload that is no message', encode(MSync, { command: Command.Sync, payload: Uint8Array.of(0x0a, 9) })],
    ['an unknown command', encode(MSync, { command: 42 })],
  ])('%s closes the socket, and no other', async (_what, bytes) => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    ann.raw(bytes);
    expect(await ann.untilClosed()).toMatchObject({ code: 1008 });
    expect((await ben.write('ann', 'still here')).status).toEqual({ errorCode: 0 });
  });
});
