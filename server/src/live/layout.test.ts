import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Canvas, LiveRegion } from './config.js';
import { MAX_TILES, placeCustom, placeGrid, type Seen } from './layout.js';

const CANVAS: Canvas = { width: 320, height: 180, framesPerSecond: 10, bitrate: 300_000, background: 0 };
const camera = (streamId: string): Seen => ({ streamId, isDesktop: false });
const desktop = (streamId: string): Seen => ({ streamId, isDesktop: true });
const placesOf = (regions: readonly LiveRegion[]) =>
  regions.map(({ streamId, x, y, width, height }) => [streamId, x, y, width, height]);

describe('the grid', () => {
  test('gives one camera everything, two a half each, four a quarter, and centres what does not fill a row', () => {
    expect(placesOf(placeGrid([camera('a')], CANVAS))).toEqual([['a', 0, 0, 320, 180]]);
    expect(placesOf(placeGrid(['a', 'b'].map(camera), CANVAS))).toEqual([
      ['a', 0, 0, 160, 180],
      ['b', 160, 0, 160, 180],
    ]);
    expect(placesOf(placeGrid(['a', 'b', 'c'].map(camera), CANVAS))).toEqual([
      ['a', 0, 0, 160, 90],
      ['b', 160, 0, 160, 90],
      ['c', 80, 90, 160, 90],
    ]);
  });

  test('shows a desktop large, with the cameras beside it', () => {
    const [shared, ...cameras] = placeGrid([camera('a'), desktop('d'), camera('b')], CANVAS);
    expect(shared).toMatchObject({ streamId: 'd', x: 0, y: 0, height: 180 });
    expect(shared!.width).toBeGreaterThan(CANVAS.width * 0.7);
    expect(cameras.map(({ streamId, x }) => [streamId, x >= shared!.width])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  test('never overlaps, leaves the canvas, or puts a picture on half a colour sample', () => {
    const size = fc.integer({ min: 32, max: 960 }).map((half) => half * 2);
    const streams = fc.uniqueArray(fc.record({ streamId: fc.string(), isDesktop: fc.boolean() }), {
      maxLength: 40,
      selector: ({ streamId }) => streamId,
    });
    fc.assert(
      fc.property(size, size, streams, (width, height, seen) => {
        const placed = placeGrid(seen, { ...CANVAS, width, height });
        expect(placed.length).toBe(Math.min(seen.length, MAX_TILES));
        for (const one of placed) {
          expect([one.x, one.y, one.width, one.height].every((value) => value >= 0 && value % 2 === 0)).toBe(true);
          expect(one.x + one.width).toBeLessThanOrEqual(width);
          expect(one.y + one.height).toBeLessThanOrEqual(height);
          for (const other of placed) if (other !== one) expect(overlap(one, other)).toBe(false);
        }
      }),
    );
  });
});

test('a custom layout shows the streams that are there, the ones above painted last', () => {
  const region = (streamId: string, z: number): LiveRegion => ({
    streamId,
    x: 0,
    y: 0,
    width: 64,
    height: 64,
    z,
    style: 'fill',
  });
  const placed = placeCustom(
    [region('top', 9), region('gone', 5), region('bottom', 1)],
    [camera('bottom'), camera('top')],
  );
  expect(placed.map(({ streamId }) => streamId)).toEqual(['bottom', 'top']);
});

const overlap = (a: LiveRegion, b: LiveRegion): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
