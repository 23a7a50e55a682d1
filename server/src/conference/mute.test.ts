import { ControlOp, Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import type { Member } from './model.js';

const argOf = (op2: number, member: Member): string => JSON.stringify({ op2, memId: member.id });
const mute = (member: Member) => ({ op: Op.Control, memId: member.id, arg: argOf(ControlOp.Mute, member) });
const unmute = (member: Member) => ({ op: Op.Control, memId: member.id, arg: argOf(ControlOp.Unmute, member) });

function lesson(): { bench: Bench; alice: Member; bob: Member; carol: Member; streamId: string } {
  const bench = new Bench();
  const [alice, bob, carol] = [bench.enter('alice'), bench.enter('bob'), bench.enter('carol')];
  return { bench, alice, bob, carol, streamId: bench.publish(bob) };
}

const heard = (streamId: string, audio: boolean) => ({
  kind: 'forwarded',
  sourceId: streamId,
  forwarded: { audio, video: true },
});

describe('a member that an admin mutes', () => {
  it('is told, is not forwarded any more, and the others see it as muted', () => {
    const { bench, alice, bob, carol, streamId } = lesson();
    expect(bench.frame(alice, { ...mute(bob), tsxId: 'M1', tsxTime: 5 })).toMatchObject({ result: 0 });
    expect(bench.sentTo(bob)).toEqual([
      { op: Op.Control, memId: alice.id, arg: argOf(ControlOp.Mute, bob), tsxId: 'M1', tsxTime: 5, sessId: bob.sessId },
    ]);
    expect(bench.of('forwarded')).toEqual([heard(streamId, false)]);
    expect(bench.sentTo(carol)).toMatchObject([{ op: Op.StreamControl, memId: bob.id, streamId, voff: 0, aoff: 1 }]);
    bench.frame(alice, unmute(bob));
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
    expect(bench.sentTo(carol)).toMatchObject([{ op: Op.StreamControl, streamId, aoff: 0 }]);
  });

  it('cannot make itself heard: not by op 400, republishing, re-entering, or leaving and joining anew', () => {
    const { bench, alice, bob, streamId } = lesson();
    bench.frame(alice, mute(bob));
    bench.frame(bob, { op: Op.StreamControl, rtcId: 'RTC0', voff: 0, aoff: 0 });
    expect(bench.of('forwarded')).toEqual([]);
    bench.publish(bob, { id: streamId });
    expect(bench.of('forwarded')).toEqual([heard(streamId, false)]);
    expect(bench.sentTo(alice)).toMatchObject([{ op: Op.StreamPublished, pubS: { id: streamId, aoff: 1 } }]);
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    bench.enter('bob', { sessId: bob.sessId, tktId: bob.tktId });
    bench.publish(bench.now(bob), { id: streamId });
    expect(bench.of('forwarded')).toEqual([heard(streamId, false)]);
    bench.frame(bob, { op: Op.Leave });
    const again = bench.enter('bob');
    const anew = bench.publish(again);
    expect(bench.of('forwarded')).toEqual([heard(anew, false)]);
  });

  it('stays paused after unmuting when it paused itself', () => {
    const { bench, alice, bob, carol } = lesson();
    bench.frame(alice, mute(bob));
    bench.frame(bob, { op: Op.StreamControl, rtcId: 'RTC0', voff: 0, aoff: 1 });
    bench.frame(alice, unmute(bob));
    expect(bench.of('forwarded')).toEqual([]);
    expect(bench.sentTo(carol)).toEqual([]);
  });

  it('learns it again when it comes anew, and that it is free when that happened while it was away', () => {
    const { bench, alice, bob } = lesson();
    bench.frame(alice, mute(bob));
    bench.frame(bob, { op: Op.Leave });
    const again = bench.enter('bob');
    expect(bench.sentTo(again).at(-1)).toMatchObject({
      op: Op.Control,
      memId: alice.id,
      arg: argOf(ControlOp.Mute, again),
    });
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    expect(bench.frame(alice, unmute(again))).toMatchObject({ result: 0 });
    bench.enter('bob', { sessId: again.sessId, tktId: again.tktId });
    expect(bench.sentTo(again).at(-1)).toMatchObject({ op: Op.Control, arg: argOf(ControlOp.Unmute, again) });
  });

  it('is muted in all its tabs', () => {
    const { bench, alice, bob } = lesson();
    const tab = bench.enter('bob', { socketId: 'socket-tab' });
    const second = bench.publish(tab);
    bench.frame(alice, mute(bob));
    expect(bench.of('forwarded')).toContainEqual(heard(second, false));
    expect(bench.sentTo(tab)).toMatchObject([
      { op: Op.Control, arg: argOf(ControlOp.Mute, tab) },
      { op: Op.StreamControl, memId: bob.id },
    ]);
  });

  it('is heard again once it is admin itself', () => {
    const { bench, alice, bob, streamId } = lesson();
    bench.frame(alice, mute(bob));
    bench.command('alice', { kind: 'changeRoles', names: [bob.name], role: Role.Admin });
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
    expect(bench.frame(alice, mute(bob))).toMatchObject({ result: ServerCode.NoRights });
    expect(bench.state.mutes.size).toBe(0);
  });

  it('is muted by admins only', () => {
    const { bench, bob, carol } = lesson();
    expect(bench.frame(carol, mute(bob))).toMatchObject({ result: ServerCode.NoRights, msg: 'only admin can action' });
    expect(bench.of('forwarded')).toEqual([]);
  });
});

describe('mute-all', () => {
  it('silences everybody but admins, and is told to all with cattrs (T6)', () => {
    const { bench, alice, bob, carol, streamId } = lesson();
    const own = bench.publish(alice);
    expect(bench.command('bob', { kind: 'muteAll', isMuted: true })?.code).toBe(ServerCode.NoRights);
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    for (const member of [alice, bob, carol]) {
      expect(bench.sentTo(member)[0]).toMatchObject({
        op: Op.AttributesUpdated,
        cattrs: [],
        cstate: { muteAll: true },
      });
    }
    expect(bench.of('forwarded')).toEqual([heard(streamId, false)]);
    expect(own).not.toBe(streamId);
    bench.command('alice', { kind: 'muteAll', isMuted: false });
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
  });

  it('holds for who comes later, and leaves single mutes as they were', () => {
    const { bench, alice, bob, streamId } = lesson();
    bench.frame(alice, mute(bob));
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    expect(bench.of('forwarded')).toEqual([]);
    const dave = bench.enter('dave');
    expect(bench.sentTo(dave)[0]).toMatchObject({ cattrs: [], cstate: { muteAll: true } });
    const late = bench.publish(dave);
    expect(bench.of('forwarded')).toEqual([heard(late, false)]);
    bench.command('alice', { kind: 'muteAll', isMuted: false });
    expect(bench.of('forwarded')).toEqual([heard(late, true)]);
    bench.frame(alice, unmute(bob));
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
  });

  it('that ended while a member was away is over for it when it comes back', () => {
    const { bench, bob } = lesson();
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    bench.command('alice', { kind: 'muteAll', isMuted: false });
    bench.enter('bob', { sessId: bob.sessId, tktId: bob.tktId });
    expect(bench.sentTo(bob)[0]).toMatchObject({ cattrs: [], cstate: { muteAll: false } });
  });

  it('ends for a talker that becomes admin, and begins for an admin that becomes talker', () => {
    const { bench, bob, streamId } = lesson();
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    bench.command('alice', { kind: 'changeRoles', names: [bob.name], role: Role.Admin });
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
    bench.command('alice', { kind: 'degrade', names: [bob.name], role: Role.Talker });
    expect(bench.of('forwarded')).toEqual([heard(streamId, false)]);
  });

  it('ends for whoever leads when the admin is gone', () => {
    const { bench, alice, streamId } = lesson();
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    bench.frame(alice, { op: Op.Leave });
    expect(bench.of('forwarded')).toEqual([heard(streamId, true)]);
  });
});
