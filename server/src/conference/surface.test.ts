import { ConferenceType, ResultCode, Role, ServerCode, type WireMessage } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import type { Member } from './model.js';

const NOT_ALLOWED = { op: 1001, result: ResultCode.RemoteControlNotAllowed, msg: 'Not support the remote control.' };

/** Alice requests the surface of Bob's stream. */
function setUp() {
  const bench = new Bench();
  const [alice, bob, carol] = [bench.enter('alice'), bench.enter('bob'), bench.enter('carol')];
  const streamId = bench.publish(bob);
  const control = (from: Member, to: Member, arg: object, more: Partial<WireMessage> = {}) =>
    bench.frame(from, {
      op: 1002,
      memId: to.id,
      arg: JSON.stringify({ op2: 30, streamId, cId: 'C1', ...arg }),
      ...more,
    });
  const answer = (from: Member, to: Member, tsxId: string, result: number) =>
    bench.frame(from, { op: 1001, memId: to.id, tsxId, result, arg: '{}' });
  const grant = (cId = 'C1', controller = alice) => {
    control(controller, bob, { evt: 1, cId }, { tsxId: `ask ${cId}` });
    answer(bob, controller, `ask ${cId}`, 0);
  };
  const batch = (more: object = {}, from = alice, to = bob) => control(from, to, { evt: 0, actions: [], ...more });
  return { bench, alice, bob, carol, streamId, control, answer, grant, batch };
}

