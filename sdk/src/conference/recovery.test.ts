import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { FLOW_CHECK_MS, FLOW_LIMIT_MS } from './recovery.js';

const STREAMS = [fakeStream('ST9', 'bob'), fakeStream('ST8', 'bob')];

/** A conference with one own stream and two of others, all connected; the fake server keeps them. */
async function setUp() {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob')], streams: STREAMS, yourIp: '203.0.113.1' },
  });
  const { platform } = scenario;
  const states: string[] = [];
  for (const start of [
    () => conference.publish(),
    () => conference.subscribe('ST9'),
    () => conference.subscribe('ST8'),
  ]) {
    const starting = start();
    await scenario.advance();
    await starting;
  }
  const server = platform.server;
  const keepOwn = (): void => {
    const own = fakeStream('ST_RTC0', 'MEM_1', { memName: 'org#app_alice' });
    server.enterResponse = { ...server.enterResponse, streams: [...STREAMS, own], cver: 9 };
  };
  keepOwn();
  conference.on('stateChanged', (state) => states.push(state));
  const [own, first, second] = platform.peers.all;
  if (!own || !first || !second) throw new Error('three peer connections expected');
  const { length } = scenario.traffic;
  return {
    scenario,
    conference,
    platform,
    server,
    states,
    peers: { own, first, second },
    /** Messages sent since all links were connected, without the repeated enter. */
    traffic: () => scenario.traffic.slice(length).filter((line) => !line.startsWith('200')),
    cut: async () => {
      platform.sockets.latest.serverClose(1006);
      await Promise.resolve();
    },
    flow: () => {
      for (const peer of platform.peers.open) peer.mediaBytes += 1_000;
    },
    links: () => conference.state.getSnapshot().streams.map(({ id, link }) => `${id} ${link}`),
  };
}

