import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import type { RecordingEnd } from '../record.js';
import { StreamRecorder } from './stream-recorder.js';
import { beeps, brightness, decodeAll, flashes, loudness, probe } from './testing/ffmpeg.js';
import {
  encodeFlashes,
  h264Payloads,
  opusPayloads,
  packetize,
  vp8Payloads,
  type EncodedMedia,
  type TimedPacket,
} from './testing/packets.js';
import type { ClockMapping } from './timeline.js';
import { HEADER_BYTES } from './webm-header.js';
import type { WebmOutput } from './webm-writer.js';

class MemoryFile implements WebmOutput {
  #header: Buffer = Buffer.alloc(HEADER_BYTES);
  readonly #parts: Buffer[] = [];

  append(bytes: Buffer): void {
    this.#parts.push(bytes);
  }

  patchHeader(bytes: Buffer): void {
    this.#header = bytes;
  }

  get bytes(): Buffer {
    return Buffer.concat([this.#header, ...this.#parts]);
  }
}

let folder: string;
let vp8: EncodedMedia;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-recorder-'));
  vp8 = await encodeFlashes(folder, { codec: 'VP8', seconds: 9 });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const SECONDS_1900_TO_1970 = 2_208_988_800;

/** A source: its packets arrive with a delay each, and sender reports carry their true times. */
class Bench {
  readonly clock = new FakeClock();
  readonly output = new MemoryFile();
  readonly recorder: StreamRecorder;
  end: RecordingEnd | undefined;
  codec = 'VP8';
  readonly #runs: Record<'audio' | 'video', object> = { audio: {}, video: {} };
  readonly #mappings: Partial<Record<'audio' | 'video', ClockMapping>> = {};
  readonly #start = this.clock.now();

  constructor(maxBytes = 1e9) {
    this.recorder = new StreamRecorder({
      clock: this.clock,
      output: this.output,
      maxBytes,
      wantsEnd: (end) => (this.end = end),
    });
  }

  /** Plays packets; `arrival` returns the delay of one in ms, undefined for a lost one. */
  play(packets: readonly TimedPacket[], arrival: (packet: TimedPacket) => number | undefined = () => 20): void {
    const timed = packets.flatMap((packet) => {
      const delay = arrival(packet);
      return delay === undefined ? [] : [{ packet, at: packet.timeMs + delay }];
    });
    for (const { packet, at } of timed.sort((a, b) => a.at - b.at)) {
      this.clock.advance(Math.max(0, this.#start + at - this.clock.now()));
      this.arrive(packet);
    }
  }

  arrive({ kind, packet }: TimedPacket): void {
    const [codec, clockRate] = kind === 'audio' ? ['OPUS', 48_000] : [this.codec, 90_000];
    const feed = { kind, codec, clockRate, run: this.#runs[kind], mapping: this.#mappings[kind] };
    this.recorder.packet(feed, packet, this.clock.now());
  }

  /** A sender report arrives: media time 0 of the kind was at `epochMs` of the publisher's clock. */
  report(kind: 'audio' | 'video', timestampOfZero: number, timeMs: number): void {
    const seconds = 1_000_000 + timeMs / 1000 + SECONDS_1900_TO_1970;
    const rate = kind === 'audio' ? 48 : 90;
    this.#mappings[kind] = {
      ntp: (BigInt(Math.floor(seconds)) << 32n) | BigInt(Math.floor((seconds % 1) * 2 ** 32)),
      rtpTimestamp: (timestampOfZero + timeMs * rate) >>> 0,
      at: this.clock.now(),
    };
  }

  /** The publisher republishes: other numbers, another connection. */
  republish(): void {
    this.#runs.audio = {};
    this.#runs.video = {};
    delete this.#mappings.audio;
    delete this.#mappings.video;
  }

  async save(name: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, this.output.bytes);
    return file;
  }

  async finish(name: string): Promise<string> {
    this.recorder.finish();
    return this.save(name);
  }
}

const AUDIO_BASE = { sequence: 70_000, timestamp: 4_294_900_000 };
const VIDEO_BASE = { sequence: 131_000, timestamp: 77_000 };

const packetsOf = (media: EncodedMedia, base = { audio: AUDIO_BASE, video: VIDEO_BASE }): TimedPacket[] => [
  ...packetize('audio', media.audio, opusPayloads, base.audio),
  ...packetize('video', media.video, vp8Payloads, base.video),
];

/** Offset of each flash from its beep. */
async function skews(file: string): Promise<number[]> {
  const [seen, heard] = await Promise.all([flashes(file), beeps(file)]);
  expect(heard.length).toBeGreaterThan(3);
  expect(seen.length).toBeGreaterThan(3);
  return seen.slice(1).map((flash) => {
    const [nearest = Infinity] = heard.map((beep) => beep - flash).sort((a, b) => Math.abs(a) - Math.abs(b));
    return nearest;
  });
}

describe('a recorded stream', () => {
  it('is a file that players read, with its length and both tracks', async () => {
    const bench = new Bench();
    bench.play(packetsOf(vp8));
    const file = await bench.finish('plain.webm');
    const { format, streams } = await probe(file);
    expect(Math.abs(Number(format.duration) - 9)).toBeLessThan(0.1);
    expect(streams.map(({ codec_name }) => codec_name).sort()).toEqual(['opus', 'vp8']);
    expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ width: 320, height: 180 });
    await decodeAll(file);
    expect(await brightness(file)).toHaveLength(225);
    for (const skew of await skews(file)) expect(Math.abs(skew)).toBeLessThan(60);
    expect(bench.recorder.content).toMatchObject({ kinds: { audio: true, video: true }, startedAt: 1_800_000_000_020 });
  });

  it('has sound and picture in time though the picture arrives 300 ms late, once reports tell', async () => {
    const bench = new Bench();
    const packets = packetsOf(vp8).map((packet) => ({ ...packet }));
    const late = ({ kind }: TimedPacket): number => (kind === 'video' ? 320 : 20);
    const [early, rest] = [
      packets.filter(({ timeMs }) => timeMs < 1_000),
      packets.filter(({ timeMs }) => timeMs >= 1_000),
    ];
    bench.play(early, late);
    bench.report('video', VIDEO_BASE.timestamp, 1_000);
    bench.report('audio', AUDIO_BASE.timestamp, 1_200);
    bench.play(rest, late);
    const file = await bench.finish('late.webm');
    for (const skew of await skews(file)) expect(Math.abs(skew)).toBeLessThan(60);
  });

  it('keeps time through a mute: silence and a standing picture, then both go on where they belong', async () => {
    const bench = new Bench();
    const packets = packetsOf(vp8);
    const isMuted = ({ timeMs }: TimedPacket): boolean => timeMs >= 2_000 && timeMs < 5_000;
    const sequence = { audio: 70_000, video: 131_000 };
    // A muted sender sends no packets, so that its numbers have no gap.
    const sent = packets
      .filter((packet) => !isMuted(packet))
      .map((entry) => ({ ...entry, packet: { ...entry.packet, sequence: sequence[entry.kind]++ } }));
    bench.play(sent);
    const file = await bench.finish('mute.webm');
    await decodeAll(file);
    const levels = await loudness(file);
    expect(Math.abs(levels.length * 5 - 9_000)).toBeLessThan(100);
    expect(Math.max(...levels.slice(2_100 / 5, 4_900 / 5))).toBeLessThan(0.05);
    const heard = await beeps(file);
    expect(heard.some((time) => Math.abs(time - 6_000) < 60)).toBe(true);
    const seen = await flashes(file);
    expect(seen.some((time) => Math.abs(time - 6_000) < 60)).toBe(true);
  });

  it('goes on in the same file when the stream is published anew', async () => {
    const bench = new Bench();
    bench.play(packetsOf(vp8));
    bench.republish();
    const again = packetsOf(vp8, {
      audio: { sequence: 66_000, timestamp: 5 },
      video: { sequence: 99_000, timestamp: 4_000_000_000 },
    }).map((packet) => ({ ...packet, timeMs: packet.timeMs + 12_000 }));
    bench.play(again);
    const file = await bench.finish('again.webm');
    await decodeAll(file);
    expect(Math.abs(Number((await probe(file)).format.duration) - 21)).toBeLessThan(0.1);
    const heard = await beeps(file);
    expect(heard.some((time) => Math.abs(time - 13_500) < 60)).toBe(true);
    for (const skew of await skews(file)) expect(Math.abs(skew)).toBeLessThan(60);
  });

  it('shows nothing broken after losses: the picture stands until the keyframe that it asks for', async () => {
    const bench = new Bench();
    const packets = packetsOf(vp8);
    const lost = packets.find(({ kind, timeMs }) => kind === 'video' && timeMs > 2_600)!;
    let asked = false;
    bench.play(
      packets.filter(({ timeMs }) => timeMs < 3_800),
      (packet) => (packet === lost ? undefined : 20),
    );
    asked = bench.recorder.needsKeyframe;
    bench.play(packets.filter(({ timeMs }) => timeMs >= 3_800));
    const file = await bench.finish('loss.webm');
    await decodeAll(file);
    expect(asked).toBe(true);
    const times = (await brightness(file)).map(({ timeMs }) => timeMs);
    expect(times.filter((time) => time > 2_700 && time < 3_950)).toEqual([]);
    expect(times.filter((time) => time > 4_100)).not.toEqual([]);
  });

  it('is the same whatever order packets come in, as long as they come', async () => {
    const shuffled = new Bench();
    const order = new Bench();
    const packets = packetsOf(vp8);
    order.play(packets, () => 100);
    // Up to 90 ms of jitter; the first packets mark the beginning of the recording.
    shuffled.play(packets, ({ packet, timeMs }) => (timeMs < 150 ? 100 : 55 + ((packet.sequence * 37) % 90)));
    order.recorder.finish();
    shuffled.recorder.finish();
    expect(shuffled.output.bytes.equals(order.output.bytes)).toBe(true);
  });

  it('can be played when its writer ends in the middle', async () => {
    const bench = new Bench();
    bench.play(packetsOf(vp8));
    const file = await bench.save('cut.webm');
    await decodeAll(file);
    expect((await brightness(file)).length).toBeGreaterThan(100);
  });

  it('survives another size of the picture', async () => {
    const bench = new Bench();
    const large = await encodeFlashes(folder, { codec: 'VP8', seconds: 3, width: 640, height: 360 });
    bench.play(packetsOf(vp8));
    const base = {
      sequence: 131_000 + packetsOf(vp8).filter(({ kind }) => kind === 'video').length,
      timestamp: 77_000,
    };
    bench.play(
      packetize(
        'video',
        large.video.map((frame) => ({ ...frame, timeMs: frame.timeMs + 9_000 })),
        vp8Payloads,
        base,
      ),
    );
    const file = await bench.finish('grown.webm');
    await decodeAll(file);
    expect(bench.recorder.content.video).toEqual({ codec: 'VP8', width: 640, height: 360 });
    expect(await brightness(file)).toHaveLength(225 + 75);
  });

  it('holds H264 as it holds VP8', async () => {
    const h264 = await encodeFlashes(folder, { codec: 'H264', seconds: 9 });
    const bench = new Bench();
    bench.codec = 'H264';
    bench.play([
      ...packetize('audio', h264.audio, opusPayloads, AUDIO_BASE),
      ...packetize('video', h264.video, h264Payloads(h264.configuration!), VIDEO_BASE),
    ]);
    const file = await bench.finish('h264.mkv');
    const { format, streams } = await probe(file);
    expect(format.format_name).toContain('matroska');
    expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({
      codec_name: 'h264',
      width: 320,
      height: 180,
    });
    await decodeAll(file);
    expect(await brightness(file)).toHaveLength(225);
    for (const skew of await skews(file)) expect(Math.abs(skew)).toBeLessThan(60);
  });

  it('asks for its end when the codec changes, and when the file is as large as it may be', () => {
    const bench = new Bench();
    const packets = packetsOf(vp8);
    bench.play(packets.filter(({ timeMs }) => timeMs < 500));
    bench.codec = 'H264';
    bench.republish();
    bench.play(packets.filter(({ kind }) => kind === 'video').slice(0, 1));
    expect(bench.end).toBe('codec-changed');

    const small = new Bench(10_000);
    small.play(packets);
    expect(small.end).toBe('limit');
    expect(small.recorder.content.bytes).toBeLessThan(30_000);
  });

  it('without a picture is a file of sound', async () => {
    const bench = new Bench();
    bench.play(packetsOf(vp8).filter(({ kind }) => kind === 'audio'));
    const file = await bench.finish('sound.webm');
    expect((await probe(file)).streams.map(({ codec_name }) => codec_name)).toEqual(['opus']);
    await decodeAll(file);
    expect(bench.recorder.content.kinds).toEqual({ audio: true, video: false });
  });
});
