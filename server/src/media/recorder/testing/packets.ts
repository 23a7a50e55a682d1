import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { children, readHead } from '../ebml.js';
import type { RecordedPacket } from '../reorder.js';
import { Id } from '../webm-header.js';
import { ffmpeg } from './ffmpeg.js';

/** An encoded frame. */
export interface EncodedFrame {
  readonly timeMs: number;
  readonly data: Buffer;
}

export interface EncodedMedia {
  readonly audio: readonly EncodedFrame[];
  readonly video: readonly EncodedFrame[];
  readonly configuration: Buffer | undefined;
}

/** Length of the flashes and beeps that every {@link encodeFlashes} begins each period with. */
const MARK = 0.12;

/** Encodes black frames and silence, with a white flash and a beep at the same moment every `periodMs`. */
export async function encodeFlashes(
  folder: string,
  options: { codec: 'VP8' | 'H264'; seconds: number; periodMs?: number; width?: number; height?: number },
): Promise<EncodedMedia> {
  const { codec, seconds, periodMs = 1_500, width = 320, height = 180 } = options;
  const file = join(folder, `flashes-${codec}-${width}-${seconds}.mkv`);
  const isMarked = `lt(mod(t\\,${periodMs / 1000})\\,${MARK})`;
  const video = `color=black:s=${width}x${height}:r=25:d=${seconds},drawbox=c=white:t=fill:enable='${isMarked}'`;
  const audio = `aevalsrc='if(${isMarked},0.8*sin(2*PI*1000*t),0)':s=48000:d=${seconds}`;
  const encoder =
    codec === 'VP8'
      ? ['libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '400k', '-g', '50', '-error-resilient', '1']
      : ['libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline', '-g', '50'];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', audio, '-c:v', ...encoder],
    ...['-c:a', 'libopus', '-b:a', '32k', '-application', 'lowdelay', '-frame_duration', '20', file],
  );
  return readMatroska(await readFile(file));
}

function readMatroska(bytes: Buffer): EncodedMedia {
  const frames: Record<number, EncodedFrame[]> = { 1: [], 2: [] };
  let configuration: Buffer | undefined;
  const ebml = readHead(bytes, 0)!;
  const segment = readHead(bytes, ebml.start + ebml.size!)!;
  for (const { id, content } of children(bytes, segment.start)) {
    if (id === Id.Tracks) configuration = configurationOf(content);
    if (id !== Id.Cluster) continue;
    const parts = [...children(content)];
    const start = Number(`0x${parts.find((part) => part.id === Id.Timestamp)?.content.toString('hex')}`);
    for (const part of parts) {
      const block =
        part.id === Id.SimpleBlock ? part.content : [...children(part.content)].find(({ id }) => id === 0xa1);
      const data = Buffer.isBuffer(block) ? block : block?.content;
      if (part.id === Id.Timestamp || data === undefined) continue;
      frames[data[0]! & 0x7f]?.push({ timeMs: start + data.readInt16BE(1), data: data.subarray(4) });
    }
  }
  return { video: frames[1]!, audio: frames[2]!, configuration };
}

function configurationOf(tracks: Buffer): Buffer | undefined {
  const video = [...children(tracks)].find(({ id }) => id === Id.TrackEntry);
  return video && [...children(video.content)].find(({ id }) => id === Id.CodecPrivate)?.content;
}

/** A packet and the time at which it is sent. */
export interface TimedPacket {
  readonly kind: 'audio' | 'video';
  readonly timeMs: number;
  readonly packet: RecordedPacket;
}

const PAYLOAD_BYTES = 300;

/** Turns frames into packets as a sender would; `base` is the first number. */
export function packetize(
  kind: 'audio' | 'video',
  frames: readonly EncodedFrame[],
  toPayloads: (frame: Buffer) => Buffer[],
  base = { sequence: 70_000, timestamp: 4_294_900_000 },
): TimedPacket[] {
  const rate = kind === 'audio' ? 48 : 90;
  let { sequence } = base;
  return frames.flatMap(({ timeMs, data }) => {
    const payloads = toPayloads(data);
    const timestamp = (base.timestamp + Math.round(timeMs * rate)) >>> 0;
    return payloads.map((payload, index) => ({
      kind,
      timeMs,
      packet: { sequence: sequence++, timestamp, marker: index === payloads.length - 1, payload },
    }));
  });
}

export const opusPayloads = (frame: Buffer): Buffer[] => [frame];

/** RFC 7741, with a picture id (PictureID) as browsers send it. */
export function vp8Payloads(frame: Buffer): Buffer[] {
  return chunks(frame, PAYLOAD_BYTES).map((chunk, index) =>
    Buffer.concat([Buffer.from([index === 0 ? 0x90 : 0x80, 0x80, 0x92, 0x34]), chunk]),
  );
}

/** RFC 6184: small units together, large ones in fragments; parameter sets with every keyframe. */
export function h264Payloads(configuration: Buffer): (frame: Buffer) => Buffer[] {
  const [sps, pps] = parameterSets(configuration);
  return (frame) => {
    const units: Buffer[] = [];
    for (let offset = 0; offset + 4 <= frame.length;) {
      const end = offset + 4 + frame.readUInt32BE(offset);
      units.push(frame.subarray(offset + 4, end));
      offset = end;
    }
    const pictures = units.filter((unit) => [1, 5].includes(unit[0]! & 0x1f));
    const isKeyframe = pictures.some((unit) => (unit[0]! & 0x1f) === 5);
    return [...(isKeyframe ? [aggregate([sps!, pps!])] : []), ...pictures.flatMap(fragment)];
  };
}

function parameterSets(configuration: Buffer): Buffer[] {
  const spsEnd = 8 + configuration.readUInt16BE(6);
  const ppsStart = spsEnd + 3;
  return [
    configuration.subarray(8, spsEnd),
    configuration.subarray(ppsStart, ppsStart + configuration.readUInt16BE(spsEnd + 1)),
  ];
}

function aggregate(units: readonly Buffer[]): Buffer {
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(unit.length);
    return [length, unit];
  });
  return Buffer.concat([Buffer.from([0x78]), ...parts]);
}

function fragment(unit: Buffer): Buffer[] {
  if (unit.length <= PAYLOAD_BYTES) return [unit];
  const head = unit[0]!;
  const parts = chunks(unit.subarray(1), PAYLOAD_BYTES);
  return parts.map((part, index) => {
    const flags = (index === 0 ? 0x80 : 0) | (index === parts.length - 1 ? 0x40 : 0);
    return Buffer.concat([Buffer.from([(head & 0xe0) | 28, flags | (head & 0x1f)]), part]);
  });
}

function chunks(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
