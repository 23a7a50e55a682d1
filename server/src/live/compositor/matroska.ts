import { double, element, idBytes, sizeBytes, text, unsigned, UNKNOWN_SIZE } from '../../media/recorder/ebml.js';

/**
 * A writer of uncompressed Matroska, which carries frames and audio to ffmpeg over one pipe, each with its time: a
 * dropped frame thus shifts nothing else.
 */

const AUDIO_TRACK = 2;
const VIDEO_TRACK = 1;
const TRACK_TYPE_VIDEO = 1;
const TRACK_TYPE_AUDIO = 2;
const MILLISECOND_NS = 1_000_000;
export interface RawFormat {
  readonly width: number;
  readonly height: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** Everything before the first cluster. */
export function matroskaHeader({ width, height, sampleRate, channels }: RawFormat): Buffer {
  const ebml = element(
    0x1a45dfa3,
    unsigned(0x4286, 1),
    unsigned(0x42f7, 1),
    unsigned(0x42f2, 4),
    unsigned(0x42f3, 8),
    text(0x4282, 'matroska'),
    unsigned(0x4287, 4),
    unsigned(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    unsigned(0x2ad7b1, MILLISECOND_NS),
    text(0x4d80, 'lectern'),
    text(0x5741, 'lectern'),
  );
  const video = element(
    0xae,
    unsigned(0xd7, VIDEO_TRACK),
    unsigned(0x73c5, VIDEO_TRACK),
    unsigned(0x83, TRACK_TYPE_VIDEO),
    text(0x86, 'V_UNCOMPRESSED'),
    element(0xe0, unsigned(0xb0, width), unsigned(0xba, height), text(0x2eb524, 'I420')),
  );
  const audio = element(
    0xae,
    unsigned(0xd7, AUDIO_TRACK),
    unsigned(0x73c5, AUDIO_TRACK),
    unsigned(0x83, TRACK_TYPE_AUDIO),
    text(0x86, 'A_PCM/INT/LIT'),
    element(0xe1, double(0xb5, sampleRate), unsigned(0x9f, channels), unsigned(0x6264, 16)),
  );
  const segment = Buffer.concat([idBytes(0x18538067), UNKNOWN_SIZE]);
  return Buffer.concat([ebml, segment, info, element(0x1654ae6b, video, audio)]);
}

/** Header before the bytes of one frame; `at` in ms. */
export const pictureHeader = (at: number, bytes: number): Buffer => clusterHeader(VIDEO_TRACK, at, bytes);

/** Header before one block of 16-bit samples; `at` in ms. */
export const soundHeader = (at: number, bytes: number): Buffer => clusterHeader(AUDIO_TRACK, at, bytes);

/** One cluster per block: its time then needs only one field. */
function clusterHeader(track: number, at: number, bytes: number): Buffer {
  const time = unsigned(0xe7, at);
  // Track number, no time beyond the cluster's, keyframe.
  const block = Buffer.from([0x80 | track, 0, 0, 0x80]);
  const blockHead = Buffer.concat([idBytes(0xa3), sizeBytes(block.length + bytes), block]);
  return Buffer.concat([idBytes(0x1f43b675), sizeBytes(time.length + blockHead.length + bytes), time, blockHead]);
}
