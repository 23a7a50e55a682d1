import { describe, expect, it } from 'vitest';
import type { FakePeerConnection } from '../testing/peer.js';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { averageOf, qualityOf, type NetworkSide, type StreamQuality } from './index.js';

/** Media of one connection, controlled by the test: it flows with each report unless it is stopped. */
class Media {
  isFlowing = true;
  roundTripTime = 0.02;
  lossRate = 0;
  level = 0;
  #packets = 0;
  #lost = 0;
  readonly #isSent: boolean;

  constructor(peer: FakePeerConnection, isSent: boolean) {
    this.#isSent = isSent;
    peer.report = () => this.#report();
  }

  #report(): readonly object[] {
    if (this.isFlowing) {
      this.#packets += 100 - this.lossRate;
      this.#lost += this.lossRate;
    }
    const kind = { kind: 'audio', audioLevel: this.level };
    const pair = { type: 'candidate-pair', selected: true, currentRoundTripTime: this.roundTripTime };
    const counted = { ...kind, packetsLost: this.#lost, timestamp: this.#packets };
    if (!this.#isSent) {
      return [
        pair,
        { ...counted, type: 'inbound-rtp', packetsReceived: this.#packets, bytesReceived: this.#packets * 100 },
      ];
    }
    const sent = { ...kind, type: 'outbound-rtp', packetsSent: this.#packets, bytesSent: this.#packets * 100 };
    return [pair, sent, { ...counted, type: 'remote-inbound-rtp' }, { ...kind, type: 'media-source' }];
  }
}

async function setUp(options: ConstructorParameters<typeof Scenario>[0] = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob'), fakeMember('carol')], streams: [fakeStream('ST9', 'bob')] },
    ...options,
  });
  await conference.publish();
  const sent = scenario.platform.peers.latest;
  await conference.subscribe('ST9');
  const received = scenario.platform.peers.latest;
  await scenario.advance();
  const quality = qualityOf(conference);
  const changes: string[] = [];
  const notices: NetworkSide[] = [];
  const watch = () => [
    quality.on('networkQualityChanged', ({ streamId, networkQuality }: StreamQuality, previous) => {
      changes.push(`${streamId} ${previous}→${networkQuality}`);
    }),
    quality.on('networkDisconnected', (side) => notices.push(side)),
  ];
  const streams = () => quality.getSnapshot().streams;
  return {
    ...{ scenario, conference, quality, changes, notices, watch, streams },
    peers: { sent, received },
    media: { sent: new Media(sent, true), received: new Media(received, false) },
  };
}