describe('the pointer surface of a stream', () => {
  it('is asked of the owner of the stream', () => {
    const { bench, alice, bob, carol, control } = setUp();
    control(alice, bob, { evt: 1 });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1002, memId: alice.id }]);
    expect(control(alice, carol, { evt: 1 })).toMatchObject(NOT_ALLOWED);
    expect(control(bob, bob, { evt: 1 })).toMatchObject(NOT_ALLOWED);
    expect(control(alice, bob, { evt: 1, streamId: 'ST?' })).toMatchObject(NOT_ALLOWED);
    expect(control(alice, bob, { evt: 1, cId: 7 })).toMatchObject(NOT_ALLOWED);
    expect(bench.sentTo(bob)).toEqual([]);
  });

  it('is asked for only where the stream is there already', () => {
    const { bench, alice, carol, control } = setUp();
    bench.frame(carol, { op: 102, rtcId: 'RTC0', cctx: '_i_1', sdp: offer('VP8'), pubS: { type: 0 } });
    const [starting] = [...bench.state.streams.values()].filter(({ memId }) => memId === carol.id);
    expect(starting?.phase).toBe('starting');
    expect(control(alice, carol, { evt: 1, streamId: starting?.id })).toMatchObject(NOT_ALLOWED);
  });

  it.each([0, 3, 7])('takes nothing before it is given: evt %i', (evt) => {
    const { bench, alice, bob, control } = setUp();
    expect(control(alice, bob, { evt })).toMatchObject(NOT_ALLOWED);
    control(alice, bob, { evt: 1 }, { tsxId: 'ask' });
    expect(control(alice, bob, { evt })).toMatchObject(NOT_ALLOWED);
    expect(bench.sentTo(bob)).toEqual([]);
  });

  it('takes what its controller does once the owner has said yes, and what nobody else does', () => {
    const { bench, alice, bob, carol, grant, batch, control } = setUp();
    grant();
    expect(batch()).toBeUndefined();
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1002, memId: alice.id }]);
    expect(control(alice, bob, { evt: 3 })).toBeUndefined();
    expect(batch({}, carol)).toMatchObject(NOT_ALLOWED);
    expect(batch({ cId: 'C2' })).toMatchObject(NOT_ALLOWED);
    expect(batch({ streamId: 'ST?' })).toMatchObject(NOT_ALLOWED);
    expect(batch({}, bob, alice)).toMatchObject(NOT_ALLOWED);
  });

  it.each([-402, -403, -405, -507])('is not given by %i', (result) => {
    const { alice, bob, control, answer, batch } = setUp();
    control(alice, bob, { evt: 1 }, { tsxId: 'ask' });
    answer(bob, alice, 'ask', result);
    expect(batch()).toMatchObject(NOT_ALLOWED);
  });

  it('is not given by anybody but the owner', () => {
    const { alice, bob, carol, control, answer, batch } = setUp();
    control(alice, bob, { evt: 1 }, { tsxId: 'ask' });
    answer(carol, alice, 'ask', 0);
    expect(batch()).toMatchObject(NOT_ALLOWED);
  });

  it('is not given by an answer that comes after the request was taken back', () => {
    const { bench, alice, bob, control, answer, batch } = setUp();
    control(alice, bob, { evt: 1 }, { tsxId: 'ask' });
    expect(control(alice, bob, { evt: 2 })).toBeUndefined();
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1002 }]);
    answer(bob, alice, 'ask', 0);
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1001, tsxId: 'ask', result: 0 }]);
    expect(batch()).toMatchObject(NOT_ALLOWED);
  });

  it('is not given of a stream that has ended meanwhile', () => {
    const { bench, alice, bob, control, answer } = setUp();
    control(alice, bob, { evt: 1 }, { tsxId: 'ask' });
    bench.frame(bob, { op: 107, rtcId: 'RTC0' });
    answer(bob, alice, 'ask', 0);
    expect(bench.state.surfaces.size).toBe(0);
  });

  it('has one controller: the last one that the owner said yes to', () => {
    const { carol, grant, batch } = setUp();
    grant('C1');
    grant('C2', carol);
    expect(batch()).toMatchObject(NOT_ALLOWED);
    expect(batch({ cId: 'C2' }, carol)).toBeUndefined();
  });

  it.each<[string, (all: ReturnType<typeof setUp>) => void]>([
    ['its controller releases it', ({ control, alice, bob }) => control(alice, bob, { evt: 2 })],
    ['the owner takes it back', ({ control, alice, bob }) => control(bob, alice, { evt: 2 })],
    [
      'the owner does not know it any more',
      ({ batch, control, answer, alice, bob }) => {
        control(alice, bob, { evt: 3 }, { tsxId: 'alive' });
        answer(bob, alice, 'alive', -405);
        batch();
      },
    ],
    ['the stream ends', ({ bench, bob }) => bench.frame(bob, { op: 107, rtcId: 'RTC0' })],
  ])('is over when %s', (_, end) => {
    const all = setUp();
    all.grant();
    expect(all.bench.state.surfaces.size).toBe(1);
    end(all);
    expect(all.bench.state.surfaces.size).toBe(0);
    expect(all.batch()).toMatchObject(NOT_ALLOWED);
  });

  it.each(['alice', 'bob'] as const)('is over when %s leaves', (who) => {
    const all = setUp();
    all.grant();
    all.bench.frame(all[who], { op: 201 });
    expect(all.bench.state.surfaces.size).toBe(0);
  });

  it('stays over a lost socket and a republication', () => {
    const { bench, alice, bob, streamId, grant, batch } = setUp();
    grant();
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.enter('alice', { sessId: alice.sessId, tktId: alice.tktId });
    bench.frame(bob, { op: 107, rtcId: 'RTC0', endReason: -10 });
    bench.publish(bob, { id: streamId });
    expect(batch()).toBeUndefined();
  });

  it('is given back even while its owner is away', () => {
    const { bench, alice, bob, control, grant, batch } = setUp();
    grant();
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    expect(batch()).toMatchObject({ result: ResultCode.RequestTimeout });
    expect(bench.state.surfaces.size).toBe(1);
    expect(control(alice, bob, { evt: 2 })).toMatchObject({ result: ResultCode.RequestTimeout });
    expect(bench.state.surfaces.size).toBe(0);
  });

  it('stays over changes of roles, as long as the stream does', () => {
    const { bench, bob, carol, grant, batch } = setUp();
    const become = (name: string, role: Role) =>
      bench.command('alice', { kind: 'changeRoles', names: [`org#app_${name}`], role });
    grant('C1', carol);
    become('carol', Role.Audience);
    become('bob', Role.Admin);
    expect(batch({}, carol)).toBeUndefined();
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1002, memId: carol.id }]);
    become('bob', Role.Audience);
    expect(batch({}, carol)).toMatchObject(NOT_ALLOWED);
  });

  it('is not given by an answer to something else', () => {
    const { bench, alice, bob, control, answer, batch } = setUp();
    control(alice, bob, { evt: 1 }, { tsxId: 'T' });
    // A command that the owner may carry out without a request.
    const command = { op: 1002, memId: bob.id, tsxId: 'T', arg: '{"op2":20,"frz":1}' };
    expect(bench.frame(alice, command)).toMatchObject({ result: ServerCode.BadParameters });
    control(alice, bob, { evt: 2 });
    answer(bob, alice, 'T', 0);
    bench.frame(alice, command);
    expect(control(alice, bob, { evt: 1 }, { tsxId: 'T' })).toMatchObject({ result: ServerCode.BadParameters });
    answer(bob, alice, 'T', 0);
    expect(batch()).toMatchObject(NOT_ALLOWED);
  });

  it('carries drawings both ways, and only while it is given', () => {
    const { bench, alice, bob, carol, control, grant, answer, batch } = setUp();
    expect(control(alice, bob, { op2: 31 })).toMatchObject(NOT_ALLOWED);
    grant();
    expect(control(alice, bob, { op2: 31 }, { tsxId: 'D' })).toBeUndefined();
    expect(control(bob, alice, { op2: 31 })).toBeUndefined();
    expect(control(carol, bob, { op2: 31 })).toMatchObject(NOT_ALLOWED);
    // Drawing is refused there; the pointer is independent of it.
    answer(bob, alice, 'D', -405);
    expect(batch()).toBeUndefined();
    expect(bench.state.surfaces.size).toBe(1);
  });

  it('is that of a member in a conference between two, whose streams are not the server’s', () => {
    const bench = new Bench('org#app_alice', ConferenceType.P2p, {}, { callee: 'org#app_bob' });
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    const arg = { op2: 30, streamId: 'P', cId: 'C1' };
    bench.frame(alice, { op: 1002, memId: bob.id, tsxId: 'ask', arg: JSON.stringify({ ...arg, evt: 1 }) });
    bench.frame(bob, { op: 1001, memId: alice.id, tsxId: 'ask', result: 0 });
    const batch = (more: object = {}) =>
      bench.frame(alice, { op: 1002, memId: bob.id, arg: JSON.stringify({ ...arg, evt: 0, ...more }) });
    expect(batch()).toBeUndefined();
    // The server does not remember arbitrary stream ids of the two.
    for (let count = 0; count < 100; count += 1) {
      const asked = JSON.stringify({ ...arg, evt: 1, streamId: `P${count}` });
      bench.frame(alice, { op: 1002, memId: bob.id, tsxId: `ask ${count}`, arg: asked });
      bench.frame(bob, { op: 1001, memId: alice.id, tsxId: `ask ${count}`, result: 0 });
    }
    expect(bench.state.surfaces.size).toBe(16);
    expect(batch({ streamId: 'P99' })).toBeUndefined();
    expect(batch()).toMatchObject(NOT_ALLOWED);
  });
});

