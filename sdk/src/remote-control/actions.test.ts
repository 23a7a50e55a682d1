import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capped, decodeAction, encodeAction } from './actions.js';
import type { PointerAction } from './types.js';

const at = { x: 0.25, y: 0.5, isMirrored: false, sn: 7, time: 1795 };

/** An action and its form in chapter 7 of the wire document. */
const TABLE: readonly (readonly [PointerAction, object])[] = [
  [
    { kind: 'move', ...at },
    { x: 2500, y: 5000, oper: 2, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'down', button: 'left', ...at },
    { x: 2500, y: 5000, oper: 1, btn: 1, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'up', button: 'middle', ...at },
    { x: 2500, y: 5000, oper: 0, btn: 2, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'down', button: 'right', ...at },
    { x: 2500, y: 5000, oper: 1, btn: 4, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'wheel', direction: 'up', ...at },
    { x: 2500, y: 5000, oper: 1, btn: 8, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'wheel', direction: 'down', ...at },
    { x: 2500, y: 5000, oper: 1, btn: 16, sn: 7, _time: 1795 },
  ],
  [
    { kind: 'key-down', keyCode: 65, sn: 8 },
    { oper: 3, btn: 65, sn: 8 },
  ],
  [
    { kind: 'key-up', keyCode: 13, sn: 9 },
    { oper: 4, btn: 13, sn: 9 },
  ],
  // Mirrored: negative, counted from the right edge.
  [
    { kind: 'move', ...at, isMirrored: true },
    { x: -7500, y: 5000, oper: 2, sn: 7, _time: 1795 },
  ],
];

describe('actions on the wire', () => {
  it.each(TABLE)('%o is %o', (action, onWire) => {
    expect(encodeAction(action)).toEqual(onWire);
    expect(decodeAction(onWire)).toEqual(action);
  });

  it('of a mirrored picture are never taken for the left edge', () => {
    const right = encodeAction({ kind: 'move', ...at, x: 1, isMirrored: true });
    expect(right.x).toBe(-1);
    expect(decodeAction(right)).toMatchObject({ x: 0.9999, isMirrored: true });
  });

  it.each([
    ['nothing', undefined],
    ['text', 'move'],
    ['no sn', { x: 1, y: 1, oper: 2 }],
    ['sn that does not count', { x: 1, y: 1, oper: 2, sn: 0 }],
    ['a place outside', { x: 10_001, y: 1, oper: 2, sn: 1 }],
    ['a place that is none', { x: 'left', y: 1, oper: 2, sn: 1 }],
    ['an unknown operation', { x: 1, y: 1, oper: 9, btn: 1, sn: 1 }],
    ['an unknown button', { x: 1, y: 1, oper: 1, btn: 3, sn: 1 }],
    ['a wheel that is let go', { x: 1, y: 1, oper: 0, btn: 8, sn: 1 }],
    ['a key beyond all keys', { oper: 3, btn: 70_000, sn: 1 }],
    ['a button without a place', { oper: 1, btn: 1, sn: 1 }],
  ])('are not made up: %s', (_, value) => {
    expect(decodeAction(value)).toBeUndefined();
  });

  it('never carry a number beyond its limits, whatever they were made of', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity));
    fc.assert(
      fc.property(number, number, fc.boolean(), number, (x, y, isMirrored, time) => {
        const wire = encodeAction({ kind: 'move', x, y, isMirrored, sn: 1, time });
        expect(Math.abs(wire.x!) <= 10_000 && wire.y! >= 0 && wire.y! <= 10_000).toBe(true);
        expect(decodeAction(JSON.parse(JSON.stringify(wire)))).toBeDefined();
      }),
    );
    expect([capped(2.6, 0, 2), capped(-1, 0, 2), capped('1', 0, 2), capped(undefined, 1, 2, 2)]).toEqual([2, 0, 0, 2]);
  });
});
