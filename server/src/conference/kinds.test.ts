import { ConferenceType, Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';

const MIXED = [ConferenceType.CommunicationMix, ConferenceType.Live];
const PLAIN = [ConferenceType.Communication, ConferenceType.Intercomm];

describe.each(MIXED)('a conference of type %i', (type) => {
  it('mixes audio-mixer publications, which are heard in the mix and seen by subscription', () => {
    const bench = new Bench(undefined, type);
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    bench.frame(alice, { op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 2 } });
    expect(bench.of('openMix')).toEqual([{ kind: 'openMix', request: { roomId: 'LC1', mixId: 'LC1-mix' } }]);
    expect(bench.of('publish')[0]?.request.mix).toEqual({ mixId: 'LC1-mix', csrc: 1000 });
    const streamId = bench.answerPublish();
    expect(bench.sentTo(bob)[0]).toMatchObject({ op: Op.StreamPublished, pubS: { type: 2, csrc: 1000 } });
    bench.frame(bob, {
      op: Op.Init,
      rtcId: 'RTC0',
      sdp: offer('VP8'),
      subSId: streamId,
      subSVideo: true,
      subSAudio: true,
    });
    expect(bench.of('subscribe')[0]?.request).toMatchObject({
      sourceId: streamId,
      wanted: { audio: false, video: true },
    });
    bench.answerSubscribe();
    const change = { op: Op.ChangeSubscription, rtcId: 'RTC0', subSId: streamId, subSVideo: false, subSAudio: true };
    bench.frame(bob, change);
    expect(bench.of('wanted')[0]?.wanted).toEqual({ audio: false, video: false });
  });

  it('gives stream "0" to anybody at any time, and lists it nowhere (T16)', () => {
    const bench = new Bench(undefined, type);
    bench.enter('alice');
    const bob = bench.enter('bob', { role: Role.Audience });
    bench.frame(bob, { op: Op.Init, rtcId: 'RTC0', sdp: offer(), subSId: '0', subSVideo: false, subSAudio: true });
    expect(bench.of('openMix')).toHaveLength(1);
    expect(bench.of('subscribe')[0]?.request).toMatchObject({
      sourceId: 'LC1-mix',
      wanted: { audio: true, video: false },
    });
    bench.answerSubscribe();
    expect(bench.sentTo(bob).map(({ op }) => op)).toEqual([Op.Response, Op.Answer]);
    expect(bench.frame(bob, { op: Op.Sync, cver: 0 })?.streams).toEqual([]);
    expect(bench.frame(bob, { op: Op.Terminate, rtcId: 'RTC0' })).toMatchObject({ result: 0 });
    expect(bench.of('closeTransport')).toHaveLength(1);
  });

  it('takes its mix away when it ends', () => {
    const bench = new Bench(undefined, type);
    bench.frame(bench.enter('alice'), { op: Op.Leave });
    expect(bench.of('removeSource')).toEqual([{ kind: 'removeSource', sourceId: 'LC1-mix' }]);
  });

  it('refuses a desktop with sound and takes one without', () => {
    const bench = new Bench(undefined, type);
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    const share = { op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 1 }, tsxId: 'P' };
    bench.frame(alice, share);
    bench.answerPublish();
    expect(bench.sentTo(alice)).toMatchObject([
      { tsxId: 'P', result: ServerCode.PublishFailed, msg: 'confr mix. not allow desktop with audio.' },
    ]);
    expect(bench.sentTo(bob)).toEqual([]);
    expect(bench.of('closeTransport')).toHaveLength(1);
    expect(bench.state.streams.size).toBe(0);
    bench.frame(alice, share);
    bench.answerPublish({ audio: false });
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.StreamPublished, pubS: { type: 1 } }]);
  });
});

describe.each(PLAIN)('a conference of type %i', (type) => {
  it('has neither audio mixers nor a stream "0"', () => {
    const bench = new Bench(undefined, type);
    const alice = bench.enter('alice');
    const mixer = { op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 2 } };
    expect(bench.frame(alice, mixer)).toMatchObject({ result: ServerCode.OperationUnsupported });
    const zero = { op: Op.Init, rtcId: 'RTC0', sdp: offer(), subSId: '0' };
    expect(bench.frame(alice, zero)).toMatchObject({ result: ServerCode.BadParameters });
    expect(bench.of('openMix')).toEqual([]);
    bench.publish(alice, { type: 1 });
  });
});
