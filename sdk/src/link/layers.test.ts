import { expect, test } from 'vitest';
import { layersOf } from './layers.js';

const camera = (width?: number, height?: number): MediaStreamTrack =>
  ({ getSettings: () => ({ width, height }) }) as unknown as MediaStreamTrack;

test.each([
  [1280, 720, ['q 4 150000', 'h 2 500000', 'f 1 1700000']],
  [1920, 1080, ['q 4 150000', 'h 2 500000', 'f 1 1700000']],
  [640, 480, ['h 2 166667', 'f 1 566667']],
])('a capture of %i×%i is sent in sizes that fit', (width, height, expected) => {
  const layers = layersOf(camera(width, height));
  expect(
    layers?.map(({ rid, scaleResolutionDownBy, maxBitrate }) => `${rid} ${scaleResolutionDownBy} ${maxBitrate}`),
  ).toEqual(expected);
});

test('a small capture, and one of unknown size, is sent in one size', () => {
  expect(layersOf(camera(320, 240))).toBeUndefined();
  expect(layersOf(camera())).toBeUndefined();
});
