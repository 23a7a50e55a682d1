import { describe, expect, test } from 'vitest';
import type { Clock } from '@lectern/kit/clock';
import { FakeClock } from '@lectern/kit/testing';
import { children, readUnsigned } from './ebml.js';
import { SILENCE } from './opus.js';
import { ReorderBuffer } from './reorder.js';
import { StreamRecorder } from './stream-recorder.js';
import type { ClockMapping } from './timeline.js';
import { AUDIO_TRACK, Id } from './webm-header.js';

const HOUR_MS = 3_600_000;
const OPUS = Buffer.from([0xf8, 1, 2, 3]);
/** A whole VP8 keyframe of 16 by 16. */
const KEYFRAME = Buffer.from('100000009d012a10001000', 'hex');

/** A machine's clock that can be set while its timers go on. */
class SettableClock implements Clock {
  readonly timers = new FakeClock();
  #setBy = 0;

  now(): number {
    return this.timers.now() + this.#setBy;
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.timers.after(delayMs, callback);
  }

  every(intervalMs: number, callback: () => void): () => void {
    return this.timers.every(intervalMs, callback);
  }

  setBy(ms: number): void {
    this.#setBy += ms;
  }
}

interface WrittenBlock {
  readonly track: 'audio' | 'video';
  readonly timeMs: number;
  readonly data: Buffer;
}

