import { ControlOp, Op, ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';
import type { Member } from './model.js';

function classroom(): { bench: Bench; alice: Member; bob: Member; carol: Member } {
  const bench = new Bench();
  return {
    bench,
    alice: bench.enter('alice'),
    bob: bench.enter('bob'),
    carol: bench.enter('carol', { role: Role.Audience }),
  };
}

const name = (user: string): string => `org#app_${user}`;
const to = (user: string, role: Role) => ({ kind: 'changeRoles' as const, names: [name(user)], role });

describe('roles given by an admin', () => {
  it('reach the member with a role token (412), and the others with the next lists', () => {
    const { bench, bob, carol } = classroom();
    expect(bench.command('alice', to('carol', Role.Talker))).toBeUndefined();
    expect(bench.sentTo(carol)).toEqual([
      {
        op: Op.RoleUpdated,
        role: Role.Talker,
        roleToken: `role LC1 ${name('carol')}`,
        cver: bench.state.cver,
        sessId: carol.sessId,
      },
    ]);
    expect(bench.sentTo(bob)).toEqual([]);
    const lists = bench.frame(bob, { op: Op.Sync, cver: bench.state.cver - 1 });
    expect(lists?.mems).toContainEqual(expect.objectContaining({ id: carol.id, role: Role.Talker }));
    bench.publish(carol);
  });

  it('reach others with capabilities at once, by an op 300 with the member as it is now', () => {
    const { bench, carol } = classroom();
    const dave = bench.enter('dave', { res: { caps: ['fast'] } });
    bench.command('alice', to('carol', Role.Talker));
    expect(bench.sentTo(dave)).toMatchObject([{ op: Op.MemberEntered, mem: { id: carol.id, role: Role.Talker } }]);
  });

  it('reach even a client whose version later events have raised meanwhile', () => {
    const { bench, bob, carol } = classroom();
    bench.command('alice', to('carol', Role.Talker));
    bench.enter('dave');
    const { cver } = bench.state;
    const lists = bench.frame(bob, { op: Op.Sync, cver });
    expect(lists?.cver).toBeGreaterThan(cver);
    expect(lists?.mems).toContainEqual(expect.objectContaining({ id: carol.id, role: Role.Talker }));
    expect(bench.frame(bob, { op: Op.Sync, cver: Number(lists?.cver) })).not.toHaveProperty('mems');
  });

  it('tell everybody when an admin comes or goes (413)', () => {
    const { bench, bob, carol } = classroom();
    bench.command('alice', to('bob', Role.Admin));
    const told = { op: Op.AdminChanged, memId: bob.id, memName: name('bob'), role: Role.Admin };
    for (const member of [bob, carol]) expect(bench.sentTo(member)).toContainEqual(expect.objectContaining(told));
    bench.command('bob', to('bob', Role.Talker));
    expect(bench.sentTo(carol)).toContainEqual(expect.objectContaining({ ...told, role: Role.Talker }));
  });

  it('end what a member publishes when it becomes audience', () => {
    const { bench, alice, bob } = classroom();
    const streamId = bench.publish(bob);
    bench.command('alice', { ...to('bob', Role.Audience), kind: 'degrade' });
    expect(bench.sentTo(alice)).toContainEqual(expect.objectContaining({ op: Op.StreamUnpublished, pubSId: streamId }));
    expect(bench.of('removeSource')).toEqual([{ kind: 'removeSource', sourceId: streamId }]);
    expect(bench.state.streams.size).toBe(0);
    expect(
      bench.frame(bob, { op: Op.Init, rtcId: 'RTC0', sdp: '{"type":"OFFER","sdp":"v=0"}', pubS: { type: 0 } }),
    ).toMatchObject({ result: ServerCode.NoRights, msg: 'Audience not allow publish' });
  });

  it('answer who asked to talk, as deployed clients expect it', () => {
    const { bench, alice, carol } = classroom();
    const arg = JSON.stringify({ op2: ControlOp.RequestTalker, memId: carol.id });
    bench.frame(carol, { op: Op.Control, memId: alice.id, arg, tsxId: 'ASK' });
    bench.command('alice', to('carol', Role.Talker));
    expect(bench.sentTo(carol)).toContainEqual(
      expect.objectContaining({ op: Op.Response, tsxId: 'ASK', result: 0, arg, memId: alice.id }),
    );
  });

  it('stay for who comes again, whatever role it asks for', () => {
    const { bench, bob } = classroom();
    bench.command('alice', to('bob', Role.Audience));
    bench.frame(bob, { op: Op.Leave });
    expect(bench.enter('bob', { role: Role.Talker }).role).toBe(Role.Audience);
  });

  it.each([
    ['by a talker', 'bob', to('carol', Role.Talker), ServerCode.NoRights, 'only admin can action'],
    ['by a stranger', 'mallory', to('mallory', Role.Admin), ServerCode.NoRights, 'only admin can action'],
    ['of nobody', 'alice', to('mallory', Role.Talker), ServerCode.OperationUnsupported, name('mallory')],
    [
      'upwards by degrading',
      'alice',
      { ...to('carol', Role.Talker), kind: 'degrade' as const },
      ServerCode.BadParameters,
      'no higher role',
    ],
    ['of the only admin', 'alice', to('alice', Role.Talker), ServerCode.BadParameters, 'needs an admin'],
  ])('are refused %s and change nothing', (_case, by, command, code, message) => {
    const { bench } = classroom();
    const before = bench.state;
    expect(bench.command(by, command)).toEqual({ code, message: expect.stringContaining(message) });
    expect(bench.state).toBe(before);
    expect(bench.effects).toEqual([]);
  });

  it('cannot be taken from the creator by others', () => {
    const { bench } = classroom();
    bench.command('alice', to('bob', Role.Admin));
    expect(bench.command('bob', to('alice', Role.Talker))?.code).toBe(ServerCode.NoRights);
    expect(bench.command('bob', { kind: 'kick', names: [name('alice')] })?.code).toBe(ServerCode.NoRights);
    expect(bench.command('alice', to('alice', Role.Talker))).toBeUndefined();
  });

  it('are refused with -523 when there are talkers enough', () => {
    const bench = new Bench(undefined, undefined, { maxTalkers: 2 });
    for (const user of ['alice', 'bob']) bench.enter(user);
    bench.enter('carol', { role: Role.Audience });
    expect(() => bench.enter('dave')).toThrow(String(ResultCode.TalkersFull));
    expect(bench.command('alice', to('carol', Role.Talker))?.code).toBe(ResultCode.TalkersFull);
    expect(bench.command('alice', to('bob', Role.Admin))).toBeUndefined();
  });
});

describe('when the last admin is gone', () => {
  it('the talker who is here longest leads, and everybody learns it', () => {
    const { bench, alice, bob, carol } = classroom();
    bench.enter('dave');
    bench.frame(alice, { op: Op.Leave });
    expect(bench.now(bob).role).toBe(Role.Admin);
    expect(bench.sentTo(bob)).toContainEqual(expect.objectContaining({ op: Op.RoleUpdated, role: Role.Admin }));
    expect(bench.sentTo(carol)).toContainEqual(expect.objectContaining({ op: Op.AdminChanged, memId: bob.id }));
    expect(bench.command('bob', to('carol', Role.Talker))).toBeUndefined();
  });

  it('nobody is appointed while it may still come back', () => {
    const { bench, alice, bob } = classroom();
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    expect(bench.now(bob).role).toBe(Role.Talker);
    bench.feed({ kind: 'timer', timer: `member:${alice.id}` });
    expect(bench.now(bob).role).toBe(Role.Admin);
    expect(bench.enter('alice').role).toBe(Role.Admin);
  });

  it('no audience member is appointed, and no second admin beside one', () => {
    const { bench, alice, bob, carol } = classroom();
    bench.command('alice', to('bob', Role.Admin));
    bench.frame(bob, { op: Op.Leave });
    bench.frame(alice, { op: Op.Leave });
    expect(bench.now(carol).role).toBe(Role.Audience);
    // Nor does a member become admin by entering or by others' leaving, once the admins are away.
    const [dave, eve] = [bench.enter('dave'), bench.enter('eve')];
    bench.frame(dave, { op: Op.Leave });
    expect(bench.now(eve).role).toBe(Role.Talker);
  });
});

describe('who is kicked', () => {
  it('is told with its own id and let go, the others as for any exit', () => {
    const { bench, alice, bob, carol } = classroom();
    bench.publish(bob);
    bench.command('alice', { kind: 'kick', names: [name('bob')] });
    const [told, ...more] = bench.of('send').filter(({ socketId }) => socketId === 'socket-bob');
    expect(told?.frame).toMatchObject({ op: Op.MemberExited, memId: bob.id, reason: 2, sessId: bob.sessId });
    expect(more).toEqual([]);
    expect(bench.of('release')).toEqual([{ kind: 'release', socketId: 'socket-bob' }]);
    for (const member of [alice, carol]) {
      expect(bench.sentTo(member)).toMatchObject([{ op: Op.MemberExited, memId: bob.id, reason: 2 }]);
    }
    expect(bench.state.streams.size).toBe(0);
  });

  it('cannot come back with a ticket or session of before, in any of its tabs, but with a new ticket', () => {
    const { bench, bob } = classroom();
    bench.enter('bob', { socketId: 'socket-tab', tktId: 'SECOND' });
    bench.command('alice', { kind: 'kick', names: [name('bob')] });
    expect([...bench.state.members.values()].some((member) => member.name === bob.name)).toBe(false);
    const refused = String(ServerCode.TicketExpired);
    expect(() => bench.enter('bob', { tktId: bob.tktId })).toThrow(refused);
    expect(() => bench.enter('bob', { tktId: bob.tktId, sessId: bob.sessId })).toThrow(refused);
    expect(() => bench.enter('bob', { tktId: 'THIRD' })).toThrow(refused);
    expect(bench.enter('bob', { kicks: 1 }).role).toBe(Role.Talker);
  });

  it('is no admin any more when it comes back', () => {
    const { bench } = classroom();
    bench.command('alice', to('bob', Role.Admin));
    bench.command('alice', { kind: 'kick', names: [name('bob')] });
    expect(bench.enter('bob', { kicks: 1 }).role).toBe(Role.Talker);
  });
});

describe('a user that is none any more', () => {
  it('leaves in all its tabs, be it the creator, and comes back with no ticket that it has', () => {
    const { bench, alice, bob } = classroom();
    bench.enter('alice', { socketId: 'socket-tab', tktId: 'SECOND' });
    expect(bench.command('alice', { kind: 'expel', name: alice.name })).toBeUndefined();
    expect([...bench.state.members.values()].some((member) => member.name === alice.name)).toBe(false);
    expect(bench.sentTo(bob).filter(({ op }) => op === Op.MemberExited)).toHaveLength(2);
    expect(() => bench.enter('alice', { tktId: 'THIRD' })).toThrow(String(ServerCode.TicketExpired));
  });

  it('does not use the ticket that it had asked for before', () => {
    const { bench } = classroom();
    bench.command('mallory', { kind: 'expel', name: name('mallory') });
    expect(() => bench.enter('mallory')).toThrow(String(ServerCode.TicketExpired));
  });
});

describe('a conference that is disbanded', () => {
  it('ends for everybody with one 204, for good', () => {
    const { bench, alice, bob, carol } = classroom();
    expect(bench.command('bob', { kind: 'disband' })?.code).toBe(ServerCode.NoRights);
    bench.command('alice', { kind: 'disband' });
    const frames = bench.of('send').map(({ socketId, frame }) => [socketId, frame.op]);
    expect(frames).toEqual([alice, bob, carol].map((member) => [`socket-${member.nickName}`, Op.CloseConference]));
    expect(bench.of('closed')).toHaveLength(1);
    expect(() => bench.enter('alice')).toThrow(String(ServerCode.ConferenceInvalid));
    expect(bench.command('alice', { kind: 'disband' })?.code).toBe(ServerCode.ConferenceDisbanded);
  });
});

describe('one user in two tabs', () => {
  it('has a member for each, and roles and kicks hold for both', () => {
    const { bench, bob } = classroom();
    const second = bench.enter('bob', { socketId: 'socket-tab' });
    expect(second.id).not.toBe(bob.id);
    bench.command('alice', to('bob', Role.Admin));
    for (const tab of [bob, second]) {
      expect(bench.sentTo(tab)).toContainEqual(expect.objectContaining({ op: Op.RoleUpdated, role: Role.Admin }));
    }
    bench.frame(bob, { op: Op.Leave });
    expect(bench.now(second).role).toBe(Role.Admin);
    expect(bench.sentTo(second)).toMatchObject([{ op: Op.MemberExited, memId: bob.id }]);
  });

  it('keeps the tab whose socket is lost for the grace time, and the other unharmed', () => {
    const { bench, bob } = classroom();
    const second = bench.enter('bob', { socketId: 'socket-tab' });
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    expect(bench.of('startTimer')).toEqual([
      { kind: 'startTimer', timer: `member:${bob.id}`, delayMs: TIMINGS.memberGraceMs },
    ]);
    expect(bench.now(second).link).toEqual({ state: 'online', socketId: 'socket-tab' });
    bench.enter('bob', { sessId: bob.sessId, tktId: bob.tktId });
    expect(bench.now(bob).link).toEqual({ state: 'online', socketId: 'socket-bob' });
  });
});
