import { describe, expect, it } from 'vitest';
import { RtcClient } from '../client/client.js';
import { Op, Role } from '../protocol/index.js';
import { FakePlatform } from '../testing/index.js';
import { Scenario } from '../testing/scenario.js';
import { readRelayConfiguration, relayedPlatform } from './index.js';

const URL = 'https://rtc.example/rtcconfig.json';

const range = (ip: string, min_port: unknown, max_port: unknown) => ({ ip, min_port, max_port });

const FILE = {
  ws: 'relay.example:8443',
  turn: 'turn.example:3480',
  rtc: { candidate_map: [{ src: range('10.0.0.1', '2000', '2999'), dst: range('203.0.113.7', '12000', '12499') }] },
};

const candidate = (address: string) => `candidate:1 1 udp 2130706431 ${address} typ host generation 0`;

/** A member that publishes through the relays of the file. */
async function publishing(rtcCfg?: unknown) {
  const scenario = new Scenario({ enter: { rtcCfg } });
  const { platform } = scenario;
  platform.http.on('GET', URL, { body: FILE });
  scenario.answerSdp = `v=0\r\na=${candidate('10.0.0.1 2001')}\r\n`;
  const configuration = await readRelayConfiguration(platform, URL);
  const client = new RtcClient({
    appKey: 'org#app',
    restUrl: 'https://server.example',
    identity: { memName: 'alice', token: 'token' },
    platform: relayedPlatform(platform, configuration),
  });
  const conference = await client.joinRoom({ roomName: 'room', password: 'pw', role: Role.Talker });
  const published = conference.publish();
  await scenario.advance();
  await published;
  return { scenario, conference, socket: platform.sockets.all[0]!, pc: platform.peers.latest };
}

describe('a server behind relays', () => {
  it('is reached at ws, with the ticket as it was issued', async () => {
    const { socket } = await publishing();
    expect(socket.url).toBe('wss://relay.example:8443/rtc/ws?0');
    expect(socket.sent[0]).toMatchObject({ op: Op.Enter, tkt: { url: 'wss://server.example/rtc/ws' } });
  });

  it('has its TURN server at turn, and its other servers where they are', async () => {
    const urls = ['turn:10.0.0.2:3478?transport=udp', 'turns:10.0.0.2', 'stun:10.0.0.2:3478'];
    const { pc } = await publishing({ iceServers: [{ urls, username: 'u', credential: 'c' }] });
    expect(pc.configuration?.iceServers).toEqual([
      {
        urls: ['turn:turn.example:3480?transport=udp', 'turns:turn.example:3480', 'stun:10.0.0.2:3478'],
        username: 'u',
        credential: 'c',
      },
    ]);
  });

  it('has candidates whose address and port are mapped; others stay, in answers as well', async () => {
    const { scenario, pc } = await publishing();
    expect(pc.remoteDescription?.sdp).toContain(candidate('203.0.113.7 12001'));
    const { rtcId = '' } = scenario.platform.server.messages(Op.Init)[0]!;
    // Within the range, outside of it, on another machine, and beyond the size of the target range.
    for (const address of ['10.0.0.1 2000', '10.0.0.1 3000', '10.0.0.9 2000', '10.0.0.1 2500']) {
      const cands = [JSON.stringify({ candidate: candidate(address), mlineindex: 0, mid: '0' })];
      scenario.platform.server.push({ op: Op.Candidates, rtcId, cands });
    }
    await scenario.advance();
    expect(pc.remoteCandidates.map((entry) => entry.candidate)).toEqual([
      candidate('203.0.113.7 12000'),
      candidate('10.0.0.1 3000'),
      candidate('10.0.0.9 2000'),
      candidate('10.0.0.1 2500'),
    ]);
  });

  it('leaves alone what the file does not name', async () => {
    const platform = new FakePlatform();
    platform.http.on('GET', URL, { body: {} });
    const relayed = relayedPlatform(platform, await readRelayConfiguration(platform, URL));
    relayed.createSocket('wss://server.example/ws?0');
    relayed.createPeerConnection({ iceServers: [{ urls: 'turn:10.0.0.2' }] });
    expect(platform.sockets.all[0]?.url).toBe('wss://server.example/ws?0');
    expect(platform.peers.latest.configuration).toEqual({ iceServers: [{ urls: 'turn:10.0.0.2' }] });
    expect(relayed.videoCodecs()).toEqual(platform.videoCodecs());
  });
});

it.each([
  ['ws', { ws: 'wss://relay.example/' }],
  ['turn', { turn: 3478 }],
  ['rtc.candidate_map', { rtc: { candidate_map: {} } }],
  ['rtc.candidate_map', { rtc: { candidate_map: [{ src: range('10.0.0.1', 1, 70_000), dst: range('b', 1, 9) }] } }],
  ['rtc.candidate_map', { rtc: { candidate_map: [null] } }],
])('a file without a usable %s is refused', async (what, body) => {
  const platform = new FakePlatform();
  platform.http.on('GET', URL, { body });
  const message = `the relay configuration at ${URL} has no usable ${what}`;
  await expect(readRelayConfiguration(platform, URL)).rejects.toMatchObject({ message, reason: 'protocol' });
});
