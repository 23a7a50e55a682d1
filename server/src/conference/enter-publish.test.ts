import { ConferenceType, Op, Role, ServerCode, type WireMessage } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import { readFrame, type PublishFrame } from './frames.js';

const publication = (more: Partial<WireMessage> = {}): PublishFrame => {
  const body = { op: Op.Init, rtcId: 'RTC0', cctx: '_i_1', sdp: offer('VP8'), pubS: { type: 0, voff: 1 }, ...more };
  const frame = readFrame(body);
  if (frame.kind !== 'publish') throw new Error('op 102 with pubS publishes');
  return frame;
};

describe('op 200 with sdp and pubS', () => {
  it('enters and publishes: the answer names the stream, the SDP follows as op 106, and the others hear of both', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob', { publication: publication() });
    const [asked] = bench.of('publish');
    const streamId = asked?.request.sourceId;
    expect(bench.sentTo(bob)).toMatchObject([
      { op: Op.Response, result: 0, memId: bob.id, sessId: bob.sessId, streamId, csrc: 1000, sver: 1, streams: [] },
    ]);
    expect(bench.sentTo(alice)).toMatchObject([{ op: Op.MemberEntered, mem: { id: bob.id } }]);

    bench.answerPublish();
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.Answer, rtcId: 'RTC0', cctx: '_i_1' }]);
    expect(bench.sentTo(alice)).toMatchObject([
      { op: Op.StreamPublished, memId: bob.id, pubS: { id: streamId, voff: 1 } },
    ]);
    expect(bench.frame(bob, { op: Op.Terminate, rtcId: 'RTC0' })).toMatchObject({ result: 0 });
    expect(bench.sentTo(alice)).toMatchObject([{ op: Op.StreamUnpublished, pubSId: streamId }]);
  });

  it('publishes the same stream again where the member returns', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', { publication: publication() });
    const streamId = bench.answerPublish();
    const bob = bench.enter('bob');
    const again = publication({ cctx: '_i_2', pubS: { type: 0, id: streamId } });
    bench.enter('alice', { sessId: alice.sessId, socketId: 'new', publication: again });
    expect(bench.sentTo('new')).toMatchObject([{ op: Op.Response, result: 0, streamId, csrc: 1000 }]);
    expect(bench.answerPublish()).toBe(streamId);
    expect(bench.sentTo('new')).toMatchObject([{ op: Op.Answer, cctx: '_i_2' }]);
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.StreamPublished, pubS: { id: streamId, sver: 2 } }]);
  });

  it.each([
    ['audience', ConferenceType.Communication, { role: Role.Audience }],
    ['members of a P2P conference', ConferenceType.P2p, {}],
  ])('lets %s in, and ends the connection that may not be', (_name, type, more) => {
    const bench = new Bench('org#app_alice', type, {}, { callee: 'org#app_bob' });
    bench.enter('alice');
    const bob = bench.enter('bob', { ...more, publication: publication() });
    const [answer, end] = bench.sentTo(bob);
    expect(answer).toMatchObject({ op: Op.Response, result: 0, memId: bob.id });
    expect(answer).not.toHaveProperty('streamId');
    expect(end).toMatchObject({ op: Op.Terminate, rtcId: 'RTC0', msg: expect.any(String) });
    expect(end).not.toHaveProperty('endReason');
    expect(bench.of('publish')).toEqual([]);
    expect(bench.state.channels.size).toBe(0);
  });

  it('ends the connection that the engine refuses, and its stream', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob', { publication: publication() });
    const [asked] = bench.of('publish');
    const { transportId = '', sourceId = '' } = asked?.request ?? {};
    const result = { ok: false, reason: 'bad-sdp', message: 'no such offer' } as const;
    bench.feed({ kind: 'published', transportId, sourceId, result });
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.Terminate, rtcId: 'RTC0', msg: 'no such offer' }]);
    expect(bench.sentTo(alice)).toEqual([]);
    expect(bench.state.streams.size).toBe(0);
  });

  it('is refused as a whole without a place in the conference', () => {
    const bench = new Bench();
    for (const user of ['a', 'b', 'c', 'd', 'e']) bench.enter(user);
    expect(() => bench.enter('f', { publication: publication() })).toThrow(String(ServerCode.TooManyMembers));
    expect(bench.of('publish')).toEqual([]);
  });
});
