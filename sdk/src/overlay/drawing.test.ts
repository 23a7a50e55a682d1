import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Drawing, type Pen } from './drawing.js';
import type { DrawingOp } from './ops.js';
import type { PenStyle } from './style.js';

const seen = (drawing: Drawing) =>
  drawing.state.getSnapshot().strokes.map(({ points, mode, color, width, isEnded }) => ({
    points,
    mode,
    color,
    width,
    isEnded,
  }));

const line = (drawing: Drawing, ...points: readonly (readonly [number, number])[]): void => {
  const [[x, y] = [0, 0], ...more] = points;
  const pen = drawing.begin({}, { x, y });
  for (const [nextX, nextY] of more) pen.move({ x: nextX, y: nextY });
  pen.end();
};

const firstPoints = (drawing: Drawing) => drawing.state.getSnapshot().strokes.map(({ points }) => points[0]);

/** All ops of an author, in wire format. */
const opsOf = (drawing: Drawing): DrawingOp[] => {
  const ops: DrawingOp[] = [];
  drawing.onOp((op) => ops.push(op));
  return ops;
};

describe('a drawing', () => {
  it('keeps strokes in whole units of the picture, without steps that nobody sees', () => {
    const drawing = new Drawing();
    const pen = drawing.begin({ mode: 'lighter', color: '#00ff0080', width: 120 }, { x: 10.4, y: -5 });
    pen.move({ x: 12, y: 3 });
    pen.move({ x: 500, y: 20_000 });
    expect(seen(drawing)).toEqual([
      { points: [10, 0, 500, 10_000], mode: 'lighter', color: '#00ff0080', width: 120, isEnded: false },
    ]);
    pen.end();
    pen.end();
    pen.move({ x: 0, y: 0 });
    expect(seen(drawing)).toMatchObject([{ points: [10, 0, 500, 10_000], isEnded: true }]);
  });

  it('lifts a pen that is down where another one is put down', () => {
    const drawing = new Drawing();
    const first = drawing.begin({}, { x: 0, y: 0 });
    drawing.begin({}, { x: 1000, y: 0 });
    first.move({ x: 5000, y: 5000 });
    expect(seen(drawing)).toMatchObject([
      { points: [0, 0], isEnded: true },
      { points: [1000, 0], isEnded: false },
    ]);
  });

  it.each([
    [{ mode: 'multiply' }, 'source-over, source-atop'],
    [{ color: 'url(#x)' }, '#rrggbb'],
    [{ color: 'red' }, '#rrggbb'],
    [{ width: 0 }, '1 to 2000'],
    [{ width: 2.5 }, '1 to 2000'],
  ])('refuses the style %o, and nothing changes', (style, words) => {
    const drawing = new Drawing();
    expect(() => drawing.begin(style as PenStyle, { x: 0, y: 0 })).toThrow(words);
    expect(seen(drawing)).toEqual([]);
  });

  it('is undone step by step and redone, clearings too, until something new is drawn', () => {
    const drawing = new Drawing();
    expect(drawing.undo()).toBe(false);
    line(drawing, [1, 0]);
    line(drawing, [2, 0]);
    drawing.clear();
    expect(firstPoints(drawing)).toEqual([]);
    drawing.undo();
    expect(firstPoints(drawing)).toEqual([1, 2]);
    drawing.undo();
    expect(firstPoints(drawing)).toEqual([1]);
    drawing.redo();
    drawing.redo();
    expect(firstPoints(drawing)).toEqual([]);
    drawing.undo();
    expect(drawing.state.getSnapshot()).toMatchObject({ canUndo: true, canRedo: true });
    line(drawing, [3, 0]);
    expect(drawing.state.getSnapshot()).toMatchObject({ canUndo: true, canRedo: false });
    expect(drawing.redo()).toBe(false);
    expect(firstPoints(drawing)).toEqual([1, 2, 3]);
  });

  it('keeps its snapshot while nothing is to be cleared', () => {
    const drawing = new Drawing();
    const before = drawing.state.getSnapshot();
    drawing.clear();
    expect(drawing.state.getSnapshot()).toBe(before);
  });

  it('gives up a quarter of the oldest strokes when it has a thousand', () => {
    const drawing = new Drawing('a');
    const other = new Drawing('b');
    drawing.onOp((op) => other.apply('a', [op]));
    for (let count = 1; count <= 1_001; count++) line(drawing, [count, 0]);
    expect(firstPoints(drawing)).toEqual(Array.from({ length: 751 }, (_, index) => index + 251));
    expect(firstPoints(other)).toEqual(firstPoints(drawing));
  });

  it('takes fewer points of a stroke the longer it is, and never more than a drawing may have', () => {
    const drawing = new Drawing('a');
    const other = new Drawing('b');
    const scribble = (pen: Pen): void => {
      for (let step = 0; step < 6_000; step++) pen.move({ x: (step * 37) % 10_000, y: (step * 53) % 10_000 });
      pen.end();
    };
    for (let stroke = 0; stroke < 8; stroke++) scribble(drawing.begin({}, { x: 0, y: 0 }));
    const counts = drawing.state.getSnapshot().strokes.map(({ points }) => points.length / 2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(5_000);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20_000);
    for (const op of opsOf(drawing)) other.apply('a', [op]);
    expect(seen(other)).toEqual(seen(drawing));
  });
});

