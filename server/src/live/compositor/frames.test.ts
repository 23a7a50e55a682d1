import { beforeEach, describe, expect, test } from 'vitest';
import { FrameAssembler, type CodedFrame } from './frames.js';
import type { MediaPacket } from './rtp.js';

let frames: CodedFrame[];
let broken: number;
let assembler: FrameAssembler;
let now: number;

beforeEach(() => {
  frames = [];
  broken = 0;
  now = 0;
  assembler = new FrameAssembler(
    (frame) => frames.push(frame),
    () => broken++,
  );
});

const vp8 = (sequence: number, timestamp: number, text: string, options: Partial<VpOptions> = {}): MediaPacket => {
  const { isStart = true, isKeyframe = false, marker = true, ssrc = 1 } = options;
  const frameHead = isStart ? [isKeyframe ? 0 : 1] : [];
  const payload = Buffer.from([isStart ? 0x10 : 0, ...frameHead, ...Buffer.from(text)]);
  return { kind: 'media', codec: 'VP8', ssrc, sequence: sequence & 0xffff, timestamp, marker, payload };
};
interface VpOptions {
  readonly isStart: boolean;
  readonly isKeyframe: boolean;
  readonly marker: boolean;
  readonly ssrc: number;
}
const KEY = { isKeyframe: true };
const push = (...packets: MediaPacket[]): void => {
  for (const packet of packets) assembler.push(packet, now);
};
const texts = (): string[] => frames.map(({ data }) => data.subarray(1).toString());

describe('frames of VP8', () => {
  test('begin with a keyframe, and are put together in order over the wrap', () => {
    push(vp8(65_533, 0, 'early'));
    expect(broken).toBeGreaterThan(0);
    push(
      vp8(65_534, 10, 'ke', { ...KEY, marker: false }),
      vp8(0, 20, 'delta'),
      vp8(65_535, 10, 'y', { isStart: false }),
    );
    expect(texts()).toEqual(['key', 'delta']);
    expect(frames.map(({ isKeyframe, timestamp }) => [isKeyframe, timestamp])).toEqual([
      [true, 10],
      [false, 20],
    ]);
  });

  test('wait for what is missing, and go on with a keyframe when it does not come', () => {
    push(vp8(1, 10, 'key', KEY), vp8(3, 30, 'after'));
    expect(texts()).toEqual(['key']);
    now = 1_000;
    const before = broken;
    push(vp8(4, 40, 'still'));
    expect(broken).toBeGreaterThan(before);
    push(vp8(5, 50, 'again', KEY), vp8(6, 60, 'on'));
    expect(texts()).toEqual(['key', 'again', 'on']);
  });

  test('skip padding, and what comes twice or too late', () => {
    const padding = { ...vp8(2, 20, ''), payload: Buffer.alloc(0) };
    push(vp8(1, 10, 'key', KEY), padding, vp8(1, 10, 'key', KEY), vp8(3, 30, 'delta'));
    expect(texts()).toEqual(['key', 'delta']);
  });

  test('begin anew with another run of packets', () => {
    push(vp8(1, 10, 'key', KEY), vp8(9_000, 5, 'delta', { ssrc: 2 }), vp8(9_001, 6, 'new', { ...KEY, ssrc: 2 }));
    expect(texts()).toEqual(['key', 'new']);
  });
});

test('frames of H264 become a byte stream, whatever their packets', () => {
  const h264 = (sequence: number, marker: boolean, ...payload: number[]): MediaPacket => ({
    ...vp8(sequence, 7, ''),
    codec: 'H264',
    marker,
    payload: Buffer.from(payload),
  });
  // SPS and PPS in one packet, then a keyframe's slice in two fragments.
  push(h264(1, false, 24, 0, 2, 0x67, 1, 0, 1, 0x68), h264(2, false, 0x7c, 0x85, 9), h264(3, true, 0x7c, 0x45, 8));
  expect(frames[0]?.isKeyframe).toBe(true);
  expect([...frames[0]!.data]).toEqual([0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 0, 0, 0, 1, 0x65, 9, 8]);
});
