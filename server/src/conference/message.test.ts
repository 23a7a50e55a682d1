import { Op, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, test } from 'vitest';
import { Bench } from '../testing/conference.js';

const CAPS = { type: 'WEB', ops: [Op.Message], caps: ['messages'] };

function trio() {
  const bench = new Bench();
  const alice = bench.enter('alice', { res: CAPS });
  const bob = bench.enter('bob', { res: CAPS });
  const carol = bench.enter('carol', { res: CAPS });
  return { bench, alice, bob, carol };
}

describe('a message to all', () => {
  test('reaches everybody else who takes messages, with its topic', () => {
    const { bench, alice, bob, carol } = trio();
    const old = bench.enter('old', { res: { type: 'WEB' } });
    expect(bench.frame(alice, { op: 1003, arg: 'hello', topic: 'board' })).toMatchObject({ result: ResultCode.Ok });
    for (const other of [bob, carol]) {
      expect(bench.sentTo(other)).toEqual([
        { op: 1003, memId: alice.id, arg: 'hello', topic: 'board', sessId: other.sessId },
      ]);
    }
    expect(bench.sentTo(old)).toEqual([]);
    expect(bench.sentTo(alice).filter(({ op }) => op === Op.Message)).toEqual([]);
  });

  test('has at most 32 Ki characters', () => {
    const { bench, alice } = trio();
    const long = 'x'.repeat(32 * 1024);
    expect(bench.frame(alice, { op: 1003, arg: `${long}x` })).toMatchObject({ result: ServerCode.BadParameters });
    expect(bench.frame(alice, { op: 1003, arg: long })).toMatchObject({ result: ResultCode.Ok });
  });

  test('needs the capability, and a role above audience', () => {
    const { bench, alice } = trio();
    const plain = bench.enter('plain');
    const listener = bench.enter('listener', { role: 1, res: CAPS });
    for (const frame of [
      { arg: 'x' },
      { memId: alice.id, arg: 'x', topic: 't' },
      { memId: alice.id, arg: 'x', mid: 'm' },
    ]) {
      expect(bench.frame(plain, { op: 1003, ...frame })).toMatchObject({ result: ServerCode.OperationUnsupported });
    }
    expect(bench.frame(listener, { op: 1003, arg: 'x' })).toMatchObject({ result: ServerCode.NoRights });
    expect(bench.frame(alice, { op: 1003, arg: 'x', topic: 'a'.repeat(65) })).toMatchObject({
      result: ServerCode.BadParameters,
    });
    expect(bench.sentTo(alice).filter(({ op }) => op === Op.Message)).toEqual([]);
  });

  test('counts as more frames of its sender the more it is delivered', () => {
    const bench = new Bench('org#app_alice', 10, { maxMembers: 100, maxTalkers: 100 });
    const alice = bench.enter('alice', { res: CAPS });
    for (let more = 0; more < 30; more += 1) bench.enter(`more${more}`, { res: CAPS });
    bench.frame(alice, { op: 1003, arg: 'x' });
    expect(bench.of('charge')).toEqual([{ kind: 'charge', socketId: 'socket-alice', frames: 3 }]);
  });
});

describe('a named message', () => {
  test('that is sent again is acknowledged again and delivered once', () => {
    const { bench, alice, bob } = trio();
    const frame = { op: 1003, memId: bob.id, arg: 'x', mid: 'M1' };
    expect(bench.frame(alice, frame)).toMatchObject({ result: ResultCode.Ok });
    expect(bench.sentTo(bob)).toMatchObject([{ op: 1003, arg: 'x', mid: 'M1' }]);
    expect(bench.frame(alice, frame)).toMatchObject({ result: ResultCode.Ok });
    expect(bench.sentTo(bob)).toEqual([]);
    expect(bench.frame(bob, { ...frame, memId: alice.id })).toMatchObject({ result: ResultCode.Ok });
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1003, mid: 'M1', memId: bob.id }]);
  });

  test('comes again to a member who returns, and to nobody who entered later', () => {
    const { bench, alice, bob } = trio();
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    bench.frame(alice, { op: 1003, arg: 'to all', mid: 'M1' });
    expect(bench.frame(alice, { op: 1003, memId: bob.id, arg: 'to bob', mid: 'M2' })).toMatchObject({
      result: ResultCode.Ok,
    });
    bench.enter('bob', { res: CAPS, tktId: bob.tktId });
    expect(bench.sentTo(bob).filter(({ op }) => op === Op.Message)).toMatchObject([
      { arg: 'to all', mid: 'M1' },
      { arg: 'to bob', mid: 'M2' },
    ]);
    const dan = bench.enter('dan', { res: CAPS });
    bench.feed({ kind: 'socketLost', socketId: 'socket-dan' });
    bench.enter('dan', { res: CAPS, tktId: dan.tktId });
    expect(bench.sentTo(dan).filter(({ op }) => op === Op.Message)).toEqual([]);
  });

  test('is kept with the 64 newest alone, and no more than 256 K characters of them', () => {
    const { bench, alice } = trio();
    for (let sent = 0; sent < 70; sent += 1) bench.frame(alice, { op: 1003, arg: 'x', mid: `M${sent}` });
    expect([bench.state.namedMessages.length, bench.state.namedMessages[0]?.mid]).toEqual([64, 'M6']);
    for (let sent = 0; sent < 70; sent += 1) bench.frame(alice, { op: 1003, arg: 'x'.repeat(15_000), mid: `L${sent}` });
    expect(bench.state.namedMessages.length).toBe(17);
  });
});