describe('statistics', () => {
  it('ask every connection once every 2 s, however many listen', async () => {
    const { scenario, quality, watch, peers } = await setUp();
    watch();
    quality.subscribe(() => undefined);
    await scenario.advance();
    const first = [peers.sent.statsCalls, peers.received.statsCalls];
    await scenario.advance(20_000);
    expect([first, [peers.sent.statsCalls, peers.received.statsCalls]]).toEqual([
      [1, 1],
      [11, 11],
    ]);
  });

  it('come as often as configured, from 500 ms to 10 s', async () => {
    const { scenario, quality, watch, peers } = await setUp();
    quality.configure({ intervalMs: 2_500 });
    watch();
    await scenario.advance(20_000);
    expect(peers.sent.statsCalls).toBe(9);
    quality.configure({ intervalMs: 500 });
    await scenario.advance(5_000);
    const before = peers.sent.statsCalls;
    await scenario.advance(5_000);
    expect(peers.sent.statsCalls - before).toBe(10);
    for (const options of [{ intervalMs: 499 }, { intervalMs: 10_001 }, { intervalMs: 600.5 }, { talkingLevel: 0 }]) {
      const refused = expect.objectContaining({ reason: 'invalid-argument' }) as unknown;
      expect(() => quality.configure(options)).toThrow(refused as Error);
    }
  });

  it('tell what is sent and what is received, of the last 120 measurements', async () => {
    const { scenario, watch, streams } = await setUp();
    watch();
    await scenario.advance(300_000);
    expect(streams().map(({ streamId, memberId, isLocal }) => [streamId, memberId, isLocal])).toEqual([
      ['ST9', 'bob', false],
      ['ST_RTC0', 'MEM_1', true],
    ]);
    for (const { samples, latest, networkQuality } of streams()) {
      expect([samples.length, samples.at(-1), networkQuality]).toEqual([120, latest, 2]);
      expect(latest).toMatchObject({ roundTripTime: 20, video: undefined, isPaused: false });
      expect(latest.audio).toMatchObject({ kilobytesPerSecond: 5, lossRate: 0 });
      expect(averageOf(samples, ({ audio }) => audio?.kilobytesPerSecond)).toBe(5);
      expect(averageOf(samples, ({ video }) => video?.lossRate)).toBeUndefined();
    }
  });

  it('end when nobody listens any more, and go on with the next one', async () => {
    const { scenario, watch, peers } = await setUp();
    const stop = watch();
    await scenario.advance(2_000);
    for (const dispose of stop) dispose();
    for (const dispose of stop) dispose();
    const before = peers.sent.statsCalls;
    await scenario.advance(60_000);
    expect(peers.sent.statsCalls).toBe(before);
    watch();
    await scenario.advance(2_000);
    expect(peers.sent.statsCalls).toBe(before + 2);
  });

  it('leave nothing behind after the conference, also for who listens later', async () => {
    const { scenario, conference, watch } = await setUp();
    watch();
    await scenario.advance(2_000);
    void conference.leave();
    await scenario.advance(1_000);
    watch();
    await scenario.advance(10_000);
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });

  it('of a connection that does not report hold up no other one, and it is not asked again meanwhile', async () => {
    const { scenario, watch, streams, peers, changes } = await setUp();
    watch();
    await scenario.advance(2_000);
    const before = peers.sent.statsCalls;
    peers.sent.report = () => new Promise(() => undefined);
    await scenario.advance(20_000);
    const [received, sent] = streams();
    expect(peers.sent.statsCalls).toBe(before + 1);
    expect(received?.samples.length).toBeGreaterThan((sent?.samples.length ?? 0) + 5);
    expect(changes).toEqual([]);
  });

  it('forget a stream that is gone, and begin anew with another connection of it', async () => {
    const { scenario, conference, watch, streams } = await setUp();
    watch();
    await scenario.advance(4_000);
    await conference.localStream()?.unpublish();
    await conference.remoteStream('ST9')?.unsubscribe();
    await scenario.advance(2_000);
    expect(streams()).toEqual([]);
    await conference.subscribe('ST9');
    new Media(scenario.platform.peers.latest, false);
    await scenario.advance(2_000);
    expect(streams().map(({ samples }) => samples.length)).toEqual([1]);
  });

  it('count a rebuilt connection from zero', async () => {
    const { scenario, watch, streams } = await setUp();
    watch();
    await scenario.advance(20_000);
    scenario.platform.server.push({ op: Op.Terminate, rtcId: 'RTC0', endReason: -10 });
    await scenario.advance(200);
    new Media(scenario.platform.peers.latest, true);
    await scenario.advance(1_800);
    const sent = () => streams().find(({ isLocal }) => isLocal);
    expect(sent()?.latest.audio).toMatchObject({ packets: 100, kilobytesPerSecond: 5 });
    await scenario.advance(2_000);
    expect(sent()?.latest.audio).toMatchObject({ packets: 200, kilobytesPerSecond: 5 });
    expect(sent()?.samples.length).toBeGreaterThan(10);
  });
});

describe('network quality', () => {
  it('is weak after 8 s of a long round trip, and good again with the first short one', async () => {
    const { scenario, watch, media, changes, streams } = await setUp();
    watch();
    await scenario.advance(2_000);
    media.received.roundTripTime = 0.6;
    await scenario.advance(2_000);
    await scenario.advance(7_999);
    expect(changes).toEqual([]);
    await scenario.advance(1);
    expect(changes).toEqual(['ST9 2→1']);
    media.received.roundTripTime = 0.1;
    await scenario.advance(2_000);
    expect(changes).toEqual(['ST9 2→1', 'ST9 1→2']);
    expect(streams().map(({ networkQuality }) => networkQuality)).toEqual([2, 2]);
  });

  it('is weak after 8 s of lost audio', async () => {
    const { scenario, watch, media, changes } = await setUp();
    watch();
    await scenario.advance(2_000);
    media.sent.lossRate = 20;
    await scenario.advance(10_000);
    expect(changes).toEqual(['ST_RTC0 2→1']);
  });

  it('is disconnected 5 s after the last data, although that lies between two measurements', async () => {
    const { scenario, watch, media, changes } = await setUp();
    watch();
    await scenario.advance(4_000);
    media.received.isFlowing = false;
    await scenario.advance(4_999);
    expect(changes).toEqual([]);
    await scenario.advance(1);
    expect(changes).toEqual(['ST9 2→0']);
    media.received.isFlowing = true;
    await scenario.advance(2_000);
    expect(changes.at(-1)).toBe('ST9 0→2');
  });

  it('is no worse for a stream that is muted', async () => {
    const { scenario, conference, watch, media, changes, notices, streams } = await setUp();
    watch();
    await conference.localStream()?.muteAudio();
    await conference.localStream()?.muteVideo();
    media.sent.isFlowing = false;
    await scenario.advance(30_000);
    expect([changes, notices]).toEqual([[], []]);
    expect(streams().map(({ latest }) => latest.isPaused)).toEqual([false, true]);
  });

  it('is measured while the connection is being rebuilt', async () => {
    const { scenario, watch, changes, streams } = await setUp();
    watch();
    await scenario.advance(2_000);
    scenario.answersOffers = false;
    scenario.platform.server.push({ op: Op.Terminate, rtcId: 'RTC0', endReason: -10 });
    scenario.platform.peers.all.at(-1)!.report = () => Promise.reject(new Error('closed'));
    await scenario.advance(6_000);
    expect(changes).toContain('ST_RTC0 2→0');
    expect(streams().find(({ isLocal }) => isLocal)?.latest).toMatchObject({ audio: undefined, video: undefined });
  });

  it('of a stream that has never been connected is not told', async () => {
    const { scenario, conference } = await Scenario.joined({
      enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] },
    });
    scenario.platform.peers.connects = false;
    await conference.subscribe('ST9');
    const quality = qualityOf(conference);
    quality.subscribe(() => undefined);
    await scenario.advance(10_000);
    expect(quality.getSnapshot().streams).toEqual([]);
  });
});

