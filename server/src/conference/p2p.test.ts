import { ConferenceType, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';

const call = () => {
  const bench = new Bench('org#app_alice', ConferenceType.P2p);
  const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
  return { bench, alice, bob, tablet: bench.enter('bob', { socketId: 'tablet' }) };
};

const ARG = JSON.stringify({ op: 102, rtcId: 'rtc-LC1', sdp: '{}' });

describe('op 1004', () => {
  it('reaches all others, or the one it names, with the sender as memId and without an answer of the server', () => {
    const { bench, alice, bob, tablet } = call();
    expect(bench.frame(alice, { op: 1004, tsxId: 'W', arg: ARG })).toBeUndefined();
    expect(bench.of('send').map(({ socketId, frame }) => [socketId, frame])).toEqual([
      ['socket-bob', { op: 1004, memId: alice.id, tsxId: 'W', arg: ARG, sessId: bob.sessId }],
      ['tablet', { op: 1004, memId: alice.id, tsxId: 'W', arg: ARG, sessId: tablet.sessId }],
    ]);
    const answer = JSON.stringify({ op: 1001, result: 0 });
    bench.frame(tablet, { op: 1004, tsxId: 'W', memId: alice.id, arg: answer });
    expect(bench.of('send').map(({ socketId }) => socketId)).toEqual(['socket-alice']);
    expect(bench.sentTo(alice)).toMatchObject([{ op: 1004, memId: tablet.id, tsxId: 'W', arg: answer }]);
  });

  it('is refused for members that are not there, and in other conferences', () => {
    const { bench, alice } = call();
    expect(bench.frame(alice, { op: 1004, memId: 'nobody', arg: ARG })).toMatchObject({
      result: ServerCode.OperationUnsupported,
    });
    expect(bench.frame(alice, { op: 1004, arg: { op: 102 } })).toMatchObject({ result: ServerCode.BadParameters });
    const other = new Bench();
    const carol = other.enter('carol');
    other.enter('dan');
    expect(other.frame(carol, { op: 1004, arg: ARG })).toMatchObject({ result: ServerCode.OperationUnsupported });
    expect(other.of('send')).toHaveLength(1);
  });
});

it('the server carries no media of a P2P conference', () => {
  const { bench, alice } = call();
  const init = { op: 102, rtcId: 'RTC0', sdp: offer('VP8') };
  for (const more of [{ pubS: { type: 0 } }, { subSId: 'ST1' }]) {
    expect(bench.frame(alice, { ...init, ...more })).toMatchObject({ result: ServerCode.OperationUnsupported });
  }
  expect(bench.of('publish')).toEqual([]);
});
