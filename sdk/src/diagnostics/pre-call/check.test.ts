import { beforeEach, describe, expect, it } from 'vitest';
import { FakePlatform, FakeTrack, settle } from '../../testing/index.js';
import { LecternError } from '../../core/errors.js';
import { PreCallCheck, type PreCallOptions, type PreCallSnapshot } from '../index.js';

const HOST = 'candidate:1 1 udp 2122260223 10.0.0.2 40000 typ host';
const MAPPED = 'candidate:2 1 udp 1686052607 203.0.113.9 40001 typ srflx raddr 10.0.0.2 rport 40000';
const RELAY = 'candidate:3 1 udp 41885695 198.51.100.7 50000 typ relay raddr 203.0.113.9 rport 40001';
const OVER_TCP = 'candidate:4 1 tcp 1518280447 10.0.0.2 9 typ host tcptype active';

const TURN: RTCConfiguration = {
  iceServers: [
    { urls: 'stun:stun.example' },
    { urls: ['turn:turn.example?transport=udp', 'turns:turn.example'], username: '9:ann', credential: 'secret' },
  ],
};

let platform: FakePlatform;
/** Candidates that connections gather, by transport policy. */
let found: { all: readonly string[]; relay: readonly string[] };

beforeEach(() => {
  platform = new FakePlatform({ createPeerConnection: (configuration) => makePeer(configuration) });
  platform.http.on('POST', '/org/app/token', {
    status: 404,
    body: { error: -508, error_description: 'user not found' },
  });
  platform.sockets.behaviour = 'accept';
  found = { all: [HOST, MAPPED], relay: [RELAY] };
});

/** A connection that gathers its candidates after negotiation, and connects if there are any. */
function makePeer(configuration?: RTCConfiguration): RTCPeerConnection {
  const peer = platform.peers.create(configuration);
  const fake = platform.peers.latest;
  const candidates = configuration?.iceTransportPolicy === 'relay' ? found.relay : found.all;
  fake.connects = candidates.length > 0;
  // Half a megabit a second.
  fake.report = () => [{ type: 'inbound-rtp', bytesReceived: platform.clock.now() * 62.5 }];
  void settle().then(() => {
    for (const candidate of candidates) fake.gather(candidate);
    if (!fake.isClosed) fake.onicecandidate?.({ candidate: null });
  });
  return peer;
}

const options = (more: Partial<PreCallOptions> = {}): PreCallOptions => ({
  ...{ appKey: 'org#app', restUrl: 'https://rest.example', rtcConfiguration: TURN, platform },
  ...more,
});

/** Runs a check to its end, through all timeouts. */
async function finish(check: PreCallCheck): Promise<PreCallSnapshot> {
  const done = check.run();
  while (check.state.getSnapshot().state === 'running') await platform.clock.advance(500);
  return done;
}

/** Checks that everything that was opened is closed. */
function expectNothingLeft(): void {
  expect(platform.peers.open).toEqual([]);
  expect(platform.devices.live).toEqual([]);
  expect(platform.clock.pendingTimers).toBe(0);
  expect(platform.sockets.all.every(({ readyState }) => readyState >= 2)).toBe(true);
}

