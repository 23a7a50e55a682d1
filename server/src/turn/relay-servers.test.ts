import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, WireClient } from '../testing/harness.js';
import { RelayServers } from './relay-servers.js';

const SECRET = 'shared with the relay';
const relays = (clock: FakeClock): RelayServers =>
  new RelayServers(
    {
      urls: ['stun:relay.example:3478', 'turn:relay.example:3478?transport=tcp'],
      secret: SECRET,
      ttlMs: 60_000,
      isRelayOnly: false,
    },
    clock,
  );

describe('relay credentials', () => {
  it('carry their expiry and the member, and are proven by the shared secret', () => {
    const clock = new FakeClock(1_800_000_000_500);
    const username = '1800000060:org#app_alice';
    const credential = createHmac('sha1', SECRET).update(username).digest('base64');
    expect(JSON.parse(relays(clock).configFor('org#app_alice'))).toEqual({
      iceServers: [
        { urls: ['stun:relay.example:3478'], url: 'stun:relay.example:3478' },
        {
          urls: ['turn:relay.example:3478?transport=tcp'],
          url: 'turn:relay.example:3478?transport=tcp',
          username,
          credential,
        },
      ],
      relayOnly: false,
    });
  });

  it('are given to members with the ticket and when they enter, new ones at every re-enter; to nobody unless set', async () => {
    const clock = new FakeClock();
    const { server, ticket, signUp, post } = await startTestServer(
      { TURN_URL: 'turn:relay.example:3478', TURN_SECRET: SECRET, TURN_RELAY_ONLY: 'on', TURN_TTL_MS: '60000' },
      { clock },
    );
    const own = await ticket('alice');
    const first = await WireClient.enter(own);
    const config = JSON.parse(String(first.response.rtcCfg)) as { iceServers: { username: string }[] };
    expect(config).toMatchObject({ relayOnly: true, iceServers: [{ urls: ['turn:relay.example:3478'] }] });
    const asked = { uid: `${APP_KEY}_bob`, token: await signUp('bob'), password: '' };
    const { body } = await post('/easemob/rtc/req/ticket', asked);
    expect(JSON.parse(String(body.rtcCfg))).toMatchObject({
      iceServers: [{ username: expect.stringMatching(/:lectern#demo_bob$/) }],
    });
    clock.advance(30_000);
    const again = await WireClient.enter(own, { sessId: first.client.sessId });
    const later = JSON.parse(String(again.response.rtcCfg)) as typeof config;
    const expiry = (of: typeof config): number => Number.parseInt(of.iceServers[0]?.username ?? '', 10);
    expect(expiry(later) - expiry(config)).toBe(30);
    again.client.close();
    await server.close();

    const plain = await startTestServer();
    const { client, response } = await WireClient.enter(await plain.ticket('alice'));
    expect(response).not.toHaveProperty('rtcCfg');
    client.close();
    await plain.server.close();
  });
});
