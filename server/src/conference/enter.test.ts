import { Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';

describe('entering', () => {
  it('makes the first member admin, later ones what their ticket says', () => {
    const bench = new Bench();
    expect(bench.enter('alice').role).toBe(Role.Admin);
    expect(bench.of('persist')).toMatchObject([{ changes: { isFirm: true } }]);
    expect(bench.of('persist')[0]?.changes.facts.get('roles:org#app_alice')).toBe(Role.Admin);
    expect(bench.enter('bob').role).toBe(Role.Talker);
    expect(bench.enter('carol', { role: Role.Audience }).role).toBe(Role.Audience);
  });

  it('leaves an audience member who comes before the creator audience', () => {
    const bench = new Bench();
    expect(bench.enter('bob', { role: Role.Audience }).role).toBe(Role.Audience);
  });

  it('answers with session, ids, codecs and complete lists, and tells the others but not oneself', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', { ext: 'no json', res: { type: 'WEB', ops: [1003] } });
    const streamId = bench.publish(alice);
    const bob = bench.enter('bob');
    const [answer, ...rest] = bench.sentTo(bob);
    expect(rest).toEqual([]);
    expect(answer).toMatchObject({
      op: Op.Response,
      result: 0,
      sessId: bob.sessId,
      memId: bob.id,
      role: Role.Talker,
      vcodes: ['VP8', 'H264'],
      cver: bench.state.cver,
      yourIp: '127.0.0.1',
      mems: [
        { id: alice.id, name: 'org#app_alice', nickName: 'alice', ext: 'no json', res: { type: 'WEB', ops: [1003] } },
        { id: bob.id },
      ],
      streams: [{ id: streamId, memId: alice.id, memName: 'org#app_alice', sver: 1, vcodes: ['VP8'] }],
    });
    expect(bench.sentTo(alice)).toMatchObject([
      { op: Op.MemberEntered, sessId: alice.sessId, mem: { id: bob.id }, cver: bench.state.cver },
    ]);
  });

  it('does not show a stream whose first publish is under way', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    bench.frame(alice, { op: Op.Init, rtcId: 'RTC0', sdp: '{"type":"OFFER","sdp":"v=0"}', pubS: { type: 0 } });
    const bob = bench.enter('bob');
    expect(bench.sentTo(bob)[0]).toMatchObject({ streams: [] });
  });

  it('grants only the capabilities it knows, and names none to clients that ask for none', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', { res: { caps: ['fast', 'rebuild', 'teleport'] } });
    expect(bench.sentTo(alice)[0]).toMatchObject({ caps: ['fast', 'rebuild'] });
    const bob = bench.enter('bob');
    expect(bench.sentTo(bob)[0]).not.toHaveProperty('caps');
  });

  it('refuses one too many, an expired ticket and a conference that is over', () => {
    const bench = new Bench();
    for (const user of ['a', 'b', 'c', 'd', 'e']) bench.enter(user);
    expect(() => bench.enter('f')).toThrow(String(ServerCode.TooManyMembers));
    expect(() => bench.enter('f', { isExpired: true })).toThrow(String(ServerCode.TicketExpired));
    for (const member of bench.state.members.values()) bench.frame(member, { op: Op.Leave });
    expect(bench.state.phase).toBe('closed');
    expect(() => bench.enter('f')).toThrow(String(ServerCode.ConferenceInvalid));
  });

  it('lets one user in with two devices', () => {
    const bench = new Bench();
    const phone = bench.enter('alice', { socketId: 'phone' });
    const laptop = bench.enter('alice', { socketId: 'laptop' });
    expect(laptop.id).not.toBe(phone.id);
    expect(bench.state.members.size).toBe(2);
  });

  it('replaces the member when the same ticket comes again without a session', () => {
    const bench = new Bench();
    const first = bench.enter('alice', { tktId: 'T', socketId: 'one' });
    bench.publish(first);
    const second = bench.enter('alice', { tktId: 'T', socketId: 'two' });
    expect([...bench.state.members.keys()]).toEqual([second.id]);
    expect(second.role).toBe(Role.Admin);
    expect(bench.state.streams.size).toBe(0);
    expect(bench.of('closeSocket')).toMatchObject([{ socketId: 'one' }]);
  });
});

