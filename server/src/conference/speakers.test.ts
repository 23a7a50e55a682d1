import { Capability, Op } from '@lectern/rtc/protocol';
import { expect, test } from 'vitest';
import { Bench } from '../testing/conference.js';

const res = { caps: [Capability.Speakers] };

test('who talks is announced to members with the capability alone, without streams that have ended', () => {
  const bench = new Bench();
  const alice = bench.enter('alice', { res });
  const bob = bench.enter('bob');
  const streamId = bench.publish(bob);
  bench.feed({
    kind: 'speakers',
    speakers: [
      { sourceId: 'ended', level: 0.9 },
      { sourceId: streamId, level: 0.123_45 },
    ],
  });
  expect(bench.sentTo(alice)).toMatchObject([
    { op: Op.Speakers, spks: [{ id: streamId, memId: bob.id, level: 0.123 }] },
  ]);
  expect(bench.sentTo(bob)).toEqual([]);
});

test('who re-enters starts without speakers, as changes were missed', () => {
  const bench = new Bench();
  const alice = bench.enter('alice', { res });
  bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
  bench.enter('alice', { sessId: alice.sessId, tktId: alice.tktId, res });
  expect(bench.sentTo(alice)).toContainEqual(expect.objectContaining({ op: Op.Speakers, spks: [] }));
});
