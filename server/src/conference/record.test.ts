import { Op, ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import type { Member } from './model.js';

/** Alice is admin, Bob talker, Zoe audience; Bob's stream is subscribed by both. */
function classroom(): { bench: Bench; alice: Member; bob: Member; zoe: Member; streamId: string } {
  const bench = new Bench();
  const alice = bench.enter('alice', { role: Role.Admin });
  const bob = bench.enter('bob');
  const zoe = bench.enter('zoe', { role: Role.Audience });
  const streamId = bench.publish(bob);
  bench.subscribe(alice, streamId);
  bench.subscribe(zoe, streamId);
  return { bench, alice, bob, zoe, streamId };
}

const START = { op: Op.Record, rtcId: 'RTC2', flag: 1 };
const STOP = { ...START, flag: 0 };

const wantedBy = (bench: Bench, streamId: string): readonly string[] | undefined =>
  bench.state.streams.get(streamId)?.recordedBy;

describe('op 500', () => {
  it('is answered once it really records, and with the reason where it does not', () => {
    const { bench, alice, streamId } = classroom();
    expect(bench.frame(alice, { ...START, tsxId: 'A' })).toBeUndefined();
    expect(bench.of('record')).toEqual([{ kind: 'record', memberId: alice.id, streamId, tsxId: 'A' }]);
    bench.feed({ kind: 'recorded', memberId: alice.id, streamId, tsxId: 'A', refusal: undefined });
    expect(bench.sentTo(alice)).toEqual([expect.objectContaining({ tsxId: 'A', result: ResultCode.Ok })]);
    expect(wantedBy(bench, streamId)).toEqual([alice.id]);

    bench.frame(alice, { ...START, tsxId: 'B' });
    bench.feed({ kind: 'recorded', memberId: alice.id, streamId, tsxId: 'B', refusal: 'the disk is full' });
    expect(bench.sentTo(alice)).toEqual([
      expect.objectContaining({ tsxId: 'B', result: ServerCode.SystemError, msg: 'the disk is full' }),
    ]);
    expect(wantedBy(bench, streamId)).toEqual([]);
  });

  it('goes on for as long as anybody wants it', () => {
    const { bench, alice, bob, streamId } = classroom();
    bench.frame(alice, START);
    bench.frame(bob, { ...START, rtcId: 'RTC0' });
    expect(bench.frame(alice, STOP)?.result).toBe(ResultCode.Ok);
    expect(wantedBy(bench, streamId)).toEqual([bob.id]);
    expect(bench.frame(bob, { ...STOP, rtcId: 'RTC0' })?.result).toBe(ResultCode.Ok);
    expect(wantedBy(bench, streamId)).toEqual([]);
  });

  it('ends with the stay of who asked', () => {
    const { bench, alice, streamId } = classroom();
    bench.frame(alice, START);
    bench.frame(alice, { op: Op.Leave });
    expect(wantedBy(bench, streamId)).toEqual([]);
  });

  it('is stopped as clients stop it: before every 107, again and again, on channels nobody knows', () => {
    const { bench, alice } = classroom();
    for (const rtcId of ['RTC2', 'RTC2', 'RTC9', '_i_3']) {
      expect(bench.frame(alice, { ...STOP, rtcId })?.result).toBe(ResultCode.Ok);
    }
    expect(bench.frame(alice, { ...START, rtcId: 'RTC9' })?.result).toBe(ServerCode.BadParameters);
    expect(bench.frame(alice, { op: Op.Record, rtcId: 'RTC2' })?.result).toBe(ServerCode.BadParameters);
  });

  it('is refused to audience', () => {
    const { bench, zoe, streamId } = classroom();
    expect(bench.frame(zoe, START)).toMatchObject({ result: ServerCode.NoRights, msg: 'audience can not record' });
    expect(wantedBy(bench, streamId)).toEqual([]);
  });

  it('is for whom the setting names', () => {
    const outcomes = (['admin', 'publisher', 'talker', 'member'] as const).map((recordRight) => {
      const { bench, alice, bob, zoe } = classroom();
      const context = Object.assign(bench.context, { recordRight });
      expect(context.recordRight).toBe(recordRight);
      const dan = bench.enter('dan');
      bench.subscribe(dan, bench.state.streams.keys().next().value ?? '');
      return [alice, bob, dan, zoe].map(
        (member) =>
          bench.frame(member, { ...START, rtcId: member === bob ? 'RTC0' : 'RTC2' })?.result !== ServerCode.NoRights,
      );
    });
    expect(outcomes).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ]);
  });
});