describe('a check before a call', () => {
  it('looks at everything, one after the other, and closes all of it', async () => {
    const check = new PreCallCheck(options());
    expect(check.state.getSnapshot()).toMatchObject({ state: 'idle', results: { rest: { state: 'waiting' } } });
    const running: string[] = [];
    check.state.subscribe(() => {
      for (const [step, { state }] of Object.entries(check.state.getSnapshot().results)) {
        if (state === 'running' && running.at(-1) !== step) running.push(step);
      }
    });
    const { state, results } = await finish(check);
    expect(state).toBe('passed');
    expect(running).toEqual(['rest', 'signalling', 'camera', 'microphone', 'udp', 'turn', 'bitrate']);
    expect(results).toMatchObject({
      camera: { state: 'passed', device: expect.any(String), elapsedMs: expect.any(Number) },
      udp: { state: 'passed', candidateType: 'srflx' },
      turn: { state: 'passed', candidateType: 'relay' },
      bitrate: { state: 'passed', elapsedMs: expect.any(Number), candidateType: 'relay' },
    });
    expect(results.bitrate.kbps).toBeGreaterThan(400);
    expect(platform.sockets.all.map(({ url }) => url)).toEqual(['wss://rest.example/rtc/ws']);
    expectNothingLeft();
  });

  it('measures without a relay where there is none, and says so', async () => {
    const { state, results } = await finish(new PreCallCheck(options({ rtcConfiguration: {} })));
    expect(state).toBe('passed');
    expect(results.turn).toMatchObject({ state: 'skipped', advice: 'no-relay' });
    expect(results.udp).toMatchObject({ state: 'passed', candidateType: 'host' });
    expectNothingLeft();
  });

  it('asks the server for relays, and goes on without them when it does not know any', async () => {
    const identity = { memName: 'ann', token: 'token of ann' };
    const { rtcConfiguration: _ours, ...unconfigured } = options({ identity });
    const without = await finish(new PreCallCheck(unconfigured));
    expect(without.results.turn.advice).toBe('no-relay');
    platform.http.on('POST', '/easemob/rtc/relay/config', { body: { error: 0, rtcCfg: JSON.stringify(TURN) } });
    expect((await finish(new PreCallCheck(unconfigured))).results.turn.state).toBe('passed');
    expect(platform.http.requests.at(-1)?.body).toEqual({ uid: 'org#app_ann', token: 'token of ann' });
  });

  it.each([
    ['UDP is blocked and the relay helps', { all: [HOST, OVER_TCP] }, 'warning', ['failed', 'udp-blocked'], ['passed']],
    [
      'UDP is blocked and there is no other way',
      { all: [], relay: [] },
      'failed',
      ['failed', 'udp-blocked'],
      ['failed'],
    ],
    ['only the relay is not there', { relay: [] }, 'warning', ['passed'], ['failed', 'relay-blocked']],
  ] as const)('tells that %s', async (_what, candidates, verdict, [udp, udpAdvice], [turn, turnAdvice]) => {
    found = { ...found, ...candidates };
    const { state, results } = await finish(new PreCallCheck(options()));
    expect(state).toBe(verdict);
    expect([results.udp.state, results.udp.advice]).toEqual([udp, udpAdvice]);
    expect(results.turn).toMatchObject({ state: turn, ...(turnAdvice && { advice: turnAdvice }) });
    expectNothingLeft();
  });

  it('tells of a relay that has no credentials', async () => {
    const rtcConfiguration = { iceServers: [{ urls: 'turn:turn.example' }] };
    const { results } = await finish(new PreCallCheck(options({ rtcConfiguration })));
    expect(results.turn).toMatchObject({ state: 'failed', advice: 'relay-refused' });
  });

  it.each([
    ['fail', 'check-network'],
    ['hang', 'check-network'],
    [{ status: 502, body: 'bad gateway' }, 'server-busy'],
    [{ status: 404, body: '<html>' }, 'check-address'],
    [{ status: 200, body: '<html>' }, 'check-address'],
  ] as const)('tells of a server that answers with %j', async (answer, advice) => {
    platform.http.on('POST', '/org/app/token', answer);
    const { state, results } = await finish(new PreCallCheck(options()));
    expect([state, results.rest.state, results.rest.advice]).toEqual(['failed', 'failed', advice]);
    expect(results.rest.error).toBeInstanceOf(Error);
    expectNothingLeft();
  });

  it.each(['refuse', 'hang'] as const)(
    'tells of sockets that the network does not let through (%s)',
    async (behaviour) => {
      platform.sockets.behaviour = behaviour;
      const { state, results } = await finish(new PreCallCheck(options({ signallingUrl: 'wss://other.example/ws' })));
      expect([state, results.signalling.advice]).toEqual(['failed', 'websocket-blocked']);
      expectNothingLeft();
    },
  );

  it.each([
    ['NotAllowedError', 'allow-device'],
    ['NotFoundError', 'connect-device'],
    ['NotReadableError', 'close-other-programs'],
    ['OverconstrainedError', 'choose-other-device'],
  ])('tells of devices that end in %s, and that one may listen all the same', async (name, advice) => {
    platform.devices.failWith(name);
    const { state, results } = await finish(new PreCallCheck(options()));
    expect(state).toBe('warning');
    expect([results.camera.advice, results.microphone.advice]).toEqual([advice, advice]);
    expect(results.bitrate).toMatchObject({ state: 'skipped', advice: 'no-media' });
    expectNothingLeft();
  });

  it('looks at what the application has open, and leaves it open', async () => {
    const tracks = [new FakeTrack('video'), new FakeTrack('audio')];
    tracks[1]?.setMuted(true);
    const check = new PreCallCheck(options({ tracks: tracks as unknown as MediaStreamTrack[] }));
    const { state, results } = await finish(check);
    expect([state, results.microphone.advice]).toEqual(['warning', 'unmute-device']);
    expect(platform.devices.opened).toEqual([]);
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live']);
  });

  it('leaves out what is not wanted, and tells of little bitrate', async () => {
    found = { all: [], relay: [] };
    const { results } = await finish(new PreCallCheck(options({ video: false, audio: false })));
    expect([results.camera.state, results.microphone.state]).toEqual(['skipped', 'skipped']);
    found = { all: [MAPPED], relay: [RELAY] };
    const slow = new FakePlatform({
      clock: platform.clock,
      createPeerConnection: (configuration) => {
        const peer = makePeer(configuration);
        platform.peers.latest.report = () => [{ type: 'inbound-rtp', bytesReceived: 0 }];
        return peer;
      },
    });
    const low = await finish(new PreCallCheck(options({ platform: slow })));
    expect(low.results.bitrate).toMatchObject({ state: 'warning', advice: 'low-bitrate', kbps: 0 });
  });

  it('can be cancelled in every step, closes everything, and runs again', async () => {
    platform.devices.gate = new Promise(() => undefined);
    const check = new PreCallCheck(options());
    const first = check.run();
    expect(check.run()).toBe(first);
    await platform.clock.advance(100);
    expect(check.state.getSnapshot().results.camera.state).toBe('running');
    await check.cancel();
    expect((await first).state).toBe('cancelled');
    expect(check.state.getSnapshot().results.camera.state).toBe('waiting');
    expectNothingLeft();

    platform.devices.gate = undefined;
    const second = check.run();
    while (check.state.getSnapshot().results.bitrate.state !== 'running') await platform.clock.advance(100);
    expect(platform.devices.live).toHaveLength(2);
    await check.cancel();
    expect((await second).state).toBe('cancelled');
    expectNothingLeft();
    expect((await finish(check)).state).toBe('passed');
    await check.cancel();
    expect(check.state.getSnapshot().state).toBe('passed');
  });

  it('runs when it is begun while it is being cancelled, unless that is cancelled too', async () => {
    const check = new PreCallCheck(options());
    const first = check.run();
    void check.cancel();
    const second = finish(check);
    expect((await first).state).toBe('cancelled');
    expect((await second).state).toBe('passed');
    void check.run();
    void check.cancel();
    const last = check.run();
    await check.cancel();
    expect((await last).state).toBe('cancelled');
    expectNothingLeft();
  });

  it('closes a device that is allowed when nobody waits for it any more', async () => {
    let allow: () => void = () => undefined;
    platform.devices.gate = new Promise<void>((resolve) => (allow = resolve));
    const check = new PreCallCheck(options());
    void check.run();
    await platform.clock.advance(100);
    await check.cancel();
    allow();
    await settle();
    await settle();
    expect(platform.devices.opened).toHaveLength(1);
    expectNothingLeft();
  });

  it('refuses an app key that is none', () => {
    expect(() => new PreCallCheck(options({ appKey: 'x' }))).toThrow(LecternError);
  });
});
