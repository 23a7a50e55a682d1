import { Op, Role, TerminateReason } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench, TIMINGS } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import { begin } from './begin.js';
import { encodeFact } from './durable.js';
import { wireLists } from './wire.js';

const OURS = { res: { caps: ['rebuild'] } };

/** A bench that also stores the durable facts of its conference, as a database would. */
class KeptBench extends Bench {
  readonly facts = new Map<string, string>();

  override feed(...args: Parameters<Bench['feed']>): ReturnType<Bench['feed']> {
    const effects = super.feed(...args);
    for (const { changes } of this.of('persist')) {
      for (const [key, fact] of changes.facts) {
        const json = encodeFact(fact);
        if (json === undefined) this.facts.delete(key);
        else this.facts.set(key, json);
      }
    }
    return effects;
  }

  /** The same conference on a server that restored it from the facts. */
  restart(): Bench {
    const later = new Bench();
    const { state, effects } = begin(later.state, later.context, this.facts);
    later.state = state;
    later.effects = effects;
    return later;
  }
}

describe('a conference whose server was restarted', () => {
  it('has the members, roles and streams it had, and gives the members time to come back', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice', { ext: '{"a":1}', ...OURS });
    const bob = bench.enter('bob', { role: Role.Audience });
    const streamId = bench.publish(alice);
    bench.frame(alice, { op: Op.StreamControl, rtcId: 'RTC0', voff: 1, aoff: 0 });
    const later = bench.restart();
    expect(wireLists(later.state)).toEqual(wireLists(bench.state));
    expect(later.state.cver).toBeGreaterThan(bench.state.cver);
    expect(later.of('startTimer')).toEqual(
      [alice, bob].map(({ id }) => ({
        kind: 'startTimer',
        timer: `member:${id}`,
        delayMs: TIMINGS.memberGraceMs,
      })),
    );
    const again = later.enter('alice', { sessId: alice.sessId, ...OURS });
    expect([again.id, again.role, later.state.members.size]).toEqual([alice.id, Role.Admin, 2]);
    expect(later.of('send')[0]?.frame).toMatchObject({ op: 1001, result: 0, memId: alice.id });
    expect(later.state.streams.get(streamId)).toMatchObject({ voff: 1, aoff: 0, sver: 1 });
  });

  it('holds to what its admins decided: roles, mutes, mute-all, attributes, kicks', () => {
    const bench = new KeptBench();
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    bench.enter('carol');
    bench.frame(alice, { op: Op.Control, memId: bob.id, arg: { op2: 23 } });
    bench.command('alice', { kind: 'muteAll', isMuted: true });
    bench.command('alice', { kind: 'attributes', changes: [{ key: 'page', val: '1' }] });
    bench.command('alice', { kind: 'changeRoles', names: ['org#app_carol'], role: Role.Admin });
    bench.command('alice', { kind: 'kick', names: ['org#app_bob'] });
    const later = bench.restart();
    expect(() => later.enter('bob')).toThrow('-502');
    const again = later.enter('bob', { kicks: 1 });
    const [entered, muted] = later.sentTo(again);
    expect(entered).toMatchObject({
      role: Role.Talker,
      cattrs: [{ key: 'page', val: '1', op: 'UPDATE' }],
      cstate: { muteAll: true },
    });
    expect(muted).toMatchObject({ op: Op.Control, arg: JSON.stringify({ op2: 23, memId: again.id }) });
    later.publish(again);
    expect(later.of('forwarded')).toMatchObject([{ forwarded: { audio: false, video: true } }]);
    expect(later.enter('carol', { socketId: 'socket-tab' }).role).toBe(Role.Admin);
  });

  it('takes a stream back under its id, its version and its mixing number going on', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice');
    const streamId = bench.publish(alice);
    bench.publish(alice, { id: streamId });
    const { csrc } = bench.state.streams.get(streamId) ?? {};
    const later = bench.restart();
    const back = later.enter('alice', { sessId: alice.sessId });
    expect(later.publish(back, { id: streamId })).toBe(streamId);
    expect(later.state.streams.get(streamId)).toMatchObject({ sver: 3, csrc, phase: 'live' });
    const other = later.publish(back, { type: 1 }, 'RTC4');
    expect(later.state.streams.get(other)?.csrc).toBeGreaterThan(csrc ?? 0);
  });

  it('takes a stream back from a client that names only the connection it published on', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice');
    const streamId = bench.publish(alice);
    const later = bench.restart();
    const back = later.enter('alice', { sessId: alice.sessId });
    expect(later.publish(back)).toBe(streamId);
  });

  it('asks who can rebuild on request to rebuild every connection it had', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice', OURS);
    const bob = bench.enter('bob', OURS);
    const streamId = bench.publish(alice);
    bench.subscribe(bob, streamId, 'RTC8');
    bench.subscribe(bob, streamId, 'RTC9');
    bench.frame(bob, { op: Op.Terminate, rtcId: 'RTC9' });
    const later = bench.restart();
    const told = (user: string, sessId: string): unknown => {
      const member = later.enter(user, { sessId, ...OURS });
      return later.sentTo(member).slice(1);
    };
    expect(told('alice', alice.sessId)).toMatchObject([
      { op: Op.Terminate, rtcId: 'RTC0', endReason: TerminateReason.Rebuild },
    ]);
    expect(told('bob', bob.sessId)).toMatchObject([
      { op: Op.Terminate, rtcId: 'RTC8', endReason: TerminateReason.Rebuild },
    ]);
  });

  it('lets subscriptions wait for the streams of members who are not back yet', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob');
    const streamId = bench.publish(alice);
    const later = bench.restart();
    const backBob = later.enter('bob', { sessId: bob.sessId });
    later.frame(backBob, { op: Op.Init, rtcId: 'RTC2', sdp: offer('VP8'), subSId: streamId });
    expect(later.of('subscribe')).toEqual([]);
    const backAlice = later.enter('alice', { sessId: alice.sessId });
    later.publish(backAlice, { id: streamId });
    expect(later.of('subscribe')).toMatchObject([{ request: { sourceId: streamId } }]);
  });

  it('tells of those who did not come back after their grace time, and ends with the last of them', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob');
    bench.publish(bob);
    const later = bench.restart();
    later.enter('alice', { sessId: alice.sessId });
    later.feed({ kind: 'timer', timer: `member:${bob.id}` });
    expect(later.sentTo(alice.id)).toMatchObject([{ op: Op.MemberExited, memId: bob.id, reason: 4 }]);
    expect(later.state.streams.size).toBe(0);
    later.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    later.feed({ kind: 'timer', timer: `member:${alice.id}` });
    expect(later.of('closed')).toHaveLength(1);
    expect(later.of('persist')).toMatchObject([{ changes: { isEnd: true } }]);
  });

  it('keeps what a client says of itself as it was said, whatever it looks like', () => {
    const bench = new KeptBench();
    const res = { caps: ['rebuild'], $map: 1, deep: { $map: [[1, 2]], $object: 'no', ['__proto__']: 1 } };
    const alice = bench.enter('alice', { res });
    const { state } = bench.restart();
    expect(JSON.stringify(state.members.get(alice.id)?.res)).toBe(JSON.stringify(res));
    expect(state.members.get(alice.id)?.retired).toBeInstanceOf(Map);
  });

  it('forgets who left and what ended', () => {
    const bench = new KeptBench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob');
    const streamId = bench.publish(alice);
    bench.subscribe(bob, streamId);
    bench.frame(alice, { op: Op.Terminate, rtcId: 'RTC0' });
    bench.frame(bob, { op: Op.Leave });
    const { state } = bench.restart();
    expect([...state.members.keys()]).toEqual([alice.id]);
    expect(state.streams.size).toBe(0);
    // Roles outlive a member's stay.
    expect(state.roles.get(alice.name)).toBe(Role.Admin);
  });

  it('waits for its first member when nobody was in it', () => {
    const later = new KeptBench().restart();
    expect(later.state.phase).toBe('waiting');
    expect(later.of('startTimer')).toMatchObject([{ timer: 'reap' }]);
  });
});

describe('what is written before anybody is told', () => {
  it('is who became admin, and not that somebody came, published or watches', () => {
    const bench = new KeptBench();
    const isFirm = (): boolean[] => bench.of('persist').map(({ changes }) => changes.isFirm);
    const alice = bench.enter('alice');
    expect(bench.effects[0]?.kind).toBe('persist');
    expect(isFirm()).toEqual([true]);
    const bob = bench.enter('bob');
    expect(isFirm()).toEqual([false]);
    const streamId = bench.publish(alice);
    expect(isFirm()).toEqual([false]);
    bench.subscribe(bob, streamId);
    expect(isFirm()).toEqual([false]);
    bench.frame(bob, { op: Op.Leave });
    expect(isFirm()).toEqual([false]);
  });
});
