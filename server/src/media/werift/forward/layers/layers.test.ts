import { describe, expect, test } from 'vitest';
import { PictureNumbers, shiftPictures } from '../../rtp/vp8-pictures.js';
import { pictureHeight } from '../../rtp/picture-size.js';
import type { MediaFeed } from '../feed.js';
import { LayerSwitch } from './layer-switch.js';

const feed = (layer: number): MediaFeed => ({ layer }) as MediaFeed;

/** A packet with a 15-bit picture id, TL0PICIDX and a partition. */
function packet(id: number, base: number, frame = [0x01]): Buffer {
  return Buffer.from([0x90, 0xc0, 0x80 | (id >> 8), id & 0xff, base, ...frame]);
}

describe('the layer of a subscriber', () => {
  const all = (target: number) => Math.min(2, target);

  test('changes with a keyframe of the new layer, and the former one goes on until then', () => {
    const [low, high] = [feed(0), feed(2)];
    const layer = new LayerSwitch();
    layer.target = 0;
    const layers = { top: 2, available: all };
    expect(layer.admits(low, false, layers, 0)).toBe(false);
    expect(layer.awaited).toBe(0);
    expect(layer.admits(low, true, layers, 0)).toBe(true);
    layer.target = 2;
    expect(layer.admits(low, false, layers, 0)).toBe(true);
    expect(layer.admits(high, false, layers, 0)).toBe(false);
    expect(layer.awaited).toBe(2);
    expect(layer.admits(high, true, layers, 0)).toBe(true);
    expect([layer.awaited, layer.current]).toEqual([undefined, 2]);
    expect(layer.admits(low, true, layers, 0)).toBe(false);
  });

  test('waits for a keyframe of the same layer when the stream is published again', () => {
    const layer = new LayerSwitch();
    const layers = { top: 2, available: all };
    layer.admits(feed(2), true, layers, 0);
    expect(layer.admits(feed(2), false, layers, 0)).toBe(false);
    expect(layer.awaited).toBe(2);
  });
});

describe('picture numbers of VP8', () => {
  test('go on over a change of layers, and wrap', () => {
    const numbers = new PictureNumbers();
    expect(numbers.begin(packet(0x7ffe, 255))).toEqual({ id: 0, base: 0 });
    expect(numbers.rewrite(packet(0x7ffe, 255))).toEqual(packet(0x7ffe, 255));
    const first = packet(0x0123, 7);
    const offsets = numbers.begin(first);
    expect(numbers.rewrite(first)).toEqual(packet(0x7fff, 0));
    expect(numbers.rewrite(packet(0x0124, 8))).toEqual(packet(0x0000, 1));
    // A packet that is sent again gets what it had.
    expect(shiftPictures(first, offsets)).toEqual(packet(0x7fff, 0));
    expect(first).toEqual(packet(0x0123, 7));
  });

  test('a late packet does not set them back', () => {
    const numbers = new PictureNumbers();
    numbers.begin(packet(10, 1));
    numbers.rewrite(packet(12, 1));
    numbers.rewrite(packet(11, 1));
    numbers.begin(packet(500, 9));
    expect(numbers.rewrite(packet(500, 9))).toEqual(packet(13, 2));
  });

  test('descriptors without numbers and broken ones stay as they are', () => {
    const numbers = new PictureNumbers();
    numbers.begin(packet(1, 1));
    numbers.rewrite(packet(1, 1));
    numbers.begin(packet(9, 9));
    for (const payload of [Buffer.from([0x10, 0x00]), Buffer.from([0x90, 0x80]), Buffer.alloc(0)]) {
      expect(numbers.rewrite(payload)).toEqual(payload);
    }
  });
});

test('the height of a picture is read from its keyframe', () => {
  const keyframe = [0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x00, 0x05, 0xd0, 0x02];
  expect(pictureHeight('VP8', packet(1, 1, keyframe))).toBe(720);
  expect(pictureHeight('VP8', packet(1, 1))).toBeUndefined();
  expect(pictureHeight('H264', packet(1, 1, keyframe))).toBeUndefined();
});
