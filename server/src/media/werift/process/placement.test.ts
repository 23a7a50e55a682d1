import { expect, test } from 'vitest';
import { Placement } from './placement.js';

test('a room stays on one worker, and rooms are spread', () => {
  const placement = new Placement();
  const first = placement.place('a', 't1', 's1', 2).worker;
  placement.addSource('s1', 'a', first);
  expect(placement.place('a', 't2', 's1', 2).worker).toBe(first);
  expect(placement.place('b', 't3', 's2', 2).worker).not.toBe(first);
});

test('an id that was given away again is not dropped with its former owner', () => {
  const placement = new Placement();
  const before = placement.place('a', 't', 's', 1);
  const after = placement.place('a', 't', 's', 1);
  placement.dropTransport('t', before.epoch);
  expect(placement.isCurrent('t', after.epoch)).toBe(true);
});

test('a lost worker takes its sources and its open transports along, and no others', () => {
  const placement = new Placement();
  const open = placement.place('a', 'open', 's1', 2);
  placement.addSource('s1', 'a', open.worker);
  placement.opened('open', open.epoch);
  placement.place('a', 'opening', 's1', 2);
  const other = placement.place('b', 'other', 's2', 2);
  placement.addSource('s2', 'b', other.worker);
  expect(placement.dropWorker(open.worker)).toEqual(['open']);
  expect([placement.source('s1'), placement.source('s2')]).toEqual([undefined, other.worker]);
  expect([placement.transport('opening'), placement.transport('other')]).toEqual([undefined, other.worker]);
});
