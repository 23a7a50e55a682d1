import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GRID_GAP, layoutGrid, MIN_TILE_HEIGHT } from './grid.js';

test.each([
  ['one on a laptop', 1, 1240, 680, 1],
  ['two on a laptop, beside one another', 2, 1240, 680, 2],
  ['six on a laptop', 6, 1240, 680, 3],
  ['two on a phone, above one another', 2, 374, 730, 1],
  ['six on a phone', 6, 374, 730, 2],
  ['six on a phone turned aside', 6, 812, 276, 3],
  ['twelve on a large screen', 12, 1500, 780, 4],
])('%s', (_title, count, width, height, columns) => {
  expect(layoutGrid(count, { width, height }).columns).toBe(columns);
});

test('a crowd on a phone scrolls, in tiles that still show faces', () => {
  expect(layoutGrid(50, { width: 374, height: 730 })).toEqual({ columns: 4, width: 84, height: 112 });
});

test('tiles never get too small, stay inside the box where they can, and near a camera’s shape', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 300, max: 1600 }),
      fc.integer({ min: 200, max: 1000 }),
      (count, width, height) => {
        const tile = layoutGrid(count, { width, height });
        const rows = Math.ceil(count / tile.columns);
        expect(tile.width * tile.columns + GRID_GAP * (tile.columns - 1)).toBeLessThanOrEqual(width);
        expect(tile.height).toBeGreaterThanOrEqual(MIN_TILE_HEIGHT);
        // Sizes are whole pixels, so a pixel may be missing.
        expect(tile.width).toBeLessThanOrEqual((tile.height + 1) * (16 / 9));
        expect(tile.width + 1).toBeGreaterThanOrEqual(tile.height * (3 / 4));
        const scrolls = tile.height * rows + GRID_GAP * (rows - 1) > height;
        if (tile.height > MIN_TILE_HEIGHT) expect(scrolls).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});
