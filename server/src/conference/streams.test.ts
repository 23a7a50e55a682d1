import { ConferenceType, encodeCandidates, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';
import { offer } from '../testing/harness.js';

const CANDIDATE = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMLineIndex: 0, sdpMid: '0' };

function pair(): { bench: Bench; alice: ReturnType<Bench['enter']>; bob: ReturnType<Bench['enter']> } {
  const bench = new Bench();
  return { bench, alice: bench.enter('alice'), bob: bench.enter('bob') };
}

describe('publishing', () => {
  it('answers, sends the SDP as op 106 and only then tells the others, without the rtcId (T3, T5)', () => {
    const { bench, alice, bob } = pair();
    bench.frame(alice, {
      op: 102,
      rtcId: 'RTC0',
      cctx: '_i_1',
      sdp: offer('VP8'),
      pubS: { type: 0, rtcId: 'RTC0', name: 'n' },
    });
    const [asked] = bench.of('publish');
    bench.feed({ kind: 'engineCandidate', transportId: asked?.request.transportId ?? '', candidate: CANDIDATE });
    expect(bench.effects).toEqual([]);
    bench.feed({
      kind: 'published',
      transportId: asked?.request.transportId ?? '',
      sourceId: asked?.request.sourceId ?? '',
      result: {
        ok: true,
        answer: { answer: 'v=0', candidates: [], kinds: { audio: true, video: true }, videoCodec: 'H264' },
      },
    });
    const [reply, answer, ...others] = bench.sentTo(alice);
    expect(others).toEqual([]);
    expect(reply).toEqual({
      op: 1001,
      tsxId: expect.any(String),
      result: 0,
      sessId: alice.sessId,
      streamId: asked?.request.sourceId,
      csrc: 1000,
      sver: 1,
    });
    expect(answer).toEqual({
      op: 106,
      sessId: alice.sessId,
      rtcId: 'RTC0',
      cctx: '_i_1',
      sdp: '{"type":"ANSWER","sdp":"v=0"}',
      cands: encodeCandidates([CANDIDATE]),
    });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 302, memId: alice.id, sessId: bob.sessId, cver: bench.state.cver }]);
    expect(bench.sentTo(bob)[0]?.pubS).toEqual({
      id: asked?.request.sourceId,
      memId: alice.id,
      memName: 'org#app_alice',
      type: 0,
      voff: 0,
      aoff: 0,
      name: 'n',
      csrc: 1000,
      sver: 1,
      vcodes: ['H264'],
    });
  });

  it('passes bit rates and the sources of a desktop on to the others, in op 302 and on enter', () => {
    const { bench, alice, bob } = pair();
    const more = { vbitrate: 800, abitrate: 40, screenOptions: ['screen', 'window'] };
    const streamId = bench.publish(alice, { type: 1, ...more });
    expect(bench.sentTo(bob)[0]?.pubS).toMatchObject(more);
    const carol = bench.enter('carol');
    expect(bench.sentTo(carol)[0]?.streams).toMatchObject([{ id: streamId, ...more }]);
    bench.publish(alice, { type: 1, id: streamId, vbitrate: 300 });
    expect(bench.sentTo(bob)[0]?.pubS).toMatchObject({ ...more, vbitrate: 300 });
  });

  it('leaves out invalid bit rates and sources', () => {
    const { bench, alice, bob } = pair();
    bench.publish(alice, { vbitrate: -1, abitrate: 'much', screenOptions: 'screen' });
    const described = bench.sentTo(bob)[0]?.pubS;
    for (const field of ['vbitrate', 'abitrate', 'screenOptions']) expect(described).not.toHaveProperty(field);
  });

  it('sends later candidates of the engine as op 105', () => {
    const { bench, alice } = pair();
    bench.publish(alice);
    const [channel] = bench.state.channels.values();
    bench.feed({ kind: 'engineCandidate', transportId: channel?.transportId ?? '', candidate: CANDIDATE });
    expect(bench.sentTo(alice)).toMatchObject([
      { op: 105, rtcId: 'RTC0', cctx: '_i_1', cands: encodeCandidates([CANDIDATE]) },
    ]);
  });

  it('refuses an audience, an unusable codec, and requests without SDP or channel', () => {
    const { bench, alice } = pair();
    const carol = bench.enter('carol', { role: Role.Audience });
    const pubS = { type: 0 };
    expect(bench.frame(carol, { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS })).toMatchObject({
      result: ServerCode.NoRights,
    });
    expect(bench.frame(alice, { op: 102, rtcId: 'RTC0', pubS })).toMatchObject({ result: ServerCode.SdpRequired });
    expect(bench.frame(alice, { op: 102, sdp: offer('VP8'), pubS })).toMatchObject({ result: ServerCode.RtcRequired });
    expect(bench.frame(alice, { op: 102, rtcId: 'RTC0', sdp: 'no json', pubS })).toMatchObject({
      result: ServerCode.BadParameters,
    });
    expect(bench.frame(alice, { op: 102, rtcId: 'RTC0', sdp: offer('VP8') })).toMatchObject({
      result: ServerCode.BadParameters,
    });
    bench.frame(alice, { op: 102, rtcId: 'RTC0', sdp: offer('AV1'), pubS });
    const [asked] = bench.of('publish');
    bench.feed({
      kind: 'published',
      transportId: asked?.request.transportId ?? '',
      sourceId: asked?.request.sourceId ?? '',
      result: { ok: false, reason: 'codec-unsupported', message: 'no' },
    });
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1001, result: ServerCode.CodecUnsupported }]);
    expect(bench.of('send')).toHaveLength(1);
    expect(bench.state.streams.size).toBe(0);
  });

  it('refuses the stream id of somebody else and more streams than allowed', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    const stolen = bench.frame(bob, { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0, id: streamId } });
    expect(stolen).toMatchObject({ result: ServerCode.BadParameters });
    expect(bench.state.streams.get(streamId)?.memId).toBe(alice.id);
    const mixed = new Bench(undefined, ConferenceType.CommunicationMix, { maxStreamsPerMember: 2 });
    const carol = mixed.enter('carol');
    mixed.publish(carol, { type: 2 });
    mixed.publish(carol, { type: 2 }, 'RTC2');
    const third = mixed.frame(carol, { op: 102, rtcId: 'RTC4', sdp: offer('VP8'), pubS: { type: 2 } });
    expect(third).toMatchObject({ result: ServerCode.PublishFailed });
  });

  it.each([
    [0, 'Audio and video stream has been published. not allow repeat publish.'],
    [1, 'desktop stream has been published. not allow repeat publish.'],
  ])('refuses another stream of type %i while a member has one, and changes nothing', (type, msg) => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice, { type });
    const additional = { op: 102, rtcId: 'RTC2', sdp: offer('VP8'), pubS: { type } };
    const before = bench.state;
    expect(bench.frame(alice, additional)).toMatchObject({ result: ServerCode.PublishFailed, msg });
    expect(bench.state).toBe(before);
    expect(bench.effects).toHaveLength(1);
    expect(bench.publish(bob, { type })).not.toBe(streamId);
    expect(bench.publish(alice, { type: 1 - type }, 'RTC2')).not.toBe(streamId);
    bench.frame(alice, { op: 107, rtcId: 'RTC0' });
    expect(bench.publish(alice, { type }, 'RTC4')).not.toBe(streamId);
  });
});

