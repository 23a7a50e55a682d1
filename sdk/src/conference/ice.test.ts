import { expect, it } from 'vitest';
import { Scenario, type ScenarioOptions } from '../testing/scenario.js';

const TURN = { username: 'u', credential: 'c' };
const rtcCfg = JSON.stringify({
  iceServers: [{ url: 'turn:a', urls: ['turn:a', 'turn:b'], ...TURN }, { url: 'stun:c' }, {}],
  relayOnly: true,
});

async function configuration(enter: ScenarioOptions['enter']) {
  const { scenario, conference } = await Scenario.joined({ enter: enter ?? {} });
  void conference.publish();
  await scenario.advance();
  return scenario.platform.peers.latest.configuration;
}

const FIXED = { bundlePolicy: 'max-bundle', rtcpMuxPolicy: 'require' };

it('relays are those of rtcCfg, text or object, with the old name of their address too', async () => {
  const expected = {
    ...FIXED,
    iceServers: [{ urls: ['turn:a', 'turn:b'], ...TURN }, { urls: 'stun:c' }],
    iceTransportPolicy: 'relay',
  };
  expect(await configuration({ rtcCfg })).toEqual(expected);
  expect(await configuration({ rtcCfg: JSON.parse(rtcCfg) as unknown })).toEqual(expected);
});

it('a server without capabilities, or an rtcCfg that is none, gives no relays', async () => {
  expect(await configuration({ rtcCfg, caps: undefined } as never)).toEqual(FIXED);
  expect(await configuration({ rtcCfg: 'no json' })).toEqual({ ...FIXED, iceServers: [] });
  expect(await configuration({})).toEqual(FIXED);
});
