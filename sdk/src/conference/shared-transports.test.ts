import { describe, expect, it } from 'vitest';
import { Op, TerminateReason, type WireMessage } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { silenced } from '../testing/signalling.js';

const NOTHING = { timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 };
const CAPS = ['fast', 'rebuild', 'speakers', 'messages', 'transports'];

const others = Array.from({ length: 24 }, (_, index) => `m${index}`);

/** Joins a conference with these other members, all of whom publish. */
async function joined(names: readonly string[] = ['bob', 'cai'], caps = CAPS) {
  const result = await Scenario.joined({
    streams: { sharedTransports: true },
    enter: {
      caps,
      mems: names.map((name) => fakeMember(name)),
      streams: names.map((name) => fakeStream(`ST ${name}`, name)),
    },
  });
  const { scenario, conference } = result;
  const of = (op: number): readonly WireMessage[] => scenario.platform.server.messages(op);
  const subscribe = async (...streams: readonly string[]): Promise<void> => {
    const opened = Promise.all(streams.map((name) => conference.subscribe(`ST ${name}`)));
    await scenario.advance();
    await opened;
  };
  const publish = async (): Promise<void> => {
    const published = conference.publish();
    await scenario.advance();
    await published;
  };
  const linkOf = (name: string) => conference.state.getSnapshot().streams.find(({ id }) => id === `ST ${name}`)?.link;
  return { ...result, of, subscribe, publish, linkOf };
}

