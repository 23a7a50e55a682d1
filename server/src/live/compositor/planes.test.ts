import { expect, test } from 'vitest';
import { blank, colourOf, paste, placeholder, resized, type Picture } from './planes.js';

const at = ({ width, data }: Picture, x: number, y: number): number | undefined => data[y * width + x];
const chromaAt = ({ width, height, data }: Picture, x: number, y: number): number | undefined =>
  data[width * height + (y / 2) * (width / 2) + x / 2];

test('colours are in video range', () => {
  expect(colourOf(0x000000)).toEqual({ y: 16, u: 128, v: 128 });
  expect(colourOf(0xffffff).y).toBe(235);
  expect(colourOf(0xff0000).v).toBeGreaterThan(200);
});

test('a picture lands where it is pasted, in all planes, and nowhere else', () => {
  const canvas = blank(16, 8, { y: 16, u: 128, v: 128 });
  paste(canvas, blank(4, 4, { y: 200, u: 50, v: 60 }), 6, 2);
  expect([at(canvas, 6, 2), at(canvas, 9, 5), chromaAt(canvas, 6, 2), chromaAt(canvas, 8, 4)]).toEqual([
    200, 200, 50, 50,
  ]);
  expect([at(canvas, 5, 2), at(canvas, 10, 5), at(canvas, 6, 1), at(canvas, 6, 6), chromaAt(canvas, 4, 2)]).toEqual([
    16, 16, 16, 16, 128,
  ]);
});

test('a picture in another size shows the same', () => {
  const halves = blank(8, 4, { y: 16, u: 128, v: 128 });
  paste(halves, blank(4, 4, { y: 200, u: 50, v: 60 }), 4, 0);
  const larger = resized(halves, 16, 12);
  expect([at(larger, 7, 11), at(larger, 8, 0), chromaAt(larger, 6, 10), chromaAt(larger, 8, 0)]).toEqual([
    16, 200, 128, 50,
  ]);
});

test('a placeholder shows a figure on a background', () => {
  const picture = placeholder(64, 36);
  expect(at(picture, 32, 14)).not.toBe(at(picture, 2, 2));
});
