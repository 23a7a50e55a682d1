import { encodeCandidates, Op, ServerCode, TerminateReason } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';

const CANDIDATE = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMLineIndex: 0, sdpMid: '0' };

function pair(): { bench: Bench; alice: ReturnType<Bench['enter']>; bob: ReturnType<Bench['enter']> } {
  const bench = new Bench();
  return { bench, alice: bench.enter('alice'), bob: bench.enter('bob') };
}

describe('subscribing', () => {
  it('answers, then sends the SDP, and allows several channels to one stream (T2)', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.subscribe(bob, streamId, 'RTC0');
    expect(bench.sentTo(bob)).toMatchObject([
      { op: 1001, result: 0 },
      { op: 106, rtcId: 'RTC0', cctx: '_i_3' },
    ]);
    bench.subscribe(bob, streamId, 'RTC2');
    expect(bench.state.channels.size).toBe(3);
  });

  it('passes on which kinds are wanted, at first and later', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.frame(bob, {
      op: 102,
      rtcId: 'RTC0',
      sdp: offer('VP8'),
      subSId: streamId,
      subSVideo: false,
      subSAudio: true,
    });
    expect(bench.of('subscribe')[0]?.request.wanted).toEqual({ audio: true, video: false });
    const transportId = bench.answerSubscribe();
    const change = { op: 205, rtcId: 'RTC0', subSId: streamId, subSVideo: true, subSAudio: false };
    expect(bench.frame(bob, change)).toMatchObject({ result: 0 });
    expect(bench.of('wanted')).toEqual([{ kind: 'wanted', transportId, wanted: { audio: false, video: true } }]);
    expect(bench.frame(alice, change)).toMatchObject({ result: ServerCode.BadParameters });
    expect(bench.of('wanted')).toEqual([]);
  });

  it('says that the codec does not fit by 107 with 22 and by the result', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.frame(bob, { op: 102, rtcId: 'RTC0', sdp: offer('H264'), subSId: streamId });
    const transportId = bench.of('subscribe')[0]?.request.transportId ?? '';
    bench.feed({
      kind: 'subscribed',
      transportId,
      result: { ok: false, reason: 'codec-unsupported', message: 'no VP8' },
    });
    expect(bench.sentTo(bob)).toMatchObject([
      { op: 107, rtcId: 'RTC0', endReason: TerminateReason.VideoCodecUnsupported },
      { op: 1001, result: ServerCode.CodecUnsupported },
    ]);
    expect(bench.state.streams.has(streamId)).toBe(true);
  });

  it('to a stream that is unknown, or not announced yet, is refused', () => {
    const { bench, alice, bob } = pair();
    bench.frame(alice, { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } });
    const [starting] = bench.state.streams.keys();
    for (const subSId of [starting, 'ST99']) {
      const answer = bench.frame(bob, { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), subSId });
      expect(answer).toMatchObject({ result: ServerCode.BadParameters });
    }
  });

  it.each([
    ['stream', { op: 107, rtcId: 'RTC0' }, 303],
    ['conference', { op: 201 }, 301],
  ])('hears that its publisher left the %s before it is refused for that', (_what, end, news) => {
    const { bench, alice, bob } = pair();
    const subSId = bench.publish(alice);
    bench.frame(bob, { op: 102, rtcId: 'RTC2', sdp: offer('VP8'), subSId, tsxId: 'S' });
    bench.frame(alice, end);
    const told = bench.sentTo(bob).filter(({ op }) => op === news || op === 1001);
    expect(told).toMatchObject([{ op: news }, { op: 1001, tsxId: 'S', result: ServerCode.PublishFailed }]);
  });
});

describe('candidates', () => {
  it('go to the engine, are kept until the answer, and are dropped when they are of an older connection', () => {
    const { bench, alice } = pair();
    const cands = encodeCandidates([CANDIDATE]);
    bench.frame(alice, { op: 102, rtcId: 'RTC0', cctx: '_i_2', sdp: offer('VP8'), pubS: { type: 0 } });
    const asked = bench.of('publish');
    expect(bench.frame(alice, { op: 105, rtcId: 'RTC0', cctx: '_i_2', cands })).toMatchObject({ result: 0 });
    expect(bench.of('candidates')).toEqual([]);
    bench.effects = asked;
    bench.answerPublish();
    expect(bench.of('candidates')).toMatchObject([{ candidates: [CANDIDATE] }]);
    bench.frame(alice, { op: 105, rtcId: 'RTC0', cands });
    expect(bench.of('candidates')).toHaveLength(1);
    expect(bench.frame(alice, { op: 105, rtcId: 'RTC0', cctx: '_i_1', cands })).toMatchObject({ result: 0 });
    expect(bench.of('candidates')).toEqual([]);
    expect(bench.frame(alice, { op: 105, rtcId: 'RTC9', cands })).toMatchObject({ result: 0 });
  });
});

describe('pausing', () => {
  it('is told to the others and the engine only when it changes something, and never to the publisher', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    const cver = bench.state.cver;
    expect(bench.frame(alice, { op: 400, rtcId: 'RTC0', voff: 0, aoff: 1 })).toMatchObject({ result: 0 });
    expect(bench.sentTo(bob)).toEqual([
      { op: 400, sessId: bob.sessId, memId: alice.id, streamId, voff: 0, aoff: 1, sver: 1, cver: cver + 1 },
    ]);
    expect(bench.sentTo(alice)).toHaveLength(1);
    expect(bench.of('forwarded')).toEqual([
      { kind: 'forwarded', sourceId: streamId, forwarded: { audio: false, video: true } },
    ]);
    bench.frame(alice, { op: 400, rtcId: 'RTC0', voff: 0, aoff: 1 });
    expect(bench.effects).toHaveLength(1);
  });

  it('of a channel that publishes nothing is refused', () => {
    const { bench, alice, bob } = pair();
    bench.publish(alice);
    expect(bench.frame(bob, { op: 400, rtcId: 'RTC0', voff: 1, aoff: 1 })).toMatchObject({
      result: ServerCode.BadParameters,
    });
  });
});

describe('the number of channels', () => {
  it('is bounded by what the streams of the conference can need', () => {
    const { bench, alice, bob } = pair();
    Object.assign(bench.context.limits, { maxChannelsPerMember: 1000 });
    const streamId = bench.publish(alice);
    for (let count = 1; count <= 19; count++) bench.subscribe(bob, streamId, `RTC${count}`);
    const more = { op: Op.Init, rtcId: 'RTC20', sdp: offer('VP8'), subSId: streamId };
    expect(bench.frame(bob, more)).toMatchObject({ result: ServerCode.PublishFailed });
    bench.frame(bob, { op: Op.Terminate, rtcId: 'RTC1' });
    bench.frame(bob, more);
    expect(bench.of('subscribe')).toHaveLength(1);
  });
});

describe('sync', () => {
  it('brings complete lists when there is something newer, and none otherwise (T9)', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    const { cver } = bench.state;
    const newer = bench.frame(bob, { op: Op.Sync, cver: cver - 1 });
    expect(newer).toMatchObject({
      result: 0,
      cver,
      mems: [{ id: alice.id }, { id: bob.id }],
      streams: [{ id: streamId }],
    });
    expect(bench.frame(bob, { op: Op.Sync, cver })).toEqual({
      op: 1001,
      tsxId: expect.any(String),
      result: 0,
      cver,
      sessId: bob.sessId,
    });
    expect(bench.frame(bob, { op: Op.Sync })).toMatchObject({ mems: [{}, {}] });
  });
});