describe('shared connections', () => {
  it('carry a class of 25 with two peer connections, and what was asked for together with one offer', async () => {
    const { scenario, of, subscribe, publish, linkOf } = await joined(others);
    expect(of(Op.Enter)[0]?.res).toMatchObject({ caps: CAPS });
    await subscribe(...others);
    await publish();
    expect(scenario.platform.peers.open).toHaveLength(2);
    expect(of(Op.Negotiate)).toHaveLength(2);
    const requests = of(Op.Init);
    expect(requests).toHaveLength(25);
    expect(requests.every(({ sdp, mids }) => sdp === undefined && (mids as string[]).length === 2)).toBe(true);
    expect(new Set(requests.slice(0, 24).flatMap(({ mids }) => mids)).size).toBe(48);
    expect(others.map(linkOf)).toEqual(others.map(() => 'linked'));
  });

  it('are not used where the server does not grant them', async () => {
    const { scenario, of, subscribe } = await joined(['bob', 'cai'], ['fast', 'rebuild']);
    await subscribe('bob', 'cai');
    expect([scenario.platform.peers.open.length, of(Op.Negotiate).length]).toEqual([2, 0]);
  });

  it('are not asked for where the application does not want them', async () => {
    const { scenario } = await Scenario.joined({ enter: { caps: CAPS } });
    expect(scenario.platform.server.messages(Op.Enter)[0]?.res).toMatchObject({
      caps: ['fast', 'rebuild', 'speakers', 'messages'],
    });
  });

  it('use sections again, and say nothing of streams that stay', async () => {
    const { scenario, conference, of, subscribe } = await joined();
    await subscribe('bob');
    await conference.remoteStream('ST bob')?.unsubscribe();
    await scenario.advance();
    await subscribe('cai');
    expect(scenario.platform.peers.latest.transceivers).toHaveLength(2);
    expect(of(Op.Init).map(({ mids }) => mids)).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
    expect(of(Op.Negotiate).map(({ isNew }) => isNew)).toEqual([1, undefined, undefined]);
  });

  it('make one offer at a time', async () => {
    const { scenario, conference, of, subscribe } = await joined();
    scenario.answersOffers = false;
    const first = silenced(conference.subscribe('ST bob'));
    await scenario.advance();
    const second = silenced(conference.subscribe('ST cai'));
    await scenario.advance(1_000);
    const [offer, ...more] = of(Op.Negotiate);
    expect(more).toEqual([]);
    scenario.answersOffers = true;
    const sdp = JSON.stringify({ type: 'ANSWER', sdp: scenario.answerSdp });
    scenario.platform.server.push({ op: Op.Answer, trsId: offer?.trsId ?? '', cctx: offer?.cctx ?? '', sdp });
    await scenario.advance();
    await Promise.all([first, second]);
    expect(of(Op.Negotiate)).toHaveLength(2);
    await subscribe('bob', 'cai');
    expect(of(Op.Init)).toHaveLength(2);
  });

  it('restart ICE at once when it is lost: one offer for all streams, and no link is rebuilt', async () => {
    const { scenario, of, subscribe, linkOf } = await joined(others);
    await subscribe(...others);
    const { latest } = scenario.platform.peers;
    latest.connects = false;
    latest.setIce('disconnected');
    await scenario.advance();
    expect([latest.iceRestarts, of(Op.Negotiate).length, of(Op.Init).length]).toEqual([1, 2, 24]);
    expect(others.map(linkOf)).toEqual(others.map(() => 'weak'));
    latest.setIce('connected');
    expect(others.map(linkOf)).toEqual(others.map(() => 'linked'));
    expect(of(Op.Terminate)).toEqual([]);
  });

  it('restart ICE with the re-enter after the network went away, without a wait', async () => {
    const { scenario, of, subscribe, publish, linkOf } = await joined();
    await publish();
    await subscribe('bob', 'cai');
    const { network, peers, clock } = scenario.platform;
    const before = of(Op.Negotiate).length;
    network.set(false);
    await scenario.advance(5_000);
    network.set(true);
    const back = clock.now();
    await scenario.advance();
    expect(clock.now() - back).toBe(0);
    expect(peers.open.map(({ iceRestarts }) => iceRestarts)).toEqual([1, 1]);
    expect([of(Op.Negotiate).length - before, of(Op.Init).length]).toEqual([2, 3]);
    expect(['bob', 'cai'].map(linkOf)).toEqual(['linked', 'linked']);
  });

  it('are left alone by a lost socket whose network is the same', async () => {
    const { scenario, of, subscribe } = await joined();
    await subscribe('bob');
    scenario.platform.sockets.latest.serverClose();
    await scenario.advance(1_000);
    expect([of(Op.Enter).length, of(Op.Negotiate).length]).toEqual([2, 1]);
  });

  it('make what was lost with the socket again', async () => {
    const { scenario, conference, of, linkOf } = await joined();
    scenario.answersOffers = false;
    const opened = conference.subscribe('ST bob');
    await scenario.advance();
    scenario.platform.sockets.latest.serverClose();
    scenario.answersOffers = true;
    await scenario.advance(2_000);
    await opened;
    expect(of(Op.Negotiate).at(-1)).toMatchObject({ isNew: 1 });
    expect(linkOf('bob')).toBe('linked');
    expect(scenario.platform.peers.open).toHaveLength(1);
  });

  it('are replaced, and their streams rebuilt, when the server says that they are gone', async () => {
    const { scenario, of, subscribe, linkOf } = await joined();
    await subscribe('bob', 'cai');
    const [first] = of(Op.Negotiate);
    scenario.platform.server.push({
      op: Op.Terminate,
      trsId: first?.trsId ?? '',
      endReason: TerminateReason.Rebuild,
    });
    await scenario.advance(1_000);
    expect(of(Op.Negotiate).at(-1)).toMatchObject({ isNew: 1 });
    expect(of(Op.Negotiate).at(-1)?.trsId).not.toBe(first?.trsId);
    expect(['bob', 'cai'].map(linkOf)).toEqual(['linked', 'linked']);
    expect(scenario.platform.peers.open).toHaveLength(1);
  });

  it('are replaced when the server does not know them any more', async () => {
    const { scenario, of, subscribe, linkOf } = await joined();
    await subscribe('bob');
    const { server } = scenario.platform;
    const known = of(Op.Negotiate)[0]?.trsId;
    server.on(Op.Negotiate, ({ trsId = '', cctx = '' }) => {
      if (trsId === known) return { result: -552, msg: 'unknown' };
      const sdp = JSON.stringify({ type: 'ANSWER', sdp: scenario.answerSdp });
      void Promise.resolve().then(() => server.push({ op: Op.Answer, trsId, cctx, sdp }));
      return { result: 0 };
    });
    scenario.platform.peers.latest.setIce('disconnected');
    await scenario.advance(1_000);
    expect(linkOf('bob')).toBe('linked');
    expect(scenario.platform.peers.open).toHaveLength(1);
  });

  it('offer again when the server asks for it', async () => {
    const { scenario, of, subscribe } = await joined();
    await subscribe('bob');
    scenario.platform.server.push({ op: Op.NegotiationNeeded, trsId: of(Op.Negotiate)[0]?.trsId ?? '' });
    await scenario.advance();
    expect(of(Op.Negotiate)).toHaveLength(2);
  });

  it('give the statistics of each stream, until it has ended', async () => {
    const { scenario, conference, subscribe, publish } = await joined();
    await publish();
    await subscribe('bob');
    const streams = [conference.localStream(), conference.remoteStream('ST bob')];
    scenario.platform.peers.latest.report = () => [{ id: 'T', type: 'transport' }];
    expect([...((await streams[1]?.stats())?.values() ?? [])]).toEqual([{ id: 'T', type: 'transport' }]);
    for (const stream of streams) expect(await stream?.stats()).toBeDefined();
    await conference.leave();
    for (const stream of streams) expect(await stream?.stats()).toBeUndefined();
  });

  it('leave nothing', async () => {
    const { scenario, conference, subscribe, publish } = await joined();
    await publish();
    await subscribe('bob', 'cai');
    await conference.leave();
    expect(scenario.held).toEqual(NOTHING);
  });
});