describe('re-entering (trap T10)', () => {
  it('keeps ids, first nickname and media, and takes the session from the old socket', () => {
    const bench = new Bench();
    const alice = bench.enter('alice', { nickName: 'Alice', socketId: 'old' });
    const bob = bench.enter('bob');
    const streamId = bench.publish(alice);
    const again = bench.enter('alice', { sessId: alice.sessId, nickName: 'org#app_alice', socketId: 'new' });
    expect(again).toMatchObject({ id: alice.id, sessId: alice.sessId, nickName: 'Alice' });
    expect(bench.of('closeSocket')).toMatchObject([{ socketId: 'old' }]);
    expect(bench.sentTo(again)).toMatchObject([{ result: 0, memId: alice.id, streams: [{ id: streamId, sver: 1 }] }]);
    expect(bench.sentTo(bob)).toEqual([]);
    expect(bench.of('closeTransport')).toEqual([]);
  });

  it('announces a lost member only after the grace time', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob');
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    expect(bench.effects).toEqual([
      { kind: 'startTimer', timer: `member:${alice.id}`, delayMs: TIMINGS.memberGraceMs },
    ]);
    bench.feed({ kind: 'timer', timer: `member:${alice.id}` });
    expect(bench.sentTo(bob)[0]).toMatchObject({ op: Op.MemberExited, memId: alice.id });
  });

  it('stops the grace time when the member is back, also with an expired ticket', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.enter('alice', { sessId: alice.sessId, isExpired: true, socketId: 'new' });
    expect(bench.of('stopTimer')).toEqual([{ kind: 'stopTimer', timer: `member:${alice.id}` }]);
    bench.feed({ kind: 'timer', timer: `member:${alice.id}` });
    expect(bench.state.members.has(alice.id)).toBe(true);
  });

  it('gives a member that comes back too late its old id again, but never to somebody else', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    bench.enter('bob');
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.feed({ kind: 'timer', timer: `member:${alice.id}` });
    const thief = bench.enter('carol', { sessId: alice.sessId });
    expect(thief.id).not.toBe(alice.id);
    expect(bench.enter('alice', { sessId: alice.sessId }).id).toBe(alice.id);
  });
});

describe('the end of a conference', () => {
  it('comes when nobody enters in time, and not once somebody has', () => {
    const empty = new Bench();
    empty.feed({ kind: 'timer', timer: 'reap' });
    expect(empty.of('closed')).toHaveLength(1);
    const used = new Bench();
    used.enter('alice');
    expect(used.of('stopTimer')).toContainEqual({ kind: 'stopTimer', timer: 'reap' });
    used.feed({ kind: 'timer', timer: 'reap' });
    expect(used.of('closed')).toHaveLength(0);
  });

  it('comes with the last member, whose media are closed', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const streamId = bench.publish(alice);
    const answer = bench.frame(alice, { op: Op.Leave });
    expect(answer).toMatchObject({ result: 0 });
    expect(bench.effects).toContainEqual({ kind: 'removeSource', sourceId: streamId });
    expect(bench.of('release')).toEqual([{ kind: 'release', socketId: 'socket-alice' }]);
    expect(bench.of('closed')).toHaveLength(1);
  });
});

describe('a client whose enter was answered, but not heard', () => {
  it('is the same member when it enters again with its ticket, and nobody hears of it', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob', { tktId: 'T' });
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    const again = bench.enter('bob', { tktId: 'T', socketId: 'socket-2' });
    expect([again.id, again.sessId]).toEqual([bob.id, bob.sessId]);
    expect(bench.sentTo(alice)).toEqual([]);
    expect(bench.sentTo(again)).toMatchObject([{ op: 1001, result: 0, memId: bob.id }]);
  });
});

describe('one user many times', () => {
  it('cannot fill a conference for the others', () => {
    const bench = new Bench();
    for (let tab = 0; tab < 3; tab += 1) bench.enter('mallory', { socketId: `tab${tab}` });
    bench.feed({
      ...({ kind: 'enter', socketId: 'tab3', tsxId: 'M', isExpired: false, ip: '', sessId: undefined } as const),
      ...({ nickName: undefined, ext: undefined, res: undefined } as const),
      ticket: { confrId: 'LC1', memName: 'org#app_mallory', tktId: 'T', role: Role.Talker, kicks: 0, expiresAt: 0 },
    });
    expect(bench.sentTo('tab3')).toMatchObject([{ tsxId: 'M', result: ServerCode.TooManyMembers }]);
    expect(bench.state.members.size).toBe(3);
    bench.enter('alice');
    expect(bench.state.members.size).toBe(4);
  });

  it('gets in again past the ghost of a page that was closed', () => {
    const bench = new Bench();
    const others = ['a', 'b', 'c', 'd'].map((user) => bench.enter(user));
    const ghost = bench.enter('alice');
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    const alice = bench.enter('alice', { socketId: 'reloaded' });
    expect(alice.id).not.toBe(ghost.id);
    expect(bench.state.members.size).toBe(5);
    expect(bench.sentTo(others[0] ?? '')).toMatchObject([
      { op: 301, memId: ghost.id },
      { op: 300, mem: { id: alice.id } },
    ]);
  });
});
