import { ConferenceType, ControlOp, Op, Role } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, NOW } from '../testing/conference.js';
import { begin } from './begin.js';
import { changedFacts, encodeFact } from './durable.js';
import type { OperatedConfig } from './model.js';
import { OPERATOR } from './operated.js';

const config = (more: Partial<OperatedConfig> = {}): { operated: OperatedConfig } => ({
  operated: { access: 'granted', asksPassword: false, isKept: true, openedAt: NOW - 1_000, members: {}, ...more },
});
const open = (more: Partial<OperatedConfig> = {}, creator = 'org#app_'): Bench =>
  new Bench(creator, ConferenceType.Communication, {}, config(more));
const grant = (role: Role, issuedAt = NOW - 500, id = 'J1') => ({ id, keyId: 'LK1', role, issuedAt });
const order = (bench: Bench, command: Parameters<Bench['command']>[1]) => {
  bench.feed({ kind: 'command', by: OPERATOR, command });
  return bench.refusal;
};

describe('a room of the operator', () => {
  it('admits those with a grant and those who were named, with the roles of these, and nobody else', () => {
    const bench = open({ members: { 'org#app_tom': Role.Admin } });
    expect(() => bench.enter('eve', { role: Role.Admin })).toThrow('admits only members with a grant');
    expect(bench.enter('sue', { role: Role.Admin, grant: grant(Role.Talker) }).role).toBe(Role.Talker);
    expect(bench.enter('kim', { role: Role.Talker, grant: grant(Role.Audience) }).role).toBe(Role.Audience);
    expect(bench.enter('tom', { role: Role.Talker }).role).toBe(Role.Admin);
  });

  it('takes nothing that every object has for the name of a member', () => {
    const bench = open();
    for (const user of ['constructor', '__proto__']) {
      expect(() => bench.enter(user)).toThrow('admits only members with a grant');
    }
  });

  it('promotes nobody for being first, or for being left when the owner is gone; who has the right has it on return', () => {
    const bench = open();
    const student = bench.enter('sue', { grant: grant(Role.Talker) });
    expect(student.role).toBe(Role.Talker);
    const owner = bench.enter('tom', { grant: grant(Role.Admin, NOW - 500, 'J2') });
    expect(owner.role).toBe(Role.Admin);
    bench.frame(owner, { op: Op.Leave, reason: 0 });
    expect(bench.now(student).role).toBe(Role.Talker);
    expect(bench.enter('tom', { grant: grant(Role.Admin, NOW - 500, 'J2') }).role).toBe(Role.Admin);
  });

  it('gives no role to who asks for it, by op 1002 or by REST', () => {
    const bench = open();
    const owner = bench.enter('tom', { grant: grant(Role.Admin) });
    const student = bench.enter('sue', { grant: grant(Role.Audience, NOW - 500, 'J2') });
    for (const op2 of [ControlOp.RequestTalker, ControlOp.RequestAdmin]) {
      bench.frame(student, { op: Op.Control, memId: owner.id, arg: JSON.stringify({ op2 }) });
      expect(bench.now(student).role).toBe(Role.Audience);
    }
    const change = { kind: 'changeRoles', names: ['org#app_sue'], role: Role.Admin } as const;
    expect(bench.command('sue', change)).toMatchObject({ code: -101 });
    // The role token of a former admin is invalid while it is away.
    bench.frame(owner, { op: Op.Leave, reason: 0 });
    expect(bench.command('tom', change)).toMatchObject({ code: -101 });
    expect(bench.now(student).role).toBe(Role.Audience);
  });

  it('refuses the commands of the operator to everybody else', () => {
    const bench = open();
    bench.enter('tom', { grant: grant(Role.Admin) });
    const commands = [
      { kind: 'nameMember', name: 'org#app_eve', role: Role.Admin },
      { kind: 'dismissMember', name: 'org#app_tom' },
      { kind: 'mute', names: ['org#app_tom'], isMuted: true },
      { kind: 'recordAll', isRecorded: true },
      { kind: 'message', text: 'hello', names: undefined },
    ] as const;
    for (const command of commands) expect(bench.command('tom', command)).toMatchObject({ code: -101 });
  });

  it('keeps a role that an admin gave over leaving and coming back', () => {
    const bench = open();
    bench.enter('tom', { grant: grant(Role.Admin) });
    const student = bench.enter('sue', { grant: grant(Role.Talker, NOW - 500, 'J2') });
    bench.command('tom', { kind: 'changeRoles', names: ['org#app_sue'], role: Role.Admin });
    bench.frame(bench.now(student), { op: Op.Leave, reason: 0 });
    expect(bench.enter('sue', { grant: grant(Role.Talker, NOW - 500, 'J2') }).role).toBe(Role.Admin);
    // A grant that is newer than the decision replaces it.
    const again = bench.enter('sue', { socketId: 'other', grant: grant(Role.Audience, NOW + 1, 'J3') });
    expect(again.role).toBe(Role.Audience);
  });

  it('keeps out who was removed, until there is a newer grant', () => {
    const bench = open({ members: { 'org#app_kim': Role.Talker } });
    bench.enter('tom', { grant: grant(Role.Admin) });
    bench.enter('sue', { grant: grant(Role.Talker, NOW - 500, 'J2') });
    bench.enter('kim');
    expect(bench.command('tom', { kind: 'kick', names: ['org#app_sue', 'org#app_kim'] })).toBeUndefined();
    expect(() => bench.enter('sue', { kicks: 1, grant: grant(Role.Talker, NOW, 'J3') })).toThrow('only members');
    expect(() => bench.enter('kim', { kicks: 1 })).toThrow('only members');
    expect(bench.enter('sue', { kicks: 1, grant: grant(Role.Talker, NOW + 1, 'J4') }).role).toBe(Role.Talker);
    expect(order(bench, { kind: 'nameMember', name: 'org#app_kim', role: Role.Audience })).toBeUndefined();
    expect(bench.enter('kim', { kicks: 1 }).role).toBe(Role.Audience);
  });

  it('refuses a ticket whose grant was revoked after it was issued', () => {
    const bench = open();
    expect(() => bench.enter('sue', { grant: grant(Role.Talker), isRevoked: true })).toThrow('was revoked');
  });

  it('names its members as their grants do', () => {
    const bench = open();
    const ticket = { confrId: 'LC1', memName: 'org#app_sue', tktId: 'T9', role: Role.Talker, kicks: 0, expiresAt: 0 };
    const member = bench.enter('sue', {
      nickName: 'The teacher',
      ticket: { ...ticket, grant: grant(Role.Talker), nickName: 'Sue' },
    });
    expect(member.nickName).toBe('Sue');
  });

  it('goes on while nobody is in it, tells of its beginning and end once, and ends when it is closed', () => {
    const bench = open();
    const outside = (): string[] =>
      bench.of('persist').flatMap(({ changes }) => changes.events.map(({ type }) => type));
    bench.feed({ kind: 'timer', timer: 'reap' });
    expect(bench.state.phase).toBe('waiting');
    const member = bench.enter('sue', { grant: grant(Role.Talker) });
    expect(outside()).toEqual(['conference.started', 'member.joined']);
    bench.frame(member, { op: Op.Leave, reason: 0 });
    expect([bench.state.phase, outside()]).toEqual(['open', ['member.left']]);
    bench.enter('sue', { grant: grant(Role.Talker) });
    expect(outside()).toEqual(['member.joined']);
    order(bench, { kind: 'disband' });
    expect([bench.state.phase, outside()]).toEqual(['closed', ['member.left', 'conference.ended']]);
  });

  it('says who removed a member, unless the server did', () => {
    const bench = open({}, 'org#app_tom');
    const left = (): unknown[] =>
      bench
        .of('persist')
        .flatMap(({ changes }) => changes.events.flatMap((one) => (one.type === 'member.left' ? [one.data] : [])));
    bench.enter('tom', { grant: grant(Role.Admin) });
    bench.enter('sue', { grant: grant(Role.Talker, NOW - 500, 'J2') });
    bench.enter('kim', { grant: grant(Role.Talker, NOW - 500, 'J3') });
    bench.command('tom', { kind: 'kick', names: ['org#app_sue'] });
    expect(left()).toMatchObject([{ memName: 'org#app_sue', reason: 2, removedBy: 'org#app_tom' }]);
    order(bench, { kind: 'expel', name: 'org#app_kim' });
    expect(left()).toEqual([expect.not.objectContaining({ removedBy: expect.anything() as unknown })]);
  });

  it('has a place for its owner, however many came before', () => {
    const bench = new Bench('org#app_tom', ConferenceType.Communication, { maxMembers: 2 }, config());
    bench.enter('sue', { grant: grant(Role.Talker) });
    bench.enter('kim', { grant: grant(Role.Talker, NOW - 500, 'J2') });
    expect(() => bench.enter('eve', { grant: grant(Role.Talker, NOW - 500, 'J3') })).toThrow('full');
    expect(bench.enter('tom', { grant: grant(Role.Admin, NOW - 500, 'J4') }).role).toBe(Role.Admin);
  });

  it('knows after a restart whom the operator named and removed, and that it had begun', () => {
    const bench = open({ members: { 'org#app_tom': Role.Admin, 'org#app_kim': Role.Talker } });
    const fresh = bench.state;
    const member = bench.enter('sue', { grant: grant(Role.Talker) });
    bench.frame(member, { op: Op.Leave, reason: 0 });
    order(bench, { kind: 'nameMember', name: 'org#app_ben', role: Role.Audience });
    order(bench, { kind: 'dismissMember', name: 'org#app_kim' });
    order(bench, { kind: 'recordAll', isRecorded: true });
    const { facts } = changedFacts(fresh, bench.state)!;
    const texts = new Map([...facts].map(([key, fact]) => [key, encodeFact(fact) ?? 'null']));
    const { state, effects } = begin({ ...fresh, videoCodecs: ['VP8'] }, bench.context, texts);
    expect([effects, state.hasStarted, state.isRecorded]).toEqual([[], true, true]);
    bench.state = state;
    expect(bench.enter('tom').role).toBe(Role.Admin);
    expect(bench.enter('ben').role).toBe(Role.Audience);
    expect(() => bench.enter('kim', { kicks: 1 })).toThrow('only members');
  });
});

