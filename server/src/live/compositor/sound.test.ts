import { expect, test } from 'vitest';
import { amplitudeOf, endlessTone, sharpestBend } from '../../media/mixer/testing/tones.js';
import type { MediaPacket } from './rtp.js';
import { FRAME_MS, SoundLane, SoundMix } from './sound.js';

const SAMPLES = 960;

const packet = (index: number, payload: Buffer, ssrc = 1): MediaPacket => ({
  kind: 'media',
  codec: 'OPUS',
  ssrc,
  sequence: index & 0xffff,
  timestamp: (index * SAMPLES) >>> 0,
  marker: false,
  payload,
});

/** Plays lanes for so many frames; `feed` is called before each. */
function play(lanes: readonly SoundLane[], frames: number, feed: (index: number) => void): Int16Array {
  const mix = new SoundMix();
  const out = new Int16Array(frames * SAMPLES);
  for (let index = 0; index < frames; index++) {
    feed(index);
    const frame = mix.frame(lanes, index * FRAME_MS);
    out.set(new Int16Array(frame.buffer, frame.byteOffset, SAMPLES), index * SAMPLES);
  }
  return out;
}

test('all lanes are heard in the sum, without a click', () => {
  const [low, high] = [endlessTone(440, 0.1), endlessTone(1_000, 0.1)];
  const lanes = [new SoundLane(), new SoundLane()];
  const out = play(lanes, 50, (index) => {
    lanes[0]!.push(packet(index, low(index)), index * FRAME_MS);
    lanes[1]!.push(packet(index, high(index)), index * FRAME_MS);
  }).subarray(10 * SAMPLES);
  expect(amplitudeOf(out, 440)).toBeGreaterThan(0.06);
  expect(amplitudeOf(out, 1_000)).toBeGreaterThan(0.06);
  expect(amplitudeOf(out, 700)).toBeLessThan(0.02);
  expect(sharpestBend(out)).toBeLessThan(1_200);
});

test('a packet that is lost is concealed, and silence is silence once nothing comes', () => {
  const tone = endlessTone(440, 0.2);
  const lane = new SoundLane();
  const out = play([lane], 60, (index) => {
    if (index !== 20 && index < 40) lane.push(packet(index, tone(index)), index * FRAME_MS);
  });
  expect(amplitudeOf(out.subarray(19 * SAMPLES, 24 * SAMPLES), 440)).toBeGreaterThan(0.1);
  expect(sharpestBend(out.subarray(15 * SAMPLES, 30 * SAMPLES))).toBeLessThan(2_000);
  expect(out.subarray(50 * SAMPLES).some((sample) => Math.abs(sample) > 30)).toBe(false);
});

test('what comes out of order is put in order, what comes too late is left out, and nonsense is silent', () => {
  const tone = endlessTone(440, 0.2);
  const lane = new SoundLane();
  const out = play([lane], 40, (index) => {
    if (index % 2 === 1) return;
    // Two at a time in reverse order, and one that is far too late.
    for (const at of [index + 3, index + 2]) lane.push(packet(at, tone(at)), at * FRAME_MS);
    lane.push(packet(index - 2, Buffer.from([0xff, 0xff, 0xff])), (index - 2) * FRAME_MS);
  }).subarray(10 * SAMPLES);
  expect(amplitudeOf(out, 440)).toBeGreaterThan(0.15);
  expect(sharpestBend(out)).toBeLessThan(1_200);
});
