import { Op, TerminateReason } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';

const cameras = (bench: Bench, users: readonly string[]): string[] =>
  users.map((user) => bench.publish(bench.enter(user)));

describe('too many videos', () => {
  it('the publication stays, its video is not forwarded, and its publisher is told (107 with 23)', () => {
    const bench = new Bench(undefined, undefined, { maxVideoPublishers: 1 });
    cameras(bench, ['alice']);
    const bob = bench.enter('bob');
    const streamId = bench.publish(bob);
    const sent = bench.sentTo(bob);
    expect(sent.map(({ op }) => op)).toEqual([Op.Response, Op.Answer, Op.Terminate]);
    expect(sent[0]).toMatchObject({ result: 0, streamId });
    expect(sent[2]).toMatchObject({ rtcId: 'RTC0', endReason: TerminateReason.TooManyVideoPublishers });
    expect(bench.of('forwarded')).toEqual([
      { kind: 'forwarded', sourceId: streamId, forwarded: { audio: true, video: false } },
    ]);
    const alice = [...bench.state.members.values()][0];
    expect(alice && bench.sentTo(alice)).toMatchObject([{ op: Op.StreamPublished, pubS: { voff: 1, aoff: 0 } }]);
  });

  it('there is room again once another pauses, for who asks again (op 400) and for nobody before', () => {
    const bench = new Bench(undefined, undefined, { maxVideoPublishers: 1 });
    const alice = bench.enter('alice');
    bench.publish(alice);
    const bob = bench.enter('bob');
    const streamId = bench.publish(bob);
    const resume = { op: Op.StreamControl, rtcId: 'RTC0', voff: 0, aoff: 0 };
    bench.frame(bob, resume);
    expect(bench.sentTo(bob)).toContainEqual(expect.objectContaining({ op: Op.Terminate, endReason: 23 }));
    expect(bench.of('forwarded')).toEqual([]);
    bench.frame(alice, { ...resume, voff: 1 });
    expect(bench.of('forwarded').map(({ sourceId }) => sourceId)).not.toContain(streamId);
    bench.frame(bob, resume);
    expect(bench.of('forwarded')).toEqual([
      { kind: 'forwarded', sourceId: streamId, forwarded: { audio: true, video: true } },
    ]);
    expect(bench.sentTo(alice)).toMatchObject([{ op: Op.StreamControl, streamId, voff: 0 }]);
    bench.frame(alice, resume);
    expect(bench.sentTo(alice)).toContainEqual(expect.objectContaining({ op: Op.Terminate, endReason: 23 }));
  });

  it('who has a place keeps it when it republishes', () => {
    const bench = new Bench(undefined, undefined, { maxVideoPublishers: 1 });
    const alice = bench.enter('alice');
    const id = bench.publish(alice);
    bench.publish(alice, { id });
    expect(bench.sentTo(alice).map(({ op }) => op)).toEqual([Op.Response, Op.Answer]);
  });

  it('desktops have places of their own (107 with 24)', () => {
    const bench = new Bench(undefined, undefined, { maxVideoPublishers: 1, maxDesktopPublishers: 1 });
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    bench.publish(alice);
    bench.publish(alice, { type: 1 }, 'RTC4');
    expect(bench.sentTo(alice).map(({ op }) => op)).toEqual([Op.Response, Op.Answer]);
    bench.publish(bob, { type: 1 });
    expect(bench.sentTo(bob)[2]).toMatchObject({ endReason: TerminateReason.TooManyDesktopPublishers });
  });

  it('a conference may be created with lower limits, not with higher ones', () => {
    const bench = new Bench(undefined, undefined, { maxTalkers: 3 }, { maxTalkers: 1 });
    bench.enter('alice');
    expect(() => bench.enter('bob')).toThrow('-523');
    const wide = new Bench(undefined, undefined, { maxTalkers: 1 }, { maxTalkers: 9 });
    wide.enter('alice');
    expect(() => wide.enter('bob')).toThrow('-523');
  });
});
