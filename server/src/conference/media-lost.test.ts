import { ServerCode, TerminateReason } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';
import { offer } from '../testing/harness.js';

const OURS = { res: { caps: ['rebuild'] } };
const transports = (bench: Bench): string[] => [...bench.state.channels.values()].map((channel) => channel.transportId);

describe('a lost media worker', () => {
  it('is told to clients that can rebuild, channel by channel, and closes the socket of the others', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob');
    bench.enter('carol');
    const streamId = bench.publish(alice);
    bench.subscribe(alice, streamId);
    bench.subscribe(bob, streamId);
    bench.feed({ kind: 'workerLost', transportIds: transports(bench) });
    expect(bench.sentTo(alice)).toMatchObject([
      { op: 107, rtcId: 'RTC0', endReason: TerminateReason.Rebuild },
      { op: 107, rtcId: 'RTC2', endReason: TerminateReason.Rebuild },
    ]);
    expect(bench.of('closeSocket')).toMatchObject([{ socketId: 'socket-bob', code: 1012 }]);
    expect(bench.of('startTimer')).toMatchObject([{ timer: `stream:${streamId}`, delayMs: TIMINGS.streamGraceMs }]);
    expect(bench.state.channels.size).toBe(0);
  });

  it('lets subscriptions wait for the stream, and answers them when it is back', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob', OURS);
    const streamId = bench.publish(alice);
    bench.feed({ kind: 'workerLost', transportIds: transports(bench) });
    expect(
      bench.frame(bob, { op: 102, rtcId: 'RTC4', sdp: offer('VP8'), subSId: streamId, tsxId: 'S' }),
    ).toBeUndefined();
    expect(bench.of('subscribe')).toEqual([]);
    bench.frame(bob, { op: 205, rtcId: 'RTC4', subSId: streamId, subSVideo: false, subSAudio: true });
    expect(bench.publish(alice, { id: streamId })).toBe(streamId);
    expect(bench.of('subscribe')).toMatchObject([
      { request: { sourceId: streamId, wanted: { audio: true, video: false } } },
    ]);
    bench.answerSubscribe();
    expect(bench.sentTo(bob)).toMatchObject([
      { op: 1001, tsxId: 'S', result: 0 },
      { op: 106, rtcId: 'RTC4' },
    ]);
  });

  it('ends waiting subscriptions when the stream does not come back', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob', OURS);
    const streamId = bench.publish(alice);
    bench.feed({ kind: 'workerLost', transportIds: transports(bench) });
    bench.frame(bob, { op: 102, rtcId: 'RTC4', sdp: offer('VP8'), subSId: streamId, tsxId: 'S' });
    bench.feed({ kind: 'timer', timer: `stream:${streamId}` });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 303 }, { tsxId: 'S', result: ServerCode.PublishFailed }]);
  });
});

describe('a failed transport', () => {
  it('is rebuilt by clients that can, and left to the others', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob');
    const streamId = bench.publish(alice);
    const subscription = bench.subscribe(bob, streamId);
    bench.feed({ kind: 'transportLost', transportId: subscription });
    expect(bench.effects).toEqual([]);
    const [publication = ''] = transports(bench);
    bench.feed({ kind: 'transportLost', transportId: publication });
    expect(bench.sentTo(alice)).toMatchObject([{ op: 107, rtcId: 'RTC0', endReason: TerminateReason.Rebuild }]);
    expect(bench.state.streams.get(streamId)?.phase).toBe('suspended');
  });

  it('is told again after a re-enter until the client has begun to rebuild', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    bench.enter('bob');
    const streamId = bench.publish(alice);
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.feed({ kind: 'transportLost', transportId: transports(bench)[0] ?? '' });
    bench.enter('alice', { sessId: alice.sessId });
    expect(bench.sentTo(alice)).toMatchObject([
      { op: 1001 },
      { op: 107, rtcId: 'RTC0', endReason: TerminateReason.Rebuild },
    ]);
    bench.publish(alice, { id: streamId });
    bench.enter('alice', { sessId: alice.sessId });
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1001 }]);
  });

  it('ends the stream when the client, asked to rebuild, hangs up instead', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob');
    const streamId = bench.publish(alice);
    bench.feed({ kind: 'transportLost', transportId: transports(bench)[0] ?? '' });
    bench.frame(alice, { op: 107, rtcId: 'RTC0' });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 303, pubSId: streamId }]);
  });
});

describe('a client that never rebuilds what it lost', () => {
  it('does not make the conference remember ever more channels', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob', OURS);
    const streamId = bench.publish(alice);
    for (let lost = 0; lost < 50; lost += 1) {
      const transportId = bench.subscribe(bob, streamId, `RTC${lost}`);
      bench.feed({ kind: 'transportLost', transportId });
      // Each subscription to the stream forgets its other rebuilds; another stream in between keeps them.
      bench.state = {
        ...bench.state,
        members: new Map(bench.state.members).set(bob.id, {
          ...bench.now(bob),
          rebuilds: new Map([...bench.now(bob).rebuilds].map(([rtcId]) => [rtcId, `other ${rtcId}`])),
        }),
      };
    }
    expect(bench.now(bob).rebuilds.size).toBe(bench.context.limits.maxChannelsPerMember);
    expect([...bench.now(bob).rebuilds.keys()]).toContain('RTC49');
  });
});
