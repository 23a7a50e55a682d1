import { expect, test } from 'vitest';
import { keyframeDetector } from './keyframe.js';

test.each([
  ['a keyframe without extension', [0x10, 0x00], true],
  ['an interframe', [0x10, 0x01], false],
  ['a keyframe with a 15 bit picture id, TL0PICIDX and TID', [0x90, 0xe0, 0x81, 0x23, 0x01, 0x00, 0x50], true],
  ['a keyframe with a 7 bit picture id', [0x90, 0x80, 0x01, 0x10], true],
  ['the second packet of a keyframe', [0x00, 0x00], false],
  ['the second partition', [0x11, 0x00], false],
  ['nothing', [], false],
  ['a cut descriptor', [0x90], false],
])('VP8: %s', (_, bytes, isKeyframe) => {
  expect(keyframeDetector('VP8')(Buffer.from(bytes))).toBe(isKeyframe);
});

test.each([
  ['a sequence parameter set', [0x67], true],
  ['an IDR slice', [0x65, 0x88], true],
  ['a slice', [0x41, 0x9a], false],
  ['SPS and PPS aggregated', [0x78, 0x00, 0x02, 0x67, 0x42, 0x00, 0x01, 0x68], true],
  ['slices aggregated', [0x78, 0x00, 0x01, 0x41], false],
  ['the start of a fragmented IDR slice', [0x7c, 0x85], true],
  ['the middle of one', [0x7c, 0x05], false],
  ['an aggregate that lies about its length', [0x78, 0xff, 0xff, 0x41], false],
])('H264: %s', (_, bytes, isKeyframe) => {
  expect(keyframeDetector('H264')(Buffer.from(bytes))).toBe(isKeyframe);
});
