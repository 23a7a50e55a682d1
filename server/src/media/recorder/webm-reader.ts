import { type FileHandle, open } from 'node:fs/promises';
import type { RecordingContent } from '../record.js';
import { children, MAX_HEAD_BYTES, readHead, readUnsigned } from './ebml.js';
import { opusDurationMs } from './opus.js';
import { AUDIO_TRACK, HEADER_BYTES, Id, SEGMENT_START, VIDEO_TRACK, type Header } from './webm-header.js';
import type { CuePoint } from './webm-writer.js';

const EPOCH_OFFSET_MS = 978_307_200_000;
const MAX_CLUSTER_BYTES = 64 * 1024 * 1024;
/** Frames further apart mean that the camera was off, not that the image stood still. */
const PICTURE_HOLE_MS = 3_000;

/** A period, in ms since the beginning of the file. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Content of a file that {@link WebmWriter} made, whether it was completed or not. */
export interface WebmIndex {
  readonly header: Pick<Header, 'docType' | 'startedAt' | 'tracks'>;
  readonly content: RecordingContent;
  readonly cues: readonly CuePoint[];
  /** End of the last complete cluster. */
  readonly clusterBytes: number;
  readonly isComplete: boolean;
  /** Periods with video. */
  readonly pictures: readonly Stretch[];
}

/** Reads the content of a file; undefined where it holds nothing playable. */
export async function readWebm(path: string): Promise<WebmIndex | undefined> {
  const handle = await open(path, 'r');
  try {
    const head = await readAt(handle, 0, HEADER_BYTES);
    const header = readHeader(head);
    if (header === undefined) return undefined;
    const scan = new Scan(header.hasVideo);
    let position = HEADER_BYTES;
    for (;;) {
      const cluster = await readCluster(handle, position);
      if (cluster === undefined) break;
      scan.add(cluster.content, position);
      position = cluster.end;
    }
    if (position === HEADER_BYTES) return undefined;
    const { size: bytes } = await handle.stat();
    return {
      header,
      content: {
        bytes,
        durationMs: Math.round(scan.endMs),
        startedAt: header.startedAt,
        kinds: { audio: header.hasAudio, video: header.hasVideo },
        ...(header.video !== undefined && { video: header.video }),
      },
      cues: scan.cues,
      clusterBytes: position,
      isComplete: header.hasDuration,
      pictures: scan.pictures,
    };
  } finally {
    await handle.close();
  }
}

interface KnownHeader extends Header {
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  readonly hasDuration: boolean;
  readonly video?: { readonly codec: string; readonly width: number; readonly height: number };
}

function readHeader(bytes: Buffer): KnownHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const ebml = [...children(bytes)].find(({ id }) => id === Id.Ebml);
  const parts = new Map([...children(bytes, SEGMENT_START)].map(({ id, content }) => [id, content]));
  const info = parts.get(Id.Info);
  const tracks = parts.get(Id.Tracks);
  if (ebml === undefined || info === undefined || tracks === undefined) return undefined;
  const docType = find(ebml.content, Id.DocType)?.toString();
  const date = find(info, Id.DateUtc);
  const video = [...children(tracks)].map(({ content }) => content).find((entry) => trackType(entry) === 1);
  const size = video && find(video, Id.Video);
  return {
    docType: docType === 'matroska' ? 'matroska' : 'webm',
    startedAt: date === undefined ? 0 : Number(date.readBigInt64BE() / 1_000_000n) + EPOCH_OFFSET_MS,
    tracks,
    hasDuration: find(info, Id.Duration) !== undefined,
    hasVideo: video !== undefined,
    hasAudio: [...children(tracks)].some(({ content }) => trackType(content) === 2),
    ...(video !== undefined &&
      size !== undefined && {
        video: {
          codec: find(video, Id.CodecId)?.toString() === 'V_VP8' ? 'VP8' : 'H264',
          width: readUnsigned(find(size, Id.PixelWidth) ?? Buffer.alloc(0)),
          height: readUnsigned(find(size, Id.PixelHeight) ?? Buffer.alloc(0)),
        },
      }),
  };
}

const find = (bytes: Buffer, wanted: number): Buffer | undefined =>
  [...children(bytes)].find(({ id }) => id === wanted)?.content;

const trackType = (entry: Buffer): number => readUnsigned(find(entry, Id.TrackType) ?? Buffer.alloc(0));

/** Results of reading the clusters. */
class Scan {
  readonly cues: CuePoint[] = [];
  readonly pictures: { fromMs: number; toMs: number }[] = [];
  endMs = 0;

  constructor(private readonly hasVideo: boolean) {}

  add(cluster: Buffer, at: number): void {
    let start = 0;
    let isFirst = true;
    for (const { id, content } of children(cluster)) {
      if (id === Id.Timestamp) start = readUnsigned(content);
      if (id !== Id.SimpleBlock || content.length < 4) continue;
      const track = (content[0] ?? 0) & 0x7f;
      const timeMs = start + content.readInt16BE(1);
      if (isFirst) this.#noteCue(track, timeMs, ((content[3] ?? 0) & 0x80) !== 0, at);
      isFirst = false;
      if (track === VIDEO_TRACK) this.#notePicture(timeMs);
      const duration = track === AUDIO_TRACK ? (opusDurationMs(content.subarray(4)) ?? 0) : 0;
      this.endMs = Math.max(this.endMs, timeMs + duration);
    }
  }

  #noteCue(track: number, timeMs: number, isKeyframe: boolean, at: number): void {
    const isEntry = this.hasVideo ? track === VIDEO_TRACK && isKeyframe : true;
    if (isEntry) this.cues.push({ timeMs, track, position: at - SEGMENT_START });
  }

  #notePicture(timeMs: number): void {
    const last = this.pictures.at(-1);
    if (last === undefined || timeMs - last.toMs > PICTURE_HOLE_MS) {
      this.pictures.push({ fromMs: timeMs, toMs: timeMs });
    } else last.toMs = Math.max(last.toMs, timeMs);
  }
}

async function readCluster(
  handle: FileHandle,
  position: number,
): Promise<{ content: Buffer; end: number } | undefined> {
  const head = readHead(await readAt(handle, position, MAX_HEAD_BYTES), 0);
  if (head?.id !== Id.Cluster || head.size === undefined || head.size > MAX_CLUSTER_BYTES) return undefined;
  const content = await readAt(handle, position + head.start, head.size);
  return content.length < head.size ? undefined : { content, end: position + head.start + head.size };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