describe('remote control that is too much', () => {
  it('is refused beyond 16 messages that were not answered, and goes on with the answers', () => {
    const { alice, bob, grant, control, answer, batch } = setUp();
    grant();
    for (let count = 0; count < 16; count += 1) {
      expect(control(alice, bob, { evt: 0 }, { tsxId: `B${count}` })).toBeUndefined();
    }
    expect(batch()).toMatchObject({ result: ResultCode.RequestTimeout });
    answer(bob, alice, 'B0', 0);
    expect(batch()).toBeUndefined();
  });

  it('returns what may have got lost with the owner’s socket, and counts it no more', () => {
    const { bench, alice, bob, grant, control, batch } = setUp();
    grant();
    control(alice, bob, { evt: 1, cId: 'C2' }, { tsxId: 'question' });
    for (let count = 0; count < 16; count += 1) control(alice, bob, { evt: 0 }, { tsxId: `B${count}` });
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    bench.enter('bob', { sessId: bob.sessId, tktId: bob.tktId, socketId: 'another' });
    expect(bench.sentTo(alice).map(({ tsxId, result }) => [tsxId, result])).toEqual(
      Array.from({ length: 16 }, (_, count) => [`B${count}`, ResultCode.RequestTimeout]),
    );
    expect(batch()).toBeUndefined();
    // The owner of the stream may still be deciding.
    expect(bench.state.relays.map(({ tsxId }) => tsxId)).toContain('question');
  });

  it('is refused where it could not be answered', () => {
    const { bench, alice, bob, streamId, grant } = setUp();
    grant();
    const arg = { op2: 30, streamId, cId: 'C1', evt: 0 };
    const message = { op: 1002, sessId: alice.sessId, memId: bob.id, arg: JSON.stringify(arg) };
    bench.feed({ kind: 'frame', memberId: alice.id, message });
    expect(bench.sentTo(bob)).toEqual([]);
  });

  it.each([20, 30, 31])('is refused above 32 KiB: op2 %i', (op2) => {
    const { bench, alice, bob, grant, control } = setUp();
    grant();
    expect(control(alice, bob, { op2, evt: 0, pad: 'x'.repeat(33_000) })).toMatchObject({
      result: ServerCode.BadParameters,
    });
    expect(bench.sentTo(bob)).toEqual([]);
  });

  it('does not count against whoever has to answer it', () => {
    const { bench, alice, bob, grant, control, answer } = setUp();
    grant();
    control(alice, bob, { evt: 3 }, { tsxId: 'alive' });
    answer(bob, alice, 'alive', 0);
    expect(bench.of('refund')).toEqual([{ kind: 'refund', socketId: 'socket-bob' }]);
    answer(bob, alice, 'alive', 0);
    expect(bench.of('refund')).toEqual([]);
  });
});
