import { element, unsigned } from './ebml.js';
import {
  AUDIO_TRACK,
  audioEntry,
  buildHeader,
  HEADER_BYTES,
  Id,
  SEGMENT_START,
  VIDEO_TRACK,
  videoEntry,
  type VideoFormat,
} from './webm-header.js';

/** Destination of a file's bytes. Appending begins after the header, which is written by `patchHeader`. */
export interface WebmOutput {
  append(bytes: Buffer): void;
  patchHeader(bytes: Buffer): void;
}

/** A seek point. */
export interface CuePoint {
  readonly timeMs: number;
  readonly track: number;
  /** Position of the cluster, from the beginning of the segment's content. */
  readonly position: number;
}

export interface Block {
  readonly track: 'audio' | 'video';
  /** Since the beginning of the file; never less than the cluster's own. */
  readonly timeMs: number;
  readonly durationMs: number;
  readonly isKeyframe: boolean;
  readonly data: Buffer;
}

const CLUSTER_MS = 2_000;
const CLUSTER_BYTES = 1_000_000;
/** Every packet can be a keyframe; a finer index is useless to players, and the index is kept in memory. */
const VIDEO_CUE_MS = 500;
/** Without video every cluster is a possible seek point; this interval is enough. */
const AUDIO_CUE_MS = 5_000;

/**
 * Writes WebM so that the file is playable at any time: complete clusters only, in a segment of unknown size. `finish`
 * makes it seekable.
 */
export class WebmWriter {
  #audio = false;
  #video: VideoFormat | undefined;
  #blocks: Block[] = [];
  #clusterBytes = 0;
  #written = HEADER_BYTES;
  #endMs = 0;
  readonly #cues: CuePoint[] = [];

  constructor(
    private readonly output: WebmOutput,
    /** Time 0, in epoch ms. */
    private readonly startedAt: number,
  ) {}

  /** Bytes of the file so far, including those not written yet. */
  get bytes(): number {
    return this.#written + this.#clusterBytes;
  }

  get durationMs(): number {
    return this.#endMs;
  }

  addAudio(): void {
    if (this.#audio) return;
    this.#audio = true;
    this.#writeHeader();
  }

  /** Sets the video's format; its size may change later, its codec may not. */
  setVideo(format: VideoFormat): void {
    this.#video = format;
    this.#writeHeader();
  }

  /** Adds a block; each track's blocks must be in order of time. */
  write(block: Block): void {
    const first = this.#blocks[0];
    const isFull =
      first !== undefined &&
      (Math.abs(block.timeMs - first.timeMs) >= CLUSTER_MS ||
        this.#clusterBytes + block.data.length > CLUSTER_BYTES ||
        (block.track === 'video' && block.isKeyframe));
    if (isFull) this.#flush();
    this.#blocks.push(block);
    this.#clusterBytes += block.data.length + 16;
    this.#endMs = Math.max(this.#endMs, block.timeMs + block.durationMs);
  }

  /** Completes the file: appends the index, and writes the duration and the positions of both into the header. */
  finish(): void {
    this.#flush();
    const cuesAt = this.#written;
    this.#append(buildCues(this.#cues));
    this.#writeHeader({ durationMs: this.#endMs, cuesAt, fileBytes: this.#written });
  }

  #flush(): void {
    const first = this.#blocks[0];
    if (first === undefined) return;
    const timestamp = Math.min(...this.#blocks.map(({ timeMs }) => timeMs));
    this.#noteCue(first, timestamp);
    const blocks = this.#blocks.map((block) => simpleBlock(block, block.timeMs - timestamp));
    this.#blocks = [];
    this.#clusterBytes = 0;
    this.#append(element(Id.Cluster, unsigned(Id.Timestamp, timestamp), ...blocks));
  }

  #noteCue(first: Block, timestamp: number): void {
    const isVideo = this.#video !== undefined;
    const lastMs = this.#cues.at(-1)?.timeMs ?? -Infinity;
    const isJumpable = !isVideo || (first.track === 'video' && first.isKeyframe);
    const isEntry = isJumpable && timestamp - lastMs >= (isVideo ? VIDEO_CUE_MS : AUDIO_CUE_MS);
    if (!isEntry) return;
    const position = this.#written - SEGMENT_START;
    this.#cues.push({ timeMs: first.timeMs, track: isVideo ? VIDEO_TRACK : AUDIO_TRACK, position });
  }

  get #docType(): 'webm' | 'matroska' {
    return this.#video?.codec === 'H264' ? 'matroska' : 'webm';
  }

  #writeHeader(end?: { durationMs: number; cuesAt: number; fileBytes: number }): void {
    const entries = [...(this.#audio ? [audioEntry()] : []), ...(this.#video ? [videoEntry(this.#video)] : [])];
    this.output.patchHeader(
      buildHeader({
        docType: this.#docType,
        startedAt: this.startedAt,
        tracks: Buffer.concat(entries),
        ...(end !== undefined && { end }),
      }),
    );
  }

  #append(bytes: Buffer): void {
    this.#written += bytes.length;
    this.output.append(bytes);
  }
}

function simpleBlock({ track, isKeyframe, data }: Block, relativeMs: number): Buffer {
  const head = Buffer.alloc(4);
  head[0] = 0x80 | (track === 'audio' ? AUDIO_TRACK : VIDEO_TRACK);
  head.writeInt16BE(relativeMs, 1);
  head[3] = isKeyframe ? 0x80 : 0;
  return element(Id.SimpleBlock, head, data);
}

/** The index of a file. */
export function buildCues(cues: readonly CuePoint[]): Buffer {
  const points = cues.map(({ timeMs, track, position }) =>
    element(0xbb, unsigned(0xb3, timeMs), element(0xb7, unsigned(0xf7, track), unsigned(0xf1, position))),
  );
  return element(Id.Cues, Buffer.concat(points));
}