describe('a drawing of two', () => {
  it('has the strokes of both in one order, and each undoes its own only', () => {
    const ann = new Drawing('ann');
    const ben = new Drawing('ben');
    line(ann, [1, 0]);
    line(ben, [2, 0]);
    const [fromAnn, fromBen] = [opsOf(ann), opsOf(ben)];
    ben.apply('ann', fromAnn);
    ann.apply('ben', fromBen);
    expect(firstPoints(ann)).toEqual([1, 2]);
    expect(firstPoints(ben)).toEqual([1, 2]);
    ann.undo();
    expect(firstPoints(ann)).toEqual([2]);
    expect(ann.undo()).toBe(false);
  });

  it('is cleared by one for both, also when that can not be undone any more', () => {
    const ann = new Drawing('ann');
    const ben = new Drawing('ben');
    line(ben, [2, 0]);
    ann.apply('ben', opsOf(ben));
    ann.onOp((op) => ben.apply('ann', [op]));
    ann.clear();
    expect([firstPoints(ann), firstPoints(ben)]).toEqual([[], []]);
    for (let count = 0; count < 1_000; count++) line(ann, [count, 0]);
    expect(firstPoints(ben)).toEqual(firstPoints(ann));
    expect(firstPoints(ben)).not.toContain(undefined);
    while (ann.undo());
    expect([firstPoints(ann), firstPoints(ben)]).toEqual([[], []]);
  });

  it('is without an author who is forgotten', () => {
    const ann = new Drawing('ann');
    line(ann, [1, 0]);
    ann.apply('ben', [{ begin: 1, at: 1, style: {}, xy: [2, 2] }]);
    ann.forget('ben');
    expect(firstPoints(ann)).toEqual([1]);
    ann.apply('ben', [{ begin: 1, at: 1, style: {}, xy: [3, 3] }]);
    expect(firstPoints(ann)).toEqual([1, 3]);
  });

  it.each([
    ['no list', {}],
    ['an op without a number', [{ begin: 'x' }]],
    ['an unknown op', [{ explode: 1 }]],
    ['a place beside the picture', [{ begin: 1, at: 1, xy: [10_001, 0] }]],
    ['half a place', [{ begin: 1, at: 1, xy: [1, 2, 3] }]],
    ['no time', [{ begin: 1, xy: [1, 2] }]],
    ['a style that is none', [{ begin: 1, at: 1, xy: [1, 2], style: { color: 'expression()' } }]],
    [
      'a number that comes again',
      [
        { begin: 7, at: 1, xy: [1, 2] },
        { begin: 7, at: 2, xy: [1, 2] },
      ],
    ],
    ['a mark that never was', [{ draw: 9, xy: [1, 2] }]],
    [
      'too long a stroke',
      [
        { begin: 7, at: 1, xy: [1, 2] },
        { draw: 7, xy: Array.from({ length: 10_000 }, () => 1) },
      ],
    ],
    ['too many marks', Array.from({ length: 1_001 }, (_, index) => ({ clear: index + 7, at: 1 }))],
    ['too many ops', Array.from({ length: 2_001 }, () => ({ end: 1 }))],
  ])('refuses %s whole, and nothing changes', (_what, ops) => {
    const drawing = new Drawing('ann');
    drawing.apply('ben', [{ begin: 6, at: 1, xy: [5, 5] }]);
    const before = drawing.state.getSnapshot();
    const valid = { undo: 6 };
    expect(() => drawing.apply('ben', Array.isArray(ops) ? [valid, ...ops] : ops)).toThrow();
    expect(drawing.state.getSnapshot()).toBe(before);
  });

  it('is the same on both sides, whatever both do and however it arrives', () => {
    const action = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom('line', 'line', 'line', 'clear', 'undo', 'undo', 'redo', 'deliver'),
      x: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const sides = [new Drawing('ann'), new Drawing('ben')] as const;
        const queues: [DrawingOp[], DrawingOp[]] = [[], []];
        sides.forEach((side, index) => side.onOp((op) => queues[index]!.push(op)));
        const deliver = (from: number): void => sides[1 - from]!.apply(['ann', 'ben'][from]!, queues[from]!.splice(0));
        for (const { who, what, x } of actions) {
          const side = sides[who]!;
          if (what === 'line') line(side, [x, 0], [0, x]);
          else if (what === 'clear') side.clear();
          else if (what === 'undo') side.undo();
          else if (what === 'redo') side.redo();
          else deliver(who);
        }
        deliver(0);
        deliver(1);
        expect(seen(sides[0])).toEqual(seen(sides[1]));
        // A side that joins later and receives all ops of both has the same drawing.
        const late = new Drawing('late');
        late.apply('ben', opsOf(sides[1]));
        late.apply('ann', opsOf(sides[0]));
        expect(seen(late)).toEqual(seen(sides[0]));
      }),
    );
  });
});
