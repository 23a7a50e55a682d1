import { ServerCode } from '@lectern/rtc/protocol';
import { afterEach, expect, it } from 'vitest';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';

let test: TestServer;

afterEach(() => test.server.close());

it('tells a user of the relays before it enters, with credentials of its own', async () => {
  test = await startTestServer({ TURN_URL: 'turn:turn.example', TURN_SECRET: 'a secret of both' });
  const token = await test.signUp('ann');
  const { body } = await test.post('/easemob/rtc/relay/config', { uid: `${APP_KEY}_ann`, token });
  const { iceServers } = JSON.parse(String(body.rtcCfg)) as { iceServers: object[] };
  expect(iceServers).toMatchObject([
    { urls: ['turn:turn.example'], username: expect.stringMatching(/:lectern#demo_ann$/) },
  ]);
  for (const wrong of [{}, { uid: `${APP_KEY}_ben`, token }, { roleToken: 'x' }]) {
    const refused = await test.post('/easemob/rtc/relay/config', wrong);
    expect(refused.body).toMatchObject({ error: ServerCode.TokenInvalid });
  }
});

it('says that there are none', async () => {
  test = await startTestServer();
  const token = await test.signUp('ann');
  const { body } = await test.post('/easemob/rtc/relay/config', { uid: `${APP_KEY}_ann`, token });
  expect(body).toEqual({ error: 0 });
});