/** An in-memory recording of a publisher whose packets arrive at once. */
class Recording {
  readonly clock = new SettableClock();
  readonly #appended: Buffer[] = [];
  readonly recorder = new StreamRecorder({
    clock: this.clock,
    output: { append: (bytes) => void this.#appended.push(bytes), patchHeader: () => undefined },
    maxBytes: 1e9,
    wantsEnd: () => undefined,
  });
  mapping: ClockMapping | undefined;
  readonly #runs = { audio: {}, video: {} };
  #sequence = 0;
  #timestamp = 0;

  push(kind: 'audio' | 'video', timestamp: number): void {
    const [codec, clockRate, payload] = kind === 'audio' ? ['opus', 48_000, OPUS] : ['VP8', 90_000, KEYFRAME];
    const packet = { sequence: this.#sequence++, timestamp: timestamp >>> 0, marker: true, payload };
    const feed = { kind, codec, clockRate, run: this.#runs[kind], mapping: this.mapping } as const;
    this.recorder.packet(feed, packet, this.clock.now());
  }

  /** Sends audio in packets of 20 ms. */
  speak(ms: number): void {
    for (let done = 0; done < ms; done += 20) {
      this.push('audio', (this.#timestamp += 960));
      this.clock.timers.advance(20);
    }
  }

  /** Shifts the timestamp of the next audio packet. */
  jump(samples: number): void {
    this.#timestamp += samples;
  }

  finish(): WrittenBlock[] {
    this.recorder.finish();
    return this.#appended.flatMap((bytes) => [...children(bytes)]).flatMap(blocksOf);
  }
}

function blocksOf({ id, content }: { readonly id: number; readonly content: Buffer }): WrittenBlock[] {
  if (id !== Id.Cluster) return [];
  const parts = [...children(content)];
  const start = readUnsigned(parts.find((part) => part.id === Id.Timestamp)?.content ?? Buffer.alloc(0));
  return parts
    .filter((part) => part.id === Id.SimpleBlock)
    .map(({ content: block }) => ({
      track: ((block[0] ?? 0) & 0x7f) === AUDIO_TRACK ? 'audio' : 'video',
      timeMs: start + block.readInt16BE(1),
      data: block.subarray(4),
    }));
}

const isSilence = ({ data }: WrittenBlock): boolean => data.equals(SILENCE);
const soundOf = (blocks: readonly WrittenBlock[]): WrittenBlock[] =>
  blocks.filter((block) => block.track === 'audio' && !isSilence(block));

describe('the file of a publisher whose timestamps', () => {
  test('claim to be of half a day ago begins when its packets arrived', () => {
    const recording = new Recording();
    recording.push('audio', 0);
    recording.push('audio', -(2 ** 30));
    const blocks = recording.finish();
    expect(blocks.filter(isSilence)).toEqual([]);
    expect(recording.recorder.content.startedAt).toBe(recording.clock.now());
  });

  test('are moved by half a day with a report, begins when its packets arrived', () => {
    const recording = new Recording();
    recording.push('audio', 0);
    recording.mapping = { ntp: 1n << 62n, rtpTimestamp: 2 ** 30, at: recording.clock.now() };
    recording.push('audio', 960);
    const blocks = recording.finish();
    expect(blocks.filter(isSilence)).toEqual([]);
    expect(recording.recorder.content.startedAt).toBe(recording.clock.now());
  });

  test.each([-(2 ** 31), 2 ** 30, -(2 ** 30), 48_000 * 60])('jump by %d samples goes on where it was', (samples) => {
    const recording = new Recording();
    recording.speak(2_000);
    recording.jump(samples);
    recording.speak(2_000);
    const blocks = recording.finish();
    expect(soundOf(blocks)).toHaveLength(200);
    expect(blocks.filter(isSilence).length).toBeLessThan(3);
    expect(recording.recorder.content.durationMs).toBeLessThan(4_100);
  });

  test('have no rate goes on as its packets arrive', () => {
    const recording = new Recording();
    const feed = { kind: 'audio', codec: 'opus', clockRate: 0, run: {}, mapping: undefined } as const;
    for (let sequence = 0; sequence < 50; sequence++) {
      const packet = { sequence, timestamp: sequence * 960, marker: true, payload: OPUS };
      recording.recorder.packet(feed, packet, recording.clock.now());
      recording.clock.timers.advance(20);
    }
    expect(soundOf(recording.finish()).map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 20),
    );
  });
});

describe("a recording during which the machine's clock", () => {
  test('is set forward by hours leaves a jump in time, and has all sound', () => {
    const recording = new Recording();
    recording.speak(4_000);
    recording.clock.setBy(3 * HOUR_MS);
    recording.speak(4_000);
    const blocks = recording.finish();
    const sound = soundOf(blocks).map(({ timeMs }) => timeMs);
    // Writing lags by two seconds.
    expect(blocks.length - sound.length).toBeLessThan(120);
    expect(sound).toHaveLength(400);
    expect(sound.at(-1)! - sound[0]!).toBeGreaterThan(3 * HOUR_MS);
  });

  test('is set back by hours has all sound in one piece', () => {
    const recording = new Recording();
    recording.speak(4_000);
    recording.clock.setBy(-3 * HOUR_MS);
    recording.speak(4_000);
    expect(soundOf(recording.finish()).map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 400 }, (_, index) => index * 20),
    );
  });
});

describe('sound', () => {
  test('that begins after an hour of pictures begins there in the file', () => {
    const recording = new Recording();
    for (let second = 0; second < 3_600; second += 10) {
      recording.push('video', second * 90_000);
      recording.clock.timers.advance(10_000);
    }
    recording.speak(1_000);
    const audio = recording.finish().filter(({ track }) => track === 'audio');
    expect(audio.length).toBeGreaterThanOrEqual(50);
    expect(audio.length).toBeLessThan(60 * 50);
    expect(audio[0]!.timeMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(audio.at(-1)!.timeMs).toBe(HOUR_MS + 980);
  });

  test('of a publisher who sleeps for ten minutes is silence without a hole, then goes on', () => {
    const recording = new Recording();
    recording.speak(1_000);
    recording.clock.timers.advance(600_000);
    recording.jump(600_000 * 48);
    recording.speak(1_000);
    const times = recording.finish().map(({ timeMs }) => timeMs);
    expect(times.length).toBeGreaterThan(602_000 / 20 - 5);
    expect(Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)))).toBeLessThan(40);
    expect(times.at(-1)! / 1_000).toBeCloseTo(601.98, 1);
  });
});

test('a packet that ends the waiting of thousands, each behind a gap, takes under a millisecond', () => {
  const costs = Array.from({ length: 10 }, () => {
    const buffer = new ReorderBuffer();
    const push = (sequence: number, now: number) =>
      buffer.push({ sequence, timestamp: 0, marker: false, payload: OPUS }, now);
    for (let index = 0; index <= 2_000; index++) push(index * 2, 0);
    const start = performance.now();
    expect(push(4_002, 1_000)).toHaveLength(2_000);
    return performance.now() - start;
  });
  expect(Math.min(...costs)).toBeLessThan(1);
});