describe('the socket is lost and comes back', () => {
  it('leaves media that survived alone, and is done when bytes flow again', async () => {
    const { scenario, conference, states, traffic, cut, flow, platform } = await setUp();
    platform.sockets.behaviour = 'refuse';
    await cut();
    expect(conference.state.getSnapshot().state).toBe('reconnecting');
    platform.sockets.behaviour = 'accept';
    await scenario.advance(5_000 - FLOW_CHECK_MS);
    expect(states).toEqual(['reconnecting', 'recovering']);
    flow();
    await scenario.advance(FLOW_CHECK_MS);
    flow();
    await scenario.advance(FLOW_CHECK_MS);
    expect(states).toEqual(['reconnecting', 'recovering', 'joined']);
    expect(traffic()).toEqual([]);
    expect(platform.peers.all).toHaveLength(3);
  });

  it('rebuilds only what is broken, 50 ms after enter and 100 ms apart', async () => {
    const { scenario, platform, peers, traffic, cut, links, flow, states } = await setUp();
    platform.sockets.behaviour = 'hang';
    await cut();
    peers.own.setIce('disconnected');
    peers.second.setIce('failed');
    await scenario.advance(1_000);
    expect(links()).toEqual(['ST9 linked', 'ST8 rebuilding', 'ST_RTC0 weak']);
    platform.sockets.behaviour = 'accept';
    platform.sockets.latest.serverAccept();
    await scenario.advance();
    expect(states.at(-1)).toBe('recovering');
    await scenario.advance(49);
    expect(traffic()).toEqual([]);
    await scenario.advance(1);
    expect(traffic()).toEqual(['107 RTC0 -10']);
    await scenario.advance(99);
    expect(traffic()).toHaveLength(1);
    await scenario.advance(1);
    expect(traffic()).toEqual(['107 RTC0 -10', '107 RTC4', '102 RTC6', '102 RTC0']);
    for (let round = 0; round < 3; round++) {
      flow();
      await scenario.advance(FLOW_CHECK_MS);
    }
    expect(links()).toEqual(['ST9 linked', 'ST8 linked', 'ST_RTC0 linked']);
    expect(states.at(-1)).toBe('joined');
  });

  it('rebuilds everything when the own address changed', async () => {
    const { scenario, server, traffic, cut } = await setUp();
    server.enterResponse = { ...server.enterResponse, yourIp: '198.51.100.7' };
    await cut();
    await scenario.advance(10_000);
    expect(traffic().filter((line) => line.startsWith('102'))).toHaveLength(3);
  });

  it('tells the differences that it missed', async () => {
    const { scenario, conference, server, cut } = await setUp();
    const events: string[] = [];
    conference.on('memberJoined', ({ id }) => events.push(`+${id}`));
    conference.on('memberLeft', ({ id }) => events.push(`-${id}`));
    conference.on('streamAdded', ({ id }) => events.push(`+${id}`));
    conference.on('streamRemoved', ({ id }) => events.push(`-${id}`));
    const own = fakeStream('ST_RTC0', 'MEM_1');
    server.enterResponse = {
      ...server.enterResponse,
      mems: [fakeMember('bob'), fakeMember('eve')],
      streams: [fakeStream('ST9', 'bob', { sver: 4 }), fakeStream('ST5', 'eve'), own],
    };
    await cut();
    await scenario.advance(10_000);
    expect(events).toEqual(['-ST8', '+eve', '+ST5']);
    expect(conference.state.getSnapshot().streams[0]).toMatchObject({ id: 'ST9', version: 4, link: 'linked' });
  });

  it('publishes anew what the server has forgotten, under the same handle', async () => {
    const { scenario, conference, server, cut } = await setUp();
    const local = conference.localStream();
    server.enterResponse = { ...server.enterResponse, streams: STREAMS };
    server.on(Op.Init, ({ rtcId = '', cctx = '', pubS }) => {
      setImmediate(() => scenario.answer(rtcId, cctx));
      return { result: 0, ...(pubS !== undefined && { streamId: 'ST_NEW', sver: 1 }) };
    });
    await cut();
    await scenario.advance(10_000);
    expect(server.messages(Op.Init).at(-1)?.pubS).not.toHaveProperty('id');
    expect(conference.localStream()).toBe(local);
    expect(local?.snapshot).toMatchObject({ id: 'ST_NEW', link: 'linked' });
    expect(conference.state.getSnapshot().streams.map(({ id }) => id)).toEqual(['ST9', 'ST8', 'ST_NEW']);
  });

  it('repeats what is muted where the server says otherwise', async () => {
    const { scenario, conference, server, cut } = await setUp();
    await conference.localStream()?.muteAudio();
    await scenario.advance();
    expect(server.messages(Op.StreamControl)).toHaveLength(1);
    await cut();
    await scenario.advance(10_000);
    expect(server.messages(Op.StreamControl).slice(1)).toMatchObject([{ rtcId: 'RTC0', aoff: 1, voff: 0 }]);
  });

  it('leaves nothing when left before media is back', async () => {
    const { scenario, conference, states, cut } = await setUp();
    await cut();
    while (!states.includes('recovering')) await scenario.advance(100);
    const leaving = conference.leave();
    await scenario.advance();
    await leaving;
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });

  it('sends what was muted meanwhile', async () => {
    const { scenario, conference, server, cut } = await setUp();
    await cut();
    await conference.localStream()?.muteAudio();
    await scenario.advance(10_000);
    expect(server.messages(Op.StreamControl).at(-1)).toMatchObject({ rtcId: 'RTC0', aoff: 1, voff: 0 });
  });

  it('carries out what was asked for meanwhile, once each', async () => {
    const { scenario, conference } = await Scenario.joined({
      enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] },
    });
    scenario.platform.network.set(false);
    const both = Promise.all([conference.publish(), conference.subscribe('ST9')]);
    // Longer than every request and connection timeout.
    await scenario.advance(60_000);
    scenario.platform.network.set(true);
    await scenario.advance(2_000);
    expect((await both).map(({ snapshot }) => snapshot.link)).toEqual(['linked', 'linked']);
    expect(scenario.traffic.filter((line) => line.startsWith('102'))).toHaveLength(2);
    expect(conference.state.getSnapshot()).toMatchObject({
      state: 'joined',
      streams: [{ id: 'ST9' }, { isLocal: true }],
    });
    expect(scenario.platform.peers.open).toHaveLength(2);
  });

  it('settles a publication whose answer was lost, with the stream that the server made of it', async () => {
    const { scenario, conference } = await Scenario.joined();
    const { server, sockets } = scenario.platform;
    server.on(Op.Init, () => undefined);
    const publishing = conference.publish();
    await scenario.advance();
    server.enterResponse = { ...server.enterResponse, streams: [fakeStream('ST1', 'MEM_1')], cver: 2 };
    server.on(Op.Init, ({ rtcId = '', cctx = '' }) => {
      setImmediate(() => scenario.answer(rtcId, cctx));
      return { result: 0, streamId: 'ST1', sver: 2 };
    });
    sockets.latest.serverClose(1006);
    await scenario.advance(10_000);
    expect((await publishing).snapshot).toMatchObject({ id: 'ST1', version: 2, link: 'linked' });
    expect(server.messages(Op.Init).at(-1)?.pubS).toMatchObject({ id: 'ST1' });
  });

  it('does not wait for ever for a publisher who sends nothing', async () => {
    const { scenario, states, cut, platform } = await setUp();
    platform.sockets.behaviour = 'accept';
    await cut();
    while (!states.includes('recovering')) await scenario.advance(100);
    await scenario.advance(FLOW_LIMIT_MS - 500);
    expect(states.at(-1)).toBe('recovering');
    await scenario.advance(1_000);
    expect(states.at(-1)).toBe('joined');
  });

  it('ends with reason 4 and −95270 when it does not come back', async () => {
    const { scenario, conference, cut, platform } = await setUp();
    platform.sockets.behaviour = 'refuse';
    await cut();
    await scenario.advance(120_000);
    expect(conference.state.getSnapshot()).toMatchObject({ state: 'left', exit: { reason: 4, code: -95270 } });
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
    expect(scenario.client.current.getSnapshot()).toBeUndefined();
  });
});
