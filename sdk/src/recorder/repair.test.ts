import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { repairRecording } from './repair.js';

const TYPE = 'video/webm;codecs=vp8,opus';
/** A frame of 64 × 48 px: the part of a VP8 keyframe that a container reads. */
const KEY = new Uint8Array([0x10, 0, 0, 0x9d, 0x01, 0x2a, 64, 0, 48, 0]);
const OPUS_CONFIG = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 };
const VIDEO_CONFIG = { codec: 'vp8', codedWidth: 64, codedHeight: 48 };

/** Records like browsers: written from start to end, so that neither duration nor index is known. */
async function record(seconds: number, from = 0, hasSound = true): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const video = new EncodedVideoPacketSource('vp8');
  const audio = new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video);
  if (hasSound) output.addAudioTrack(audio);
  await output.start();
  for (let frame = 0; frame < seconds * 10; frame++) {
    const kind = frame % 10 === 0 ? 'key' : 'delta';
    const at = from + frame / 10;
    await video.add(new EncodedPacket(KEY, kind, at, 0.1), { decoderConfig: VIDEO_CONFIG });
    if (!hasSound) continue;
    await audio.add(new EncodedPacket(new Uint8Array([frame]), 'key', at, 0.1), { decoderConfig: OPUS_CONFIG });
  }
  await output.finalize();
  const bytes = new Uint8Array(target.buffer!);
  return new Blob([bytes.subarray(0, placeOf(CUES, bytes))], { type: TYPE });
}

/** Start of a file's index. */
const CUES = [0x1c, 0x53, 0xbb, 0x6b];
const placeOf = (wanted: readonly number[], bytes: Uint8Array): number =>
  bytes.findIndex((_, at) => wanted.every((byte, offset) => bytes[at + offset] === byte));

async function read(blob: Blob) {
  const input = new Input({ source: new BlobSource(blob), formats: [WEBM] });
  const tracks = await input.getTracks();
  const packets = await Promise.all(
    tracks.map(async (track) => {
      const times: number[] = [];
      for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
      return times;
    }),
  );
  return {
    codecs: await Promise.all(tracks.map((track) => track.getCodec())),
    packets,
    duration: await input.getDurationFromMetadata(),
    hasIndex: placeOf(CUES, new Uint8Array(await blob.arrayBuffer())) >= 0,
  };
}

describe('repairRecording', () => {
  it('gives a recording its length and an index, and keeps every packet at its time', async () => {
    const raw = await record(12);
    const before = await read(raw);
    expect([before.duration, before.hasIndex]).toEqual([null, false]);
    const repaired = await repairRecording(raw);
    expect(repaired.type).toBe(TYPE);
    const after = await read(repaired);
    expect(after.codecs).toEqual(['vp8', 'opus']);
    expect(after.packets).toEqual(before.packets);
    // The last packet has a start time but no duration.
    expect(after.duration).toBeCloseTo(11.9, 5);
    expect(after.hasIndex).toBe(true);
  });

  it('lets a recording begin at 0, whenever its first packet came', async () => {
    const { packets, duration } = await read(await repairRecording(await record(2, 5)));
    expect(packets.map(([first]) => first)).toEqual([0, 0]);
    expect(duration).toBeCloseTo(1.9, 5);
  });

  it('leaves out a track that nothing was recorded of', async () => {
    expect((await read(await repairRecording(await record(1, 0, false)))).codecs).toEqual(['vp8']);
  });

  it.each([
    ['what is no recording', new Blob(['nothing'], { type: TYPE })],
    ['an empty recording', new Blob([], { type: TYPE })],
  ])('rejects %s', async (_, blob) => {
    await expect(repairRecording(blob)).rejects.toThrow();
  });
});
