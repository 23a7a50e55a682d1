import { describe, expect, test } from 'vitest';
import { H264Depacketizer } from './h264.js';
import { ReorderBuffer } from './reorder.js';
import { Vp8Depacketizer } from './vp8.js';

const BODY = Buffer.alloc(1_200, 1);

describe('a picture that does not end', () => {
  test.each([
    ['VP8', new Vp8Depacketizer(), Buffer.from([0x10]), Buffer.from([0x00])],
    ['H264 in fragments', new H264Depacketizer(), Buffer.from([0x7c, 0x81]), Buffer.from([0x7c, 0x01])],
    ['H264 in units', new H264Depacketizer(), Buffer.from([0x61]), Buffer.from([0x61])],
  ])('is given up, and the next one is read: %s', (_, depacketizer, start, middle) => {
    const push = (timestamp: number, head: Buffer, marker: boolean) =>
      depacketizer.push({ timestamp, marker, payload: Buffer.concat([head, BODY]) }, false);
    push(1, start, false);
    for (let packet = 0; packet < 8_000; packet++) push(1, middle, false);
    expect(push(1, middle, true)).toBeUndefined();
    if (depacketizer instanceof Vp8Depacketizer) expect(push(2, start, true)?.timestamp).toBe(2);
    else expect(push(2, Buffer.from([0x61]), true)?.timestamp).toBe(2);
  });
});

test('a publisher that leaves out numbers has its packets held back up to a bound', () => {
  const buffer = new ReorderBuffer();
  const taken = Array.from({ length: 5_000 }, (_, index) =>
    buffer.push({ sequence: index * 2, timestamp: 0, marker: false, payload: BODY }, 0),
  ).flat();
  expect(taken.length).toBe(5_000 - 2_048);
  expect(taken.every(({ packet }, index) => packet.sequence === index * 2)).toBe(true);
});