describe('publishing again', () => {
  it('keeps the stream id and raises sver, once per republish and by nothing else (T11)', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 });
    expect(bench.of('startTimer')).toEqual([
      { kind: 'startTimer', timer: `stream:${streamId}`, delayMs: TIMINGS.streamGraceMs },
    ]);
    expect(bench.sentTo(bob)).toEqual([]);
    expect(bench.publish(alice, { id: streamId, voff: 1 })).toBe(streamId);
    expect(bench.sentTo(alice)[0]).toMatchObject({ result: 0, streamId, sver: 2 });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 302, pubS: { id: streamId, sver: 2, voff: 1 } }]);
    expect(bench.of('forwarded')).toEqual([
      { kind: 'forwarded', sourceId: streamId, forwarded: { audio: true, video: false } },
    ]);
    bench.frame(alice, { op: 400, rtcId: 'RTC0', voff: 0, aoff: 1 });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 400, streamId, voff: 0, aoff: 1, sver: 2 }]);
  });

  it('survives the double rebuild of 3.4.1 with every request answered by success', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    const init = { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0, id: streamId } };
    expect(bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 })).toMatchObject({ result: 0 });
    expect(bench.frame(alice, { op: 107, rtcId: 'RTC0' })).toMatchObject({ result: 0 });
    expect(bench.frame(alice, { ...init, tsxId: 'first' })).toBeUndefined();
    bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 });
    expect(bench.sentTo(alice)).toMatchObject([{ tsxId: 'first', result: 0, streamId }, { result: 0 }]);
    bench.frame(alice, { ...init, tsxId: 'second' });
    bench.answerPublish();
    expect(bench.sentTo(alice)[0]).toMatchObject({ tsxId: 'second', result: 0, streamId, sver: 2 });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 302, pubS: { id: streamId, sver: 2 } }]);
  });

  it('drops the stream when no republish follows, but waits while its publisher has no socket', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 });
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.feed({ kind: 'timer', timer: `stream:${streamId}` });
    expect(bench.effects).toEqual([]);
    bench.enter('alice', { sessId: alice.sessId });
    expect(bench.of('startTimer')).toMatchObject([{ timer: `stream:${streamId}` }]);
    bench.feed({ kind: 'timer', timer: `stream:${streamId}` });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 303, memId: alice.id, pubSId: streamId }]);
    expect(bench.of('removeSource')).toEqual([{ kind: 'removeSource', sourceId: streamId }]);
  });

  it('a new stream takes the place of one that its client closed and began anew instead', () => {
    const { bench, alice, bob } = pair();
    const given = bench.publish(alice);
    bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 });
    bench.frame(alice, { op: 102, rtcId: 'RTC2', sdp: offer('VP8'), pubS: { type: 0 } });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 303, pubSId: given }]);
    const begun = bench.answerPublish();
    expect(begun).not.toBe(given);
    expect([...bench.state.streams.keys()]).toEqual([begun]);
  });

  it('gives an ended stream its id back, with a higher version', () => {
    const { bench, alice } = pair();
    const streamId = bench.publish(alice);
    bench.frame(alice, { op: 107, rtcId: 'RTC0', endReason: -10 });
    bench.feed({ kind: 'timer', timer: `stream:${streamId}` });
    expect(bench.publish(alice, { id: streamId })).toBe(streamId);
    expect(bench.state.streams.get(streamId)?.sver).toBe(2);
  });

  it('takes a 102 on a channel that is still open as its replacement (T2)', () => {
    const { bench, alice } = pair();
    const streamId = bench.publish(alice);
    const [before] = bench.state.channels.values();
    expect(bench.publish(alice)).toBe(streamId);
    expect(bench.state.channels.size).toBe(1);
    expect([...bench.state.channels.values()][0]?.transportId).not.toBe(before?.transportId);
  });
});

