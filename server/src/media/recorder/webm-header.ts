import { double, element, filler, idBytes, sizeBytes, text, UNKNOWN_SIZE, unsigned, unsigned64 } from './ebml.js';

/** Ids of the elements that are written or read here (RFC 9559). */
export const Id = {
  Ebml: 0x1a45dfa3,
  DocType: 0x4282,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Info: 0x1549a966,
  Duration: 0x4489,
  DateUtc: 0x4461,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackType: 0x83,
  CodecId: 0x86,
  CodecPrivate: 0x63a2,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
  Cues: 0x1c53bb6b,
} as const;

export const AUDIO_TRACK = 1;
export const VIDEO_TRACK = 2;
const VIDEO_TYPE = 1;
const AUDIO_TYPE = 2;

/**
 * Size of the header, which is fixed: tracks that are added later, and the duration and the index that are known at the
 * end, are written into it in place.
 */
export const HEADER_BYTES = 2_048;

/** Format of a video track. */
export interface VideoFormat {
  readonly codec: 'VP8' | 'H264';
  readonly width: number;
  readonly height: number;
  /** Decoder configuration: the avcC record of H264. */
  readonly configuration?: Buffer;
}

export interface Header {
  /** `webm`, or `matroska` where WebM does not allow the codec. */
  readonly docType: 'webm' | 'matroska';
  /** Epoch ms of the first sample. */
  readonly startedAt: number;
  /** The entries of the tracks. */
  readonly tracks: Buffer;
  /** Known at the end; positions are counted from the beginning of the file. Without `cuesAt` there is no index. */
  readonly end?: { readonly durationMs: number; readonly cuesAt?: number | undefined; readonly fileBytes: number };
}

/** Distance of the Unix epoch from that of Matroska, 2001-01-01. */
const EPOCH_OFFSET_MS = 978_307_200_000;
/** Offset of the segment's content: positions within it are counted from here. */
export const SEGMENT_START = 52;
const CODEC_IDS = { VP8: 'V_VP8', H264: 'V_MPEG4/ISO/AVC' } as const;
/** Opus decoders need this much before a seek point to have settled there. */
const OPUS_PRE_ROLL_NS = 80_000_000;

/** Everything before the first cluster, {@link HEADER_BYTES} long. @throws {RangeError} where it does not fit */
export function buildHeader({ docType, startedAt, tracks, end }: Header): Buffer {
  const ebml = element(
    Id.Ebml,
    unsigned(0x4286, 1),
    unsigned(0x42f7, 1),
    unsigned(0x42f2, 4),
    unsigned(0x42f3, 8),
    text(Id.DocType, docType),
    // The same length for both, so that positions stay right when the type is known late.
    ...(docType === 'webm' ? [filler(4)] : []),
    unsigned(0x4287, 4),
    unsigned(0x4285, 2),
  );
  const size = end === undefined ? UNKNOWN_SIZE : sizeBytes(end.fileBytes - SEGMENT_START, 8);
  const date = Buffer.alloc(8);
  date.writeBigInt64BE(BigInt(Math.round(startedAt - EPOCH_OFFSET_MS)) * 1_000_000n);
  const info = element(
    Id.Info,
    unsigned(0x2ad7b1, 1_000_000),
    element(Id.DateUtc, date),
    text(0x4d80, 'lectern'),
    text(0x5741, 'lectern'),
    ...(end === undefined ? [] : [double(Id.Duration, end.durationMs)]),
  );
  const trackList = element(Id.Tracks, tracks);
  // The positions inside do not change its length.
  const seekLength = seekHead(0, 0, 0).length;
  const infoAt = seekLength;
  const seek = seekHead(
    infoAt,
    infoAt + info.length,
    end?.cuesAt === undefined ? undefined : end.cuesAt - SEGMENT_START,
  );
  const head = Buffer.concat([ebml, idBytes(Id.Segment), size, seek, info, trackList]);
  if (head.length > HEADER_BYTES - 2) throw new RangeError(`the header takes ${head.length} bytes`);
  return Buffer.concat([head, filler(HEADER_BYTES - head.length)]);
}

/** Positions of the header's parts, counted from the beginning of the segment. */
function seekHead(info: number, tracks: number, cues: number | undefined): Buffer {
  const entry = (id: number, position: number): Buffer =>
    element(0x4dbb, element(0x53ab, idBytes(id)), unsigned64(0x53ac, position));
  const known = [entry(Id.Info, info), entry(Id.Tracks, tracks)];
  const empty = entry(Id.Cues, 0);
  return element(Id.SeekHead, ...known, cues === undefined ? filler(empty.length) : entry(Id.Cues, cues));
}

/** The entry of an Opus track. */
export function audioEntry(): Buffer {
  const channels = 2;
  const rate = 48_000;
  const opusHead = Buffer.alloc(19);
  opusHead.write('OpusHead');
  opusHead[8] = 1;
  opusHead[9] = channels;
  opusHead.writeUInt32LE(rate, 12);
  const sampling = Buffer.alloc(4);
  sampling.writeFloatBE(rate);
  return element(
    Id.TrackEntry,
    ...trackBasics(AUDIO_TRACK, AUDIO_TYPE, 'A_OPUS'),
    element(Id.CodecPrivate, opusHead),
    unsigned(0x56aa, 0),
    unsigned(0x56bb, OPUS_PRE_ROLL_NS),
    element(0xe1, element(0xb5, sampling), unsigned(0x9f, channels)),
  );
}

/** The entry of a video track. */
export function videoEntry({ codec, width, height, configuration }: VideoFormat): Buffer {
  return element(
    Id.TrackEntry,
    ...trackBasics(VIDEO_TRACK, VIDEO_TYPE, CODEC_IDS[codec]),
    ...(configuration === undefined ? [] : [element(Id.CodecPrivate, configuration)]),
    element(Id.Video, unsigned(Id.PixelWidth, width), unsigned(Id.PixelHeight, height)),
  );
}

function trackBasics(number: number, type: number, codec: string): Buffer[] {
  return [
    unsigned(0xd7, number),
    unsigned(0x73c5, number),
    unsigned(Id.TrackType, type),
    // No lacing.
    unsigned(0x9c, 0),
    text(0x22b59c, 'und'),
    text(Id.CodecId, codec),
  ];
}
