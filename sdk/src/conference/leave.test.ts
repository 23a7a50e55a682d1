import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';

const NOTHING = { timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 };

async function setUp(enter: ScenarioOptions['enter'] = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')], ...enter },
  });
  for (const start of [() => conference.publish(), () => conference.subscribe('ST9')]) {
    const starting = start();
    await scenario.advance(100);
    await starting;
  }
  const exits: unknown[] = [];
  conference.on('left', (exit) => exits.push(exit.reason));
  const { length } = scenario.traffic;
  return { scenario, conference, exits, traffic: () => scenario.traffic.slice(length), platform: scenario.platform };
}

describe('leave', () => {
  it('says 107s and 201, and closes the socket with 1000', async () => {
    const { scenario, conference, exits, traffic, platform } = await setUp();
    const leaving = conference.leave();
    expect(conference.leave()).toBe(leaving);
    expect([exits, conference.state.getSnapshot().state, platform.devices.live.length]).toEqual([[0], 'left', 0]);
    await scenario.advance();
    await leaving;
    expect(traffic()).toEqual(['107 RTC0', '107 RTC2', '201']);
    expect(platform.sockets.latest.closedByClient).toEqual({ code: 1000 });
    expect(platform.server.messages(Op.Leave)[0]).not.toHaveProperty('reason');
    expect(scenario.held).toEqual(NOTHING);
  });

  it('goes on where its caller does not wait for it any more', async () => {
    const { scenario, conference } = await setUp({ caps: [] });
    const controller = new AbortController();
    const leaving = conference.leave({ signal: controller.signal });
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ reason: 'aborted' });
    await scenario.advance(500);
    expect(scenario.held).toEqual(NOTHING);
  });

  it('keeps the socket for 500 ms where the server granted nothing', async () => {
    const { scenario, conference, platform } = await setUp({ caps: [] });
    const leaving = conference.leave();
    await scenario.advance(499);
    expect(platform.sockets.open).toHaveLength(1);
    await scenario.advance(1);
    await leaving;
    expect(scenario.held).toEqual(NOTHING);
  });

  it('closes the conference for all with 204, and leaves 100 ms later', async () => {
    const { scenario, conference, traffic, platform } = await setUp();
    const leaving = conference.leave({ close: true });
    await scenario.advance(99);
    expect(traffic()).toEqual(['204']);
    expect(platform.server.messages(Op.CloseConference)).toMatchObject([{ reason: 11 }]);
    await scenario.advance(1);
    await leaving;
    expect(traffic()).toEqual(['204', '107 RTC0', '107 RTC2', '201']);
  });

  it.each([
    ['204', { op: Op.CloseConference, reason: 11 }, 0, 1000],
    ['301 of oneself', { op: Op.MemberExited, memId: 'MEM_1', reason: 10 }, 10, undefined],
  ])('the server ends it with %s', async (_, push, reason, code) => {
    const { scenario, conference, exits, traffic, platform } = await setUp();
    platform.server.push(push);
    await scenario.advance(500);
    expect([exits, conference.state.getSnapshot().exit?.reason]).toEqual([[reason], reason]);
    expect(traffic()).toEqual(['107 RTC0', '107 RTC2', '201']);
    expect(platform.sockets.latest.closedByClient).toEqual({ code });
    expect(scenario.held).toEqual(NOTHING);
  });

  it('a fatal refusal ends it with its reason and code', async () => {
    const { scenario, conference, platform } = await setUp();
    platform.server.on(Op.ChangeSubscription, () => ({ result: -506, msg: 'gone' }));
    conference
      .remoteStream('ST9')
      ?.setWanted({ audio: false, video: true })
      .catch(() => undefined);
    await scenario.advance(500);
    expect(conference.state.getSnapshot().exit).toEqual({ reason: 11, code: -506, message: 'gone' });
    expect(scenario.held).toEqual(NOTHING);
  });

  it('settles what is under way with "current closed", and refuses what comes after', async () => {
    const { scenario, conference } = await Scenario.joined({
      enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] },
    });
    scenario.answersOffers = false;
    scenario.platform.server.on(Op.Init, () => undefined);
    const calls = [conference.publish(), conference.subscribe('ST9')];
    const outcomes = Promise.allSettled(calls);
    await scenario.advance();
    await Promise.all([conference.leave(), scenario.advance(500)]);
    const closed = { reason: { specMessage: 'current closed', reason: 'closed' } };
    expect(await outcomes).toMatchObject([closed, closed]);
    await expect(conference.publish()).rejects.toMatchObject({ specMessage: 'current closed' });
    await expect(conference.subscribe('ST9')).rejects.toMatchObject({ specMessage: 'current closed' });
    await conference.hangUp('ST9');
    expect(scenario.held).toEqual(NOTHING);
  });

  it('also closes at once what was unpublished just before', async () => {
    const { scenario, conference } = await setUp();
    await conference.localStream()?.unpublish();
    const leaving = conference.leave();
    await scenario.advance();
    await leaving;
    expect(scenario.held).toEqual(NOTHING);
  });

  it('a page that goes away leaves in the same turn', async () => {
    let unload: () => void = () => undefined;
    const scenario = new Scenario({ enter: { streams: [fakeStream('ST9', 'bob')] } });
    const stopped: string[] = [];
    Object.assign(scenario.platform, {
      onUnload: (listener: () => void) => {
        unload = listener;
        return () => stopped.push('stopped');
      },
    });
    await scenario.join();
    // The handler may be terminated while it closes a peer connection.
    const subscribing = scenario.client.current.getSnapshot()?.subscribe('ST9');
    await scenario.advance();
    await subscribing;
    const { sent } = scenario.platform.sockets.latest;
    const opsAtClose: unknown[] = [];
    scenario.platform.peers.latest.close = () => void opsAtClose.push(...sent.slice(-2).map(({ op }) => op));
    unload();
    expect(opsAtClose).toEqual([Op.Terminate, Op.Leave]);
    await scenario.advance(500);
    expect([scenario.held, stopped]).toEqual([{ ...NOTHING, peers: 1 }, ['stopped']]);
  });

  it('without a connection releases everything at once', async () => {
    const { scenario, conference, platform } = await setUp();
    platform.sockets.behaviour = 'hang';
    platform.sockets.latest.serverClose(1006);
    await conference.leave();
    expect(scenario.held).toEqual(NOTHING);
  });
});