describe('the operator', () => {
  it('changes the role of a member at once and for later, whoever is admin there', () => {
    const bench = open();
    const owner = bench.enter('tom', { grant: grant(Role.Admin) });
    expect(order(bench, { kind: 'nameMember', name: owner.name, role: Role.Talker })).toBeUndefined();
    expect(bench.now(owner).role).toBe(Role.Talker);
    bench.frame(bench.now(owner), { op: Op.Leave, reason: 0 });
    expect(bench.enter('tom', { grant: grant(Role.Admin) }).role).toBe(Role.Talker);
  });

  it('mutes members, who hear of it, and no admins', () => {
    const bench = open();
    bench.enter('tom', { grant: grant(Role.Admin) });
    const student = bench.enter('sue', { grant: grant(Role.Talker, NOW - 500, 'J2') });
    const mute = { kind: 'mute', isMuted: true } as const;
    expect(order(bench, { ...mute, names: ['org#app_sue'] })).toBeUndefined();
    expect(bench.sentTo(student)).toMatchObject([{ op: Op.Control, arg: expect.stringContaining('"op2":23') }]);
    expect(bench.state.mutes.has('org#app_sue')).toBe(true);
    expect(order(bench, { ...mute, names: ['org#app_tom'] })).toMatchObject({ code: -101 });
    expect(order(bench, { ...mute, names: ['org#app_who'] })).toMatchObject({ code: -507 });
    order(bench, { kind: 'mute', isMuted: false, names: ['org#app_sue'] });
    expect(bench.state.mutes.size).toBe(0);
  });

  it('speaks to all members, or to some', () => {
    const bench = open();
    const [tom, sue] = [
      bench.enter('tom', { grant: grant(Role.Admin) }),
      bench.enter('sue', { grant: grant(Role.Talker) }),
    ];
    order(bench, { kind: 'message', text: 'five minutes', names: undefined });
    const message = { op: Op.Message, memId: 'server', arg: 'five minutes' };
    expect([bench.sentTo(tom), bench.sentTo(sue)]).toMatchObject([[message], [message]]);
    order(bench, { kind: 'message', text: 'you', names: ['org#app_sue'] });
    expect([bench.sentTo(tom), bench.sentTo(sue)]).toMatchObject([[], [{ arg: 'you' }]]);
  });

  it('has authority in rooms of users too, but names nobody there', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    expect(alice.role).toBe(Role.Admin);
    expect(order(bench, { kind: 'nameMember', name: 'org#app_bob', role: Role.Talker })).toMatchObject({ code: -507 });
    expect(order(bench, { kind: 'kick', names: ['org#app_alice'] })).toBeUndefined();
    expect(bench.state.phase).toBe('closed');
  });
});
