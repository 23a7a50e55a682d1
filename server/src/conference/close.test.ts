import { ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';

describe('op 204', () => {
  it('of an admin ends the conference for everybody: one notice each, nothing left', () => {
    const bench = new Bench();
    const alice = bench.enter('alice');
    const bob = bench.enter('bob');
    bench.enter('carol');
    const streamId = bench.publish(bob);
    bench.subscribe(alice, streamId);
    bench.feed({ kind: 'socketLost', socketId: 'socket-carol' });

    expect(bench.frame(alice, { op: 204, reason: 11 })).toMatchObject({ result: 0 });
    expect(bench.of('send').filter(({ socketId }) => socketId !== 'socket-alice')).toMatchObject([
      { socketId: 'socket-bob', frame: { op: 204, confrId: 'LC1', sessId: bob.sessId } },
    ]);
    expect(bench.of('release').map(({ socketId }) => socketId)).toEqual(['socket-alice', 'socket-bob']);
    expect(bench.of('removeSource')).toMatchObject([{ sourceId: streamId }]);
    expect(bench.of('closed')).toHaveLength(1);
    expect(bench.state).toMatchObject({ phase: 'closed' });
    expect([...bench.state.members, ...bench.state.streams, ...bench.state.channels]).toEqual([]);
    expect(bench.of('stopTimer').map(({ timer }) => timer)).toContain('member:MEM3');
  });

  it('of anybody else is refused and changes nothing', () => {
    const bench = new Bench();
    bench.enter('alice');
    const bob = bench.enter('bob');
    const before = bench.state;
    expect(bench.frame(bob, { op: 204 })).toMatchObject({ result: ServerCode.NoRights, msg: 'only admin can action' });
    expect(bench.state).toBe(before);
  });
});
