import { ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';

function trio() {
  const bench = new Bench();
  return { bench, alice: bench.enter('alice'), bob: bench.enter('bob'), carol: bench.enter('carol') };
}

describe('op 1002 between members', () => {
  it('is delivered with the sender as memId and answered by its recipient alone (T8, T15)', () => {
    const { bench, alice, bob } = trio();
    expect(bench.frame(alice, { op: 1002, memId: bob.id, tsxId: 'C', arg: '{"op2":20}', tsxTime: 5 })).toBeUndefined();
    expect(bench.sentTo(bob)).toEqual([
      { op: 1002, sessId: bob.sessId, memId: alice.id, tsxId: 'C', arg: '{"op2":20}', tsxTime: 5 },
    ]);
    bench.frame(bob, { op: 1001, memId: alice.id, tsxId: 'C', result: -402, arg: '{"op2":20}' });
    expect(bench.of('send')).toMatchObject([
      {
        socketId: 'socket-alice',
        frame: { op: 1001, tsxId: 'C', result: -402, memId: bob.id, sessId: alice.sessId, arg: '{"op2":20}' },
      },
    ]);
    bench.frame(bob, { op: 1001, memId: alice.id, tsxId: 'C', result: 0 });
    expect(bench.effects).toEqual([]);
  });

  it('of one member cannot make the server forget what the others wait for', () => {
    const { bench, alice, bob, carol } = trio();
    bench.frame(alice, { op: 1002, memId: bob.id, tsxId: 'C', arg: '{"op2":20}' });
    for (let sent = 0; sent < 2_000; sent += 1) bench.frame(carol, { op: 1002, memId: bob.id, arg: '{"op2":20}' });
    expect(bench.state.relays.length).toBeLessThanOrEqual(65);
    bench.frame(bob, { op: 1001, memId: alice.id, tsxId: 'C', result: 0 });
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1001, tsxId: 'C', result: 0 }]);
  });

  it('cannot be used to answer what was not asked of the member', () => {
    const { bench, alice, bob, carol } = trio();
    bench.frame(alice, { op: 1002, memId: bob.id, tsxId: 'C', arg: '{"op2":20}' });
    bench.frame(carol, { op: 1001, memId: alice.id, tsxId: 'C', result: 0 });
    expect(bench.effects).toEqual([]);
    bench.frame(bob, { op: 1001, memId: carol.id, tsxId: 'C', result: 0 });
    expect(bench.effects).toEqual([]);
  });

  it('fails for members that are unknown, away, or leave before they answer', () => {
    const { bench, alice, bob, carol } = trio();
    const message = { op: 1002, arg: '{"op2":20}' };
    expect(bench.frame(alice, { ...message, memId: 'nobody' })).toMatchObject({
      result: ServerCode.OperationUnsupported,
    });
    bench.feed({ kind: 'socketLost', socketId: 'socket-carol' });
    expect(bench.frame(alice, { ...message, memId: carol.id })).toMatchObject({ result: ResultCode.RequestTimeout });
    bench.frame(alice, { ...message, memId: bob.id, tsxId: 'C' });
    bench.frame(bob, { op: 201 });
    expect(bench.sentTo(alice)).toMatchObject([
      { op: 1001, tsxId: 'C', result: ServerCode.OperationUnsupported },
      { op: 301 },
    ]);
  });

  it('lets only admins mute others', () => {
    const { bench, alice, bob, carol } = trio();
    const mute = { op: 1002, memId: carol.id, arg: `{"op2":23,"memId":"${carol.id}"}` };
    expect(bench.frame(bob, mute)).toMatchObject({ result: ServerCode.NoRights });
    bench.frame(alice, mute);
    expect(bench.sentTo(carol)).toMatchObject([{ op: 1002, memId: alice.id }]);
  });
});

describe('op 1003', () => {
  it('is delivered as it is and acknowledged by the server (T15)', () => {
    const { bench, alice, bob } = trio();
    expect(bench.frame(alice, { op: 1003, memId: bob.id, arg: 'just text' })).toMatchObject({ result: 0 });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1003, memId: alice.id, arg: 'just text', sessId: bob.sessId }]);
  });
});

describe('frames that are wrong', () => {
  it('with an unknown op are answered, and change nothing', () => {
    const { bench, alice } = trio();
    const before = bench.state;
    expect(bench.frame(alice, { op: 4711 })).toMatchObject({ result: ServerCode.OperationUnsupported });
    expect(bench.state).toBe(before);
  });

  it.each([0, 1, 2, 3, 100, 101, 103, 401])('of a server of calls (op %i) are answered, and change nothing', (op) => {
    const { bench, alice } = trio();
    const before = bench.state;
    expect(bench.frame(alice, { op })).toMatchObject({ result: ServerCode.OperationUnsupported });
    expect(bench.state).toBe(before);
  });

  it('with the session of somebody else are refused', () => {
    const { bench, alice, bob } = trio();
    expect(bench.frame(alice, { op: 201, sessId: bob.sessId })).toMatchObject({ result: ServerCode.MemberInvalid });
    expect(bench.state.members.size).toBe(3);
  });
});
