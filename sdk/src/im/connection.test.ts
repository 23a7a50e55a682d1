import { describe, expect, it } from 'vitest';
import { Command, StatusCode } from '../im-protocol/index.js';
import { fakeChat, openFakeChat } from '../testing/im-server.js';
import { FakePlatform, settle } from '../testing/index.js';
import { ImClient, ImErrorCode } from './index.js';

const [setUp, open] = [fakeChat, openFakeChat];

describe('logging in', () => {
  it('opens the socket of the server and asks for what is unread', async () => {
    const { client, platform, server } = await open();
    expect(platform.sockets.latest.url).toBe('wss://rtc.example/base/websocket');
    expect(client.getSnapshot()).toMatchObject({ state: 'online', error: undefined });
    expect(server.count(Command.Unread)).toBe(1);
  });

  it('is over when it is refused, with the code that says why', async () => {
    const { client, server, platform } = setUp();
    const errors: unknown[] = [];
    client.on('ended', (error) => errors.push(error.code));
    server.login = { errorCode: StatusCode.Unauthorized, reason: 'who are you' };
    await expect(client.open()).rejects.toMatchObject({ code: ImErrorCode.LoginRefused, message: 'who are you' });
    expect(client.getSnapshot().state).toBe('ended');
    expect(errors).toEqual([ImErrorCode.LoginRefused]);
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
  });

  it('refuses options that cannot work', () => {
    const make = (more: object) => (): ImClient =>
      new ImClient({
        appKey: 'org#app',
        identity: { username: 'a', token: 't' },
        platform: new FakePlatform(),
        ...more,
      });
    expect(make({ appKey: 'org' })).toThrow('org#app');
    expect(make({ identity: { username: 'a', token: '' } })).toThrow('enter account password');
    expect(make({ socketUrl: 'ftp://x' })).toThrow('socketUrl');
  });
});

describe('reconnecting', () => {
  it('tries five times, 2 s apart, then says that it failed; opening again starts anew', async () => {
    const { client, platform } = await open();
    const errors: unknown[] = [];
    client.on('ended', (error) => errors.push(error.code));
    platform.sockets.behaviour = 'refuse';
    platform.sockets.latest.serverClose();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(client.getSnapshot().state).toBe('waiting');
      await platform.clock.advance(1_999);
      expect(platform.sockets.all).toHaveLength(attempt);
      await platform.clock.advance(1);
      expect(platform.sockets.all).toHaveLength(attempt + 1);
    }
    expect(client.getSnapshot()).toMatchObject({ state: 'failed', error: { code: ImErrorCode.Disconnected } });
    expect(errors).toEqual([ImErrorCode.Disconnected]);
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(6);
    expect(platform.network.listenerCount).toBe(0);
    platform.sockets.behaviour = 'accept';
    await client.open();
    expect(client.getSnapshot()).toMatchObject({ state: 'online', error: undefined });
  });

  it('waits while the machine has no network, and comes back at once with it', async () => {
    const { client, platform } = await open();
    const told: string[] = [];
    client.on('networkLost', () => told.push('lost'));
    client.on('restored', () => told.push('restored'));
    platform.network.set(false);
    expect(client.getSnapshot().state).toBe('offline');
    await platform.clock.advance(120_000);
    expect(platform.sockets.all).toHaveLength(1);
    platform.network.set(true);
    await settle();
    expect(client.getSnapshot().state).toBe('online');
    expect(told).toEqual(['lost', 'restored']);
  });

  it('notices a connection that died silently', async () => {
    const { client, platform, server } = await open();
    await platform.clock.advance(30_000);
    expect(server.count(Command.Unread)).toBe(2);
    platform.sockets.latest.isCut = true;
    await platform.clock.advance(40_000);
    expect(client.getSnapshot().state).toBe('waiting');
    await platform.clock.advance(2_000);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('gives up a server that does not answer the login, and one that talks nonsense', async () => {
    const { client, platform, server } = setUp();
    server.login = undefined;
    const opening = client.open();
    await platform.clock.advance(10_000);
    expect(client.getSnapshot().state).toBe('waiting');
    server.login = {};
    await platform.clock.advance(2_000);
    await opening;
    platform.sockets.latest.serverSendBytes(Uint8Array.of(255, 255));
    expect(client.getSnapshot().state).toBe('waiting');
  });

  it.each([
    [2, 206, 'This account has been logged in on another device, please log in again'],
    [1, 207, 'this account was removed'],
    [3, 216, 'the password of this account was changed: log in with the new one'],
    [4, 217, 'another device of this account has ended this session'],
  ])('does not happen after a kick (operation %s, code %s)', async (operation, code, message) => {
    const { client, platform, server } = await open();
    server.kick(operation);
    platform.sockets.latest.serverClose(4001);
    expect(client.getSnapshot()).toMatchObject({ state: 'ended', error: { code, message } });
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
    await expect(client.open()).rejects.toMatchObject({ code });
    expect(platform.clock.pendingTimers).toBe(0);
  });
});

it('leaves nothing behind when it is closed', async () => {
  const { client, platform, server } = await open();
  client.close();
  client.close();
  await settle();
  expect(server.count(Command.Logout)).toBe(1);
  expect(platform.sockets.open).toEqual([]);
  expect([platform.clock.pendingTimers, platform.network.listenerCount]).toEqual([0, 0]);
});
