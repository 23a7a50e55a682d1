// @vitest-environment node
import { expect, test } from 'vitest';
import { cropOf, moved } from './crop.js';

const WIDE = { width: 400, height: 200 };
const MIDDLE = { zoom: 1, x: 0.5, y: 0.5 };

test('a picture is cut in its middle, as large as goes', () => {
  expect(cropOf(WIDE, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 });
  expect(cropOf({ width: 200, height: 400 }, MIDDLE)).toEqual({ left: 0, top: 100, side: 200 });
});

test('closer, less of it is cut', () => {
  expect(cropOf(WIDE, { ...MIDDLE, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 });
});

test('the square is moved within the picture only', () => {
  expect(cropOf(WIDE, moved(WIDE, MIDDLE, 0.25, 0.5))).toEqual({ left: 150, top: 0, side: 200 });
  expect(cropOf(WIDE, moved(WIDE, MIDDLE, 9, 9))).toEqual({ left: 200, top: 0, side: 200 });
  // Back at once, however far it was pushed.
  expect(cropOf(WIDE, moved(WIDE, moved(WIDE, MIDDLE, 9, 0), -0.5, 0))).toEqual({ left: 100, top: 0, side: 200 });
});
