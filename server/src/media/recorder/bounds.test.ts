import { describe, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { H264Depacketizer } from './h264.js';
import { ReorderBuffer } from './reorder.js';
import { StreamRecorder } from './stream-recorder.js';
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

describe('a recording of a publisher who lies about time', () => {
  const OPUS = Buffer.from([0xf8, 1, 2, 3]);
  /** A whole VP8 keyframe of 16 by 16. */
  const KEYFRAME = Buffer.from('100000009d012a10001000', 'hex');

  function record() {
    const clock = new FakeClock();
    const appended: Buffer[] = [];
    const output = { append: (bytes: Buffer) => void appended.push(bytes), patchHeader: () => undefined };
    const recorder = new StreamRecorder({ clock, output, maxBytes: 1e9, wantsEnd: () => undefined });
    const feed = (kind: 'audio' | 'video', codec: string, clockRate: number) => ({
      ...{ kind, codec, clockRate },
      ...{ run: {}, mapping: undefined },
    });
    const [audio, video] = [feed('audio', 'opus', 48_000), feed('video', 'VP8', 90_000)];
    let sequence = 0;
    const push = (kind: 'audio' | 'video', timestamp: number): void => {
      const payload = kind === 'audio' ? OPUS : KEYFRAME;
      const packet = { sequence: sequence++, timestamp, marker: true, payload };
      recorder.packet(kind === 'audio' ? audio : video, packet, clock.now());
    };
    return { clock, recorder, push, appended };
  }

  test('is not filled with hours of silence', () => {
    const { recorder, push } = record();
    push('audio', 0);
    push('audio', 2 ** 30);
    recorder.finish();
    expect(recorder.content.bytes).toBeLessThan(200_000);
  });

  test('takes pictures of one and the same moment up to a second of them', () => {
    const { recorder, push } = record();
    for (let picture = 0; picture < 2_500; picture++) push('video', 0);
    recorder.finish();
    expect(recorder.content.durationMs).toBeLessThan(1_100);
  });

  test('has an index of at most two entries a second', () => {
    const { clock, recorder, push, appended } = record();
    for (let picture = 0; picture < 500; picture++) {
      push('video', picture * 900);
      clock.advance(10);
    }
    recorder.finish();
    expect(recorder.content.durationMs).toBeGreaterThan(4_900);
    // The index is written last.
    expect(appended.at(-1)!.length).toBeLessThan(500);
  });
});
