import { Op, ServerCode, TerminateReason } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import { codecsOfOffer } from './codecs.js';
import type { Member } from './model.js';

const { SwitchVideoCodec, VideoCodecUnsupported } = TerminateReason;

const publication = (codecs: readonly string[], id?: string) => ({
  op: Op.Init,
  rtcId: 'RTC0',
  sdp: offer(...codecs),
  pubS: { type: 0, id },
});
const subscription = (subSId: string, codecs: readonly string[], rtcId = 'RTC2') => ({
  op: Op.Init,
  rtcId,
  sdp: offer(...codecs),
  subSId,
  tsxId: `S ${rtcId}`,
});

/** Alice sends VP8 and could send H264. */
function lecture(): { bench: Bench; alice: Member; bob: Member; carol: Member; streamId: string } {
  const bench = new Bench();
  const [alice, bob, carol] = [bench.enter('alice'), bench.enter('bob'), bench.enter('carol')];
  bench.frame(alice, publication(['VP8', 'H264']));
  return { bench, alice, bob, carol, streamId: bench.answerPublish() };
}

describe('a subscriber that cannot decode what is published', () => {
  it('has the publisher switch (107 with 21), and is served once it has', () => {
    const { bench, alice, bob, streamId } = lecture();
    expect(bench.frame(bob, subscription(streamId, ['H264']))).toBeUndefined();
    expect(bench.sentTo(alice)).toMatchObject([
      { op: Op.Terminate, rtcId: 'RTC0', endReason: SwitchVideoCodec, useVCodes: ['H264'] },
    ]);
    expect(bench.of('subscribe')).toEqual([]);
    bench.frame(alice, { op: Op.Terminate, rtcId: 'RTC0', endReason: TerminateReason.Rebuild });
    bench.frame(alice, publication(['H264', 'VP8'], streamId));
    expect(bench.of('publish')[0]?.request.videoCodecs).toEqual(['H264']);
    bench.answerPublish({ videoCodec: 'H264' });
    expect(bench.sentTo(bob)).toMatchObject([
      { op: Op.StreamPublished, pubS: { id: streamId, sver: 2, vcodes: ['H264'] } },
    ]);
    expect(bench.of('subscribe')[0]?.request).toMatchObject({
      sourceId: streamId,
      wanted: { audio: true, video: true },
    });
    expect(bench.of('stopTimer')).toContainEqual({ kind: 'stopTimer', timer: `codec:${streamId}` });
    bench.answerSubscribe();
    expect(bench.sentTo(bob)).toMatchObject([{ tsxId: 'S RTC2', result: 0 }, { op: Op.Answer }]);
  });

  it('asks once, however many wait for it', () => {
    const { bench, alice, bob, carol, streamId } = lecture();
    bench.frame(bob, subscription(streamId, ['H264']));
    bench.frame(carol, subscription(streamId, ['H264']));
    expect(bench.sentTo(alice)).toEqual([]);
    bench.frame(alice, publication(['H264'], streamId));
    bench.answerPublish({ videoCodec: 'H264' });
    expect(bench.of('subscribe')).toHaveLength(2);
  });

  it('takes nothing from those who watch: it is told (22) and hears the sound', () => {
    const { bench, alice, bob, carol, streamId } = lecture();
    bench.frame(carol, subscription(streamId, ['VP8']));
    bench.answerSubscribe();
    bench.frame(bob, subscription(streamId, ['H264']));
    expect(bench.sentTo(alice)).toEqual([]);
    expect(bench.sentTo(bob)).toMatchObject([
      { op: Op.Terminate, rtcId: 'RTC2', endReason: VideoCodecUnsupported, msg: expect.stringContaining('VP8') },
    ]);
    expect(bench.of('subscribe')[0]?.request.wanted).toEqual({ audio: true, video: false });
  });

  it('makes nobody switch to and fro: who wants the old codec again is refused while the new one is watched', () => {
    const { bench, alice, bob, carol, streamId } = lecture();
    bench.frame(bob, subscription(streamId, ['H264']));
    bench.frame(alice, publication(['H264', 'VP8'], streamId));
    bench.answerPublish({ videoCodec: 'H264' });
    bench.answerSubscribe();
    for (const rtcId of ['RTC2', 'RTC4']) {
      bench.frame(carol, subscription(streamId, ['VP8'], rtcId));
      expect(bench.sentTo(alice)).toEqual([]);
      bench.answerSubscribe();
    }
  });

  it('does not wait for ever for a publisher that ignores it, which is not asked again', () => {
    const { bench, alice, bob, carol, streamId } = lecture();
    bench.frame(bob, subscription(streamId, ['H264']));
    const timer = `codec:${streamId}` as const;
    expect(bench.of('startTimer')).toEqual([{ kind: 'startTimer', timer, delayMs: TIMINGS.codecSwitchMs }]);
    bench.feed({ kind: 'timer', timer });
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.Terminate, endReason: VideoCodecUnsupported }]);
    bench.answerSubscribe();
    bench.frame(carol, subscription(streamId, ['H264']));
    expect(bench.sentTo(alice)).toEqual([]);
    expect(bench.sentTo(carol)).toMatchObject([{ op: Op.Terminate, endReason: VideoCodecUnsupported }]);
  });

  it('is refused where there is no sound either (-520)', () => {
    const bench = new Bench();
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    bench.frame(alice, publication(['VP8']));
    const streamId = bench.answerPublish({ audio: false });
    expect(bench.frame(bob, subscription(streamId, ['H264']))).toMatchObject({ result: ServerCode.CodecUnsupported });
    expect([bench.of('subscribe'), bench.state.channels.size]).toEqual([[], 1]);
  });

  it('hears a stream whose video it does not want, in whatever codec', () => {
    const { bench, alice, bob, streamId } = lecture();
    bench.frame(bob, { ...subscription(streamId, ['H264']), subSVideo: false, subSAudio: true });
    expect(bench.sentTo(alice)).toEqual([]);
    expect(bench.of('subscribe')).toHaveLength(1);
  });
});

