import { describe, expect, it } from 'vitest';
import { StatusCode } from '../im-protocol/index.js';
import { fakeChat, openFakeChat } from '../testing/im-server.js';
import { settle } from '../testing/index.js';
import { ImErrorCode } from './index.js';

const DAY_MS = 86_400_000;
const byPassword = { identity: { username: 'ann', password: 'secret' } } as const;

describe('a login by name and password', () => {
  it('takes a token first, one for all who need it', async () => {
    const { client, server } = fakeChat(byPassword);
    const asked = server.onCall('POST', 'token', { access_token: 'token', expires_in: 60 });
    server.onHistory([]);
    await Promise.all([client.open(), client.history('ben').older()]);
    expect(client.getSnapshot().state).toBe('online');
    expect(asked.map(({ body }) => body)).toEqual([{ grant_type: 'password', username: 'ann', password: 'secret' }]);
    expect(asked[0]?.headers).not.toHaveProperty('Authorization');
  });

  it.each([
    [404, 'user not found', ImErrorCode.UserNotFound, 'user does not exist'],
    [400, 'invalid password', ImErrorCode.LoginFailed, 'invalid password'],
    [400, 'user not activated', ImErrorCode.ServiceDisabled, 'user has been banned'],
    [400, 'constructor', ImErrorCode.LoginFailed, 'constructor'],
  ])('is over when it is refused (HTTP %s, %s: %s)', async (status, said, code, message) => {
    const { client, platform, server } = fakeChat(byPassword);
    server.onCall('POST', 'token', { status, body: { error: 'invalid_grant', error_description: said } });
    await expect(client.open()).rejects.toMatchObject({ code, message, reason: 'refused' });
    expect(client.getSnapshot()).toMatchObject({ state: 'ended', error: { code } });
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
  });

  it('is tried again while the server cannot be reached', async () => {
    const { client, platform, server } = fakeChat(byPassword);
    platform.http.on('POST', '/org/app/token', 'fail');
    const opening = client.open();
    await settle();
    expect(client.getSnapshot().state).toBe('waiting');
    server.onCall('POST', 'token', { access_token: 'token' });
    await platform.clock.advance(2_000);
    await opening;
    expect(client.getSnapshot().state).toBe('online');
  });

  it('takes another token when the server does not take the old one any more', async () => {
    const { client, platform, server } = fakeChat(byPassword);
    server.onCall('POST', 'token', () => ({ access_token: server.token }));
    await client.open();
    server.token = 'another';
    platform.sockets.latest.serverClose();
    await platform.clock.advance(4_000);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('is refused without a name, or with neither password nor token', () => {
    for (const identity of [
      { username: '', token: 't' },
      { username: 'ann', password: '' },
    ]) {
      expect(() => fakeChat({ identity })).toThrow('enter account password');
    }
  });
});

describe('a refused login', () => {
  it.each([
    [StatusCode.Fail, 'Sorry, user not found', 204, 'user does not exist'],
    [StatusCode.Fail, 'Sorry, token or password does not match login info', 28, 'Sorry, token or password'],
    [StatusCode.Fail, 'Sorry, user register limit', 50, 'limit'],
    [StatusCode.ImForbidden, '', 57, 'user has been banned'],
    [StatusCode.TooManyDevices, '', 214, 'status 13'],
    [StatusCode.WrongParameter, 'resource', -3, 'resource'],
    [20, '', 220, 'status 20'],
    [StatusCode.Fail, 'anything', 2, 'anything'],
  ])('of status %s, %s has the code %s', async (errorCode, reason, code, message) => {
    const { client, server } = fakeChat();
    server.login = { errorCode, reason };
    await expect(client.open()).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect(client.getSnapshot().state).toBe('ended');
  });
});

describe('a token', () => {
  const limited = (lifeMs: number, options = {}) => {
    const chat = fakeChat(options);
    const now = chat.platform.clock.now();
    chat.server.tokenEndsAt = now + lifeMs;
    const told: (number | string)[] = [];
    chat.client.on('tokenExpiring', (at) => told.push(at - now));
    chat.client.on('ended', ({ code }) => told.push(`ended ${code}`));
    return { ...chat, told };
  };

  it('is announced to end after four fifths of its time, and ends the session at its end', async () => {
    const { client, platform, server, told } = limited(100_000);
    await client.open();
    await platform.clock.advance(79_999);
    expect(told).toEqual([]);
    await platform.clock.advance(1);
    expect(told).toEqual([100_000]);
    await platform.clock.advance(20_000);
    expect(told).toEqual([100_000, 'ended 56']);
    expect(client.getSnapshot()).toMatchObject({ state: 'failed', error: { code: ImErrorCode.TokenExpired } });
    expect([platform.sockets.open.length, platform.clock.pendingTimers]).toEqual([0, 0]);

    const asked = server.onCall('GET', 'sdk/users/ann/token/expires', { expire_timestamp: 1 });
    server.token = 'next';
    server.tokenEndsAt = undefined;
    await client.renewToken('next');
    expect(asked[0]?.headers.Authorization).toBe('Bearer next');
    await client.open();
    expect(client.getSnapshot()).toMatchObject({ state: 'online', error: undefined });
  });

  it('ends by the clock of the server, whatever the machine’s says', async () => {
    const { client, platform, server, told } = limited(100_000);
    const { clock } = platform;
    // The server is an hour ahead.
    server.tokenEndsAt = clock.now() + 3_700_000;
    server.unread = { timestamp: String(clock.now() + 3_600_000) };
    await client.open();
    await clock.advance(80_000);
    expect(told).toEqual([100_000]);
  });

  it('is watched for weeks, which no timer can be set to', async () => {
    const { client, platform, told } = limited(60 * DAY_MS);
    await client.open();
    expect(Math.max(...platform.clock.pendingDelays)).toBeLessThan(2 ** 31);
    expect(told).toEqual([]);
  });

  it('is replaced while the session goes on', async () => {
    const { client, platform, server, told } = limited(100_000);
    await client.open();
    await platform.clock.advance(90_000);
    server.onCall('GET', 'sdk/users/ann/token/expires', { expire_timestamp: platform.clock.now() + 200_000 });
    server.token = 'next';
    await client.renewToken('next');
    await platform.clock.advance(50_000);
    expect(client.getSnapshot().state).toBe('online');
    expect(told).toEqual([100_000]);
    // The next socket logs in with it.
    server.tokenEndsAt = undefined;
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('that the server does not know changes nothing', async () => {
    const { client, platform, server } = await openFakeChat();
    server.onCall('GET', 'sdk/users/ann/token/expires', { status: 401, body: { error_description: 'bad token' } });
    await expect(client.renewToken('forged')).rejects.toMatchObject({ code: ImErrorCode.TokenInvalid });
    await expect(client.renewToken('')).rejects.toMatchObject({ code: ImErrorCode.BadParameter });
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('is renewed without the application where the password is known', async () => {
    const { client, platform, server, told } = limited(100_000, byPassword);
    const asked = server.onCall('POST', 'token', () => ({ access_token: server.token, expires_in: 300 }));
    await client.open();
    server.token = 'next';
    await platform.clock.advance(81_000);
    expect([asked.length, told]).toEqual([2, []]);
    await platform.clock.advance(200_000);
    expect(client.getSnapshot().state).toBe('online');
    platform.http.on('POST', '/org/app/token', 'fail');
    await platform.clock.advance(60_000);
    expect(told).toHaveLength(1);
  });

  it('that has ended while the socket was away can be renewed, too', async () => {
    const { client, platform, server } = await openFakeChat();
    server.token = 'next';
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect(client.getSnapshot()).toMatchObject({ state: 'failed', error: { code: ImErrorCode.TokenExpired } });
    server.onCall('GET', 'sdk/users/ann/token/expires', {});
    await client.renewToken('next');
    await client.open();
    expect(client.getSnapshot().state).toBe('online');
  });
});

describe('a function as token', () => {
  const provided = (lifeMs?: number) => {
    let asked = 0;
    const chat: ReturnType<typeof fakeChat> = fakeChat({
      identity: {
        username: 'ann',
        token: () => {
          asked += 1;
          return Promise.resolve(chat.server.token);
        },
      },
    });
    const { server, platform } = chat;
    if (lifeMs !== undefined) server.tokenEndsAt = platform.clock.now() + lifeMs;
    server.onCall('GET', 'sdk/users/ann/token/expires', () => ({ expire_timestamp: platform.clock.now() + 500_000 }));
    const told: number[] = [];
    chat.client.on('tokenExpiring', (at) => told.push(at));
    return { ...chat, told, asked: () => asked };
  };

  it('is called once for login and calls', async () => {
    const { client, server, asked } = provided();
    const history = server.onHistory([]);
    await Promise.all([client.open(), client.history('ben').older()]);
    expect([client.getSnapshot().state, asked(), history.length]).toEqual(['online', 1, 1]);
    expect(history[0]?.headers.Authorization).toBe('Bearer token');
  });

  it('is called again before the token expires, and the session continues', async () => {
    const { client, platform, server, asked, told } = provided(100_000);
    await client.open();
    server.token = 'next';
    await platform.clock.advance(81_000);
    expect([asked(), told]).toEqual([2, []]);
    await platform.clock.advance(100_000);
    expect(client.getSnapshot().state).toBe('online');
    // The next socket logs in with it.
    server.tokenEndsAt = undefined;
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect([client.getSnapshot().state, asked()]).toEqual(['online', 2]);
  });

  it('is called again when the server refuses the token at a reconnect', async () => {
    const { client, platform, server, asked } = provided();
    await client.open();
    server.token = 'next';
    platform.sockets.latest.serverClose();
    await platform.clock.advance(4_000);
    expect([client.getSnapshot().state, asked()]).toEqual(['online', 2]);
  });

  it('is called again when a call is refused', async () => {
    const { client, server, asked } = provided();
    await client.open();
    server.token = 'next';
    const calls = server.onCall('POST', 'users/ann/messageroaming', ({ headers }) =>
      headers.Authorization === 'Bearer next' ? { data: { is_last: true, msgs: [] } } : { status: 401 },
    );
    await client.history('ben').older();
    expect([calls.length, asked()]).toEqual([2, 2]);
  });

  it('that fails leaves the time until the token expires to the application', async () => {
    const { client, platform, server, told } = provided(100_000);
    await client.open();
    server.token = '';
    await platform.clock.advance(80_000);
    expect(told).toHaveLength(1);
  });
});
