import { registerUser, requestToken, RtcClient } from '@lectern/rtc';
import { createNodePlatform } from '@lectern/rtc/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ServerProcess } from '../support/index.js';

const DAY_MS = 86_400_000;
/** Longer than tokens of users hold by default. */
const EXPIRED_MS = 8 * DAY_MS;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({ hasVirtualClock: true });
});

afterAll(async () => {
  await server?.close();
});

// No media is used here, so no WebRTC is needed.
const wrtc = { RTCPeerConnection: Object, MediaStream: Object };
const platform = createNodePlatform({ wrtc, WebSocket });

async function register(username: string) {
  const account = { restUrl: server.url, appKey: 'lectern#demo', username, password: 'secret1', platform };
  await registerUser(account);
  return account;
}

test('a function for tokens is asked again when the last one has expired, and the call succeeds', async () => {
  const account = await register('renewed');
  const { memName } = await requestToken(account);
  const tokens: string[] = [];
  const token = async (): Promise<string> => {
    const { token: fresh } = await requestToken(account);
    tokens.push(fresh);
    return fresh;
  };
  const client = new RtcClient({ ...account, identity: { memName, token } });
  await client.createConference({ type: 10, password: 'first' });
  await client.createConference({ type: 10, password: 'second' });
  expect(tokens).toHaveLength(1);
  await server.advance(EXPIRED_MS);
  const [one, other] = await Promise.all(
    ['third', 'fourth'].map((password) => client.createConference({ type: 10, password })),
  );
  expect(one?.conferenceId).not.toBe(other?.conferenceId);
  // Both calls were refused, and share the new token.
  expect(tokens).toHaveLength(2);
  await client.close();
});

test('a token of text that has expired is refused with −100, until it is renewed', async () => {
  const account = await register('replaced');
  const { memName, token } = await requestToken(account);
  const client = new RtcClient({ ...account, identity: { memName, token } });
  await server.advance(EXPIRED_MS);
  await expect(client.createConference({ type: 10, password: 'a' })).rejects.toMatchObject({
    ...{ reason: 'refused', code: -100 },
  });
  client.renewToken((await requestToken(account)).token);
  await expect(client.createConference({ type: 10, password: 'a' })).resolves.toMatchObject({ isCreator: true });
  await client.close();
});