describe('ending', () => {
  it('unpublishes on 107 without reason and ignores 107 for channels it never saw (T1)', () => {
    const { bench, alice, bob } = pair();
    const streamId = bench.publish(alice);
    bench.subscribe(bob, streamId);
    expect(bench.frame(alice, { op: 107, rtcId: '_i_1' })).toMatchObject({ result: 0 });
    expect(bench.effects).toHaveLength(1);
    bench.frame(alice, { op: 107, rtcId: 'RTC0' });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 303, memId: alice.id, pubSId: streamId }]);
    expect(bench.state.channels.size).toBe(0);
    expect(bench.frame(bob, { op: 206, rtcId: 'RTC2', subSId: streamId })).toMatchObject({ result: 0 });
    expect(bench.frame(bob, { op: 107, rtcId: 'RTC2' })).toMatchObject({ result: 0 });
  });

  it('closes the transport of an answer that comes too late', () => {
    const { bench, alice } = pair();
    bench.frame(alice, { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 }, tsxId: 'P' });
    const [asked] = bench.of('publish');
    const { transportId = '', sourceId = '' } = asked?.request ?? {};
    bench.frame(alice, { op: 107, rtcId: 'RTC0' });
    expect(bench.sentTo(alice)).toMatchObject([{ tsxId: 'P', result: 0 }, { result: 0 }]);
    bench.feed({
      kind: 'published',
      transportId,
      sourceId,
      result: { ok: true, answer: { answer: 'v=0', candidates: [], kinds: { audio: true, video: false } } },
    });
    expect(bench.effects).toEqual([
      { kind: 'closeTransport', transportId },
      { kind: 'removeSource', sourceId },
    ]);
  });
});
