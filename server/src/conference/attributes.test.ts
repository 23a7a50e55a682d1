import { Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { MAX_ATTRIBUTES, MAX_ATTRIBUTES_LENGTH } from './ops/attributes.js';

const set = (key: string, val: string) => ({ kind: 'attributes' as const, changes: [{ key, val }] });
const remove = (key: string) => ({ kind: 'attributes' as const, changes: [{ key, val: undefined }] });

describe('attributes of a conference', () => {
  it('are set, changed and deleted by an admin, and told to everybody', () => {
    const bench = new Bench();
    const [alice, bob] = [bench.enter('alice'), bench.enter('bob')];
    for (const [command, entry] of [
      [set('page', '1'), { key: 'page', val: '1', op: 'UPDATE' }],
      [set('page', '2'), { key: 'page', val: '2', op: 'UPDATE' }],
      [remove('page'), { key: 'page', val: '', op: 'DEL' }],
    ] as const) {
      expect(bench.command('alice', command)).toBeUndefined();
      const { cver } = bench.state;
      for (const member of [alice, bob]) {
        expect(bench.sentTo(member)).toEqual([
          { op: Op.AttributesUpdated, cattrs: [entry], cver, sessId: member.sessId },
        ]);
      }
    }
  });

  it('are given to who comes later; who comes back also learns what was deleted meanwhile', () => {
    const bench = new Bench();
    bench.enter('alice');
    const bob = bench.enter('bob');
    expect(bench.sentTo(bob)[0]).not.toHaveProperty('cattrs');
    bench.command('alice', set('page', '1'));
    bench.command('alice', set('topic', 'light'));
    bench.feed({ kind: 'socketLost', socketId: 'socket-bob' });
    bench.command('alice', remove('page'));
    const topic = { key: 'topic', val: 'light', op: 'UPDATE' };
    expect(bench.sentTo(bench.enter('carol'))[0]).toMatchObject({ cattrs: [topic] });
    expect(bench.sentTo(bench.enter('carol', { socketId: 's2' }))[0]).not.toHaveProperty('cstate');
    bench.enter('bob', { sessId: bob.sessId, tktId: bob.tktId });
    expect(bench.sentTo(bob)[0]).toMatchObject({ cattrs: [{ key: 'page', val: '', op: 'DEL' }, topic] });
  });

  it('are refused to talkers, and to an admin that is not here', () => {
    const bench = new Bench();
    expect(bench.command('alice', set('a', 'b'))?.code).toBe(ServerCode.OperationUnsupported);
    bench.enter('alice');
    bench.enter('bob');
    expect(bench.command('bob', set('a', 'b'))).toEqual({
      code: ServerCode.NoRights,
      message: 'only admin can action',
    });
    expect(bench.state.cattrs.size).toBe(0);
  });

  it('are bounded in number and size, whatever was deleted before', () => {
    const bench = new Bench();
    bench.enter('alice');
    for (let index = 0; index < MAX_ATTRIBUTES; index += 1) {
      expect(bench.command('alice', set(`key ${index}`, 'x'))).toBeUndefined();
    }
    const before = bench.state;
    expect(bench.command('alice', set('one more', 'x'))?.code).toBe(ServerCode.BadParameters);
    expect(bench.command('alice', set('key 0', 'x'.repeat(MAX_ATTRIBUTES_LENGTH)))?.code).toBe(
      ServerCode.BadParameters,
    );
    expect(bench.state).toBe(before);
    for (let index = 0; index < 3 * MAX_ATTRIBUTES; index += 1) {
      bench.command('alice', remove(`key ${index % MAX_ATTRIBUTES}`));
      bench.command('alice', set(`other ${index}`, 'x'));
      bench.command('alice', remove(`other ${index}`));
    }
    expect(bench.state.cattrs.size).toBeLessThanOrEqual(MAX_ATTRIBUTES);
  });
});

describe('roles of who is not here', () => {
  it('the creator may end its conference without being in it', () => {
    const bench = new Bench();
    bench.enter('bob', { role: Role.Audience });
    expect(bench.command('alice', { kind: 'disband' })).toBeUndefined();
    expect(bench.state.phase).toBe('closed');
  });
});
