import { ConferenceType, ControlOp, Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import type { Member } from './model.js';

const live = (maxAudience = 1_000): Bench => new Bench(undefined, ConferenceType.Live, { maxAudience });
const audience = (bench: Bench, user: string): Member => bench.enter(user, { role: Role.Audience });
const framesToOthers = (bench: Bench, user: string): number =>
  bench.of('send').filter(({ socketId }) => socketId !== `socket-${user}`).length;

describe('the audience of a live conference', () => {
  it('comes and goes without a frame to anybody else, however large it is', () => {
    const bench = live();
    const alice = bench.enter('alice');
    bench.publish(alice);
    const { cver } = bench.state;
    let frames = 0;
    const crowd = Array.from({ length: 500 }, (_, index) => {
      const member = audience(bench, `u${index}`);
      expect(bench.sentTo(member)).toHaveLength(1);
      frames += framesToOthers(bench, `u${index}`);
      return member;
    });
    for (const member of crowd.slice(0, 250)) {
      bench.frame(member, { op: Op.Leave });
      frames += framesToOthers(bench, member.nickName);
    }
    for (const member of crowd.slice(250)) {
      bench.feed({ kind: 'socketLost', socketId: `socket-${member.nickName}` });
      bench.feed({ kind: 'timer', timer: `member:${member.id}` });
      frames += bench.of('send').length;
    }
    expect(frames).toBe(0);
    expect(bench.state.cver).toBe(cver);
    expect(bench.state.members.size).toBe(1);
  });

  it('sees the talkers and itself, not each other, and is counted for who asks (op 203)', () => {
    const bench = live();
    const alice = bench.enter('alice');
    audience(bench, 'bob');
    const carol = audience(bench, 'carol');
    const [entered] = bench.sentTo(carol);
    expect((entered?.mems as { id: string }[] | undefined)?.map(({ id }) => id)).toEqual([alice.id, carol.id]);
    const answer = bench.frame(alice, { op: Op.GetMembers });
    expect(answer).toMatchObject({ result: 0, mems: [{ id: alice.id }], streams: [], silent: 2 });
  });

  it('becomes known to everybody the moment it asks to talk, before its question arrives', () => {
    const bench = live();
    const alice = bench.enter('alice');
    const [bob, carol] = [audience(bench, 'bob'), audience(bench, 'carol')];
    const arg = JSON.stringify({ op2: ControlOp.RequestTalker, memId: bob.id });
    bench.frame(bob, { op: Op.Control, memId: alice.id, arg });
    expect(bench.sentTo(alice).map(({ op }) => op)).toEqual([Op.MemberEntered, Op.Control]);
    expect(bench.sentTo(carol)).toMatchObject([{ op: Op.MemberEntered, mem: { id: bob.id } }]);
    expect(bench.sentTo(bob)).toEqual([]);
    bench.frame(bob, { op: Op.Control, memId: alice.id, arg });
    expect(bench.sentTo(carol)).toEqual([]);
    bench.frame(bob, { op: Op.Leave });
    expect(bench.sentTo(alice)).toContainEqual(expect.objectContaining({ op: Op.MemberExited, memId: bob.id }));
  });

  it('becomes known before it is made talker, and by a message', () => {
    const bench = live();
    const alice = bench.enter('alice');
    const bob = audience(bench, 'bob');
    bench.command('alice', { kind: 'changeRoles', names: [bob.name], role: Role.Talker });
    expect(bench.sentTo(alice)).toMatchObject([{ op: Op.MemberEntered, mem: { id: bob.id } }]);
    const carol = audience(bench, 'carol');
    bench.frame(carol, { op: Op.Message, memId: alice.id, arg: 'hello' });
    expect(bench.sentTo(alice).map(({ op }) => op)).toEqual([Op.MemberEntered, Op.Message]);
  });

  it('is kicked silently as well', () => {
    const bench = live();
    const alice = bench.enter('alice');
    const bob = audience(bench, 'bob');
    bench.command('alice', { kind: 'kick', names: [bob.name] });
    expect(bench.of('send')).toMatchObject([{ socketId: 'socket-bob', frame: { op: Op.MemberExited, memId: bob.id } }]);
    expect(bench.sentTo(alice)).toEqual([]);
  });

  it('is limited by itself (-522), apart from members', () => {
    const bench = new Bench(undefined, ConferenceType.Live, { maxMembers: 2, maxAudience: 3 });
    bench.enter('alice');
    for (const user of ['a', 'b', 'c']) audience(bench, user);
    expect(() => audience(bench, 'd')).toThrow(String(ServerCode.TooManyMembers));
    bench.enter('bob');
    expect(() => bench.enter('carol')).toThrow(String(ServerCode.TooManyMembers));
  });
});

it('audience of other conferences is announced as everybody', () => {
  const bench = new Bench();
  const alice = bench.enter('alice');
  const bob = bench.enter('bob', { role: Role.Audience });
  expect(bench.sentTo(alice)).toMatchObject([{ op: Op.MemberEntered, mem: { id: bob.id, role: Role.Audience } }]);
});
