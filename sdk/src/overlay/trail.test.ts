import { expect, it } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { Drawing } from './drawing.js';
import { PointerPen } from './pointer-pen.js';
import { PointerTrail } from './trail.js';

it('a trail fades, and its newest place stays until the pointer is gone', async () => {
  const clock = new FakeClock();
  const trail = new PointerTrail(clock);
  let changes = 0;
  trail.subscribe(() => changes++);
  trail.add({ x: 100, y: 100 });
  await clock.advance(600);
  trail.add({ x: 200, y: 200 }, 'left');
  expect(trail.points()).toEqual([
    { x: 100, y: 100, kind: 'move', age: 0.5 },
    { x: 200, y: 200, kind: 'left', age: 0 },
  ]);
  await clock.advance(5_000);
  expect(trail.points()).toEqual([{ x: 200, y: 200, kind: 'left', age: 1 }]);
  trail.clear();
  trail.clear();
  expect([trail.points(), changes]).toEqual([[], 3]);
});

it('a trail follows what the pointer of a remote control does, seen mirrored or not; keys are no places', () => {
  const trail = new PointerTrail(new FakeClock());
  trail.follow({ kind: 'move', x: 0.25, y: 0.5 });
  const seenMirrored = { kind: 'down', button: 'right', x: 0.75, y: 0.5, isMirrored: true };
  trail.follow(seenMirrored);
  trail.follow({ kind: 'wheel', x: 0.5, y: 0.5 });
  trail.follow({ kind: 'up', button: 'right', x: 0.5, y: 0.5 });
  trail.follow({ kind: 'key-down' });
  expect(trail.points().map(({ x, y, kind }) => [x, y, kind])).toEqual([
    [2500, 5000, 'move'],
    [7500, 5000, 'right'],
    [5000, 5000, 'wheel'],
    [5000, 5000, 'move'],
  ]);
});

it('a trail keeps two hundred places', () => {
  const trail = new PointerTrail(new FakeClock());
  for (let x = 1; x <= 300; x++) trail.add({ x, y: 0 });
  expect([trail.points().length, trail.points()[0]?.x]).toEqual([200, 101]);
});

it('the left button of a pointer draws', () => {
  const drawing = new Drawing();
  const pen = new PointerPen(drawing, { width: 80 });
  pen.follow({ kind: 'move', x: 0.1, y: 0.1 });
  pen.follow({ kind: 'down', button: 'right', x: 0.1, y: 0.1 });
  pen.follow({ kind: 'down', button: 'left', x: 0.2, y: 0.2 });
  const seenMirrored = { kind: 'move', x: 0.6, y: 0.3, isMirrored: true };
  pen.follow(seenMirrored);
  pen.follow({ kind: 'key-down' });
  pen.follow({ kind: 'up', button: 'left', x: 0.5, y: 0.5 });
  pen.follow({ kind: 'move', x: 0.9, y: 0.9 });
  expect(drawing.state.getSnapshot().strokes).toMatchObject([
    { width: 80, points: [2000, 2000, 6000, 3000, 5000, 5000], isEnded: true },
  ]);
});