describe('a member that says what it decodes when it comes', () => {
  it('has the publishers switch before it fails, where everybody can follow', () => {
    const { bench, alice, bob, streamId } = lecture();
    bench.frame(bob, subscription(streamId, ['VP8', 'H264']));
    bench.answerSubscribe();
    bench.enter('safari', { res: { vcodes: ['H264'] } });
    expect(bench.sentTo(alice)).toContainEqual(
      expect.objectContaining({ endReason: SwitchVideoCodec, useVCodes: ['H264'] }),
    );
  });

  it('changes nothing for those who could not follow', () => {
    const { bench, alice, bob, streamId } = lecture();
    bench.frame(bob, subscription(streamId, ['VP8']));
    bench.answerSubscribe();
    bench.enter('safari', { res: { vcodes: ['H264'] } });
    expect(bench.sentTo(alice).map(({ op }) => op)).toEqual([Op.MemberEntered]);
  });
});

describe('a publication', () => {
  it('is answered in a codec that everybody decodes, though the publisher prefers another', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const safari = bench.enter('safari', { res: { vcodes: ['H264'] } });
    bench.frame(alice, publication(['VP8', 'H264']));
    expect(bench.of('publish')[0]?.request.videoCodecs).toEqual(['H264']);
    bench.answerPublish({ videoCodec: 'H264' });
    bench.frame(safari, publication(['VP8', 'H264']));
    expect(bench.of('publish')[0]?.request.videoCodecs).toEqual(['VP8', 'H264']);
  });

  it('is taken in its own codec where there is none for all', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    bench.enter('safari', { res: { vcodes: ['H264'] } });
    bench.frame(alice, publication(['VP8']));
    expect(bench.of('publish')[0]?.request.videoCodecs).toEqual(['VP8', 'H264']);
  });
});

it('a subscription that comes while the publisher is switching waits as well', () => {
  const { bench, alice, bob, carol, streamId } = lecture();
  bench.frame(bob, subscription(streamId, ['H264']));
  bench.frame(alice, { op: Op.Terminate, rtcId: 'RTC0', endReason: TerminateReason.Rebuild });
  bench.frame(carol, subscription(streamId, ['H264']));
  expect(bench.sentTo(carol)).toEqual([]);
  bench.frame(alice, publication(['H264'], streamId));
  bench.answerPublish({ videoCodec: 'H264' });
  expect(bench.of('subscribe')).toHaveLength(2);
});

it('the codecs of an offer are those of its video, in order, without what only repairs them', () => {
  const lines = ['111 opus/48000/2', '96 H264/90000', '97 rtx/90000', '98 VP8/90000', '99 H264/90000', '100 red/90000'];
  expect(codecsOfOffer(lines.map((line) => `a=rtpmap:${line}`).join('\r\n'))).toEqual(['H264', 'VP8']);
});