describe('the notice that the network is gone', () => {
  it('comes once per side after 3000 ms, and after 5000 ms when data had come back', async () => {
    const { scenario, watch, media, notices, quality } = await setUp();
    watch();
    await scenario.advance(4_000);
    media.received.isFlowing = false;
    await scenario.advance(2_999);
    expect(notices).toEqual([]);
    await scenario.advance(1);
    expect(notices).toEqual(['remote']);
    expect(quality.getSnapshot().disconnected).toEqual(['remote']);
    await scenario.advance(60_000);
    media.sent.isFlowing = false;
    await scenario.advance(5_000);
    expect(notices).toEqual(['remote', 'local']);
    media.received.isFlowing = true;
    await scenario.advance(2_000);
    expect(quality.getSnapshot().disconnected).toEqual(['local']);
    media.received.isFlowing = false;
    await scenario.advance(4_999);
    expect(notices).toEqual(['remote', 'local']);
    await scenario.advance(1);
    expect(notices).toEqual(['remote', 'local', 'remote']);
  });
});

describe('talking members', () => {
  it('are as loud as the threshold, and pauses between words do not end it', async () => {
    const { scenario, watch, media, quality, peers } = await setUp();
    watch();
    const talking = () => quality.getSnapshot().talking;
    const source = { source: 1, timestamp: 1, audioLevel: 0.049, rtpTimestamp: 0 };
    const hear = (level: number): void => {
      source.audioLevel = level;
      source.timestamp += 1;
    };
    peers.received.transceivers[0]!.contributors = [source];
    hear(0.049);
    await scenario.advance(400);
    expect(talking()).toEqual([]);
    hear(0.05);
    await scenario.advance(400);
    expect(talking()).toEqual(['bob']);
    hear(0);
    await scenario.advance(800);
    expect(talking()).toEqual(['bob']);
    await scenario.advance(400);
    expect(talking()).toEqual([]);
    media.sent.level = 0.3;
    hear(0.4);
    await scenario.advance(2_400);
    expect(talking()).toEqual(['MEM_1']);
  });

  it('are as loud as the level that was configured', async () => {
    const { scenario, watch, quality, peers } = await setUp();
    quality.configure({ talkingLevel: 0.5 });
    watch();
    const source = { source: 1, timestamp: 2, audioLevel: 0.49, rtpTimestamp: 0 };
    peers.received.transceivers[0]!.contributors = [source];
    await scenario.advance(400);
    expect(quality.getSnapshot().talking).toEqual([]);
    Object.assign(source, { timestamp: 3, audioLevel: 0.5 });
    await scenario.advance(400);
    expect(quality.getSnapshot().talking).toEqual(['bob']);
  });

  it('are told by the mix in mixed conferences', async () => {
    const { scenario, conference, watch, quality } = await setUp({
      type: 11,
      enter: {
        mems: [fakeMember('bob')],
        streams: [fakeStream('ST9', 'bob', { type: 2, csrc: 77 })],
      },
    });
    watch();
    const source = { source: 77, timestamp: 5, audioLevel: 0.5, rtpTimestamp: 0 };
    scenario.platform.peers.all[0]!.transceivers[0]!.contributors = [source];
    expect(conference.mixedAudio?.levels()).toEqual(new Map([['ST9', 0.5]]));
    await scenario.advance(400);
    expect(quality.getSnapshot().talking).toEqual(['bob']);
  });
});

it('what is no conference of a client is refused', () => {
  expect(() => qualityOf({} as never)).toThrow('not a conference that an RtcClient has joined');
});
