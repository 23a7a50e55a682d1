import type { Clock } from '@lectern/kit/clock';
import { MAX_PIXELS } from '../../media/largest-picture.js';
import type { RegionStyle } from '../config.js';
import { FfmpegChild } from './child.js';
import type { CodedFrame } from './frames.js';
import { ivfFrameHeader, ivfHeader, type VideoCodec } from './ivf.js';
import { bytesOf, type Picture } from './planes.js';

/** A larger backlog means that the decoder does not keep up. */
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024;
/** A decoder without output for this time is considered hung. */
const FROZEN_MS = 4_000;
/** Limit of pending frames; those that the decoder dropped silently are forgotten. */
const MAX_PENDING = 90;

export interface DecoderShape {
  readonly codec: VideoCodec;
  readonly width: number;
  readonly height: number;
  readonly style: RegionStyle;
  /** 0xRRGGBB, around a letterboxed image. */
  readonly background: number;
}

export interface DecoderEvents {
  /** A frame of the requested size, and the time when it is due. */
  picture(picture: Picture, dueMs: number): void;
  gone(reason: string): void;
}

/**
 * Decodes one stream into frames of one size, in a child process of its own: hostile input can crash that process only.
 */
export class PictureDecoder {
  readonly #child: FfmpegChild;
  readonly #pending: { readonly dueMs: number; readonly fedAt: number }[] = [];
  #picture: Buffer;
  #filled = 0;
  #hasStarted = false;

  constructor(
    ffmpegPath: string,
    readonly shape: DecoderShape,
    private readonly clock: Clock,
    private readonly events: DecoderEvents,
  ) {
    this.#picture = Buffer.allocUnsafe(bytesOf(shape.width, shape.height));
    this.#child = new FfmpegChild(ffmpegPath, decoderArguments(shape), clock, {
      output: (chunk) => this.#collect(chunk),
      exit: (reason) => events.gone(reason),
    });
  }

  /** True if it has received input. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isFrozen(): boolean {
    const oldest = this.#pending[0];
    return oldest !== undefined && this.clock.now() - oldest.fedAt > FROZEN_MS;
  }

  /** Decodes a frame; false when it cannot, and then needs a keyframe to go on. */
  decode(frame: CodedFrame, dueMs: number): boolean {
    if (!this.#hasStarted) {
      if (!frame.isKeyframe) return false;
      this.#hasStarted = true;
      this.#child.write(ivfHeader(this.shape.codec, this.shape.width, this.shape.height));
    }
    if (this.#child.backlog > MAX_BACKLOG_BYTES) return false;
    this.#child.write(ivfFrameHeader(frame.data.length, dueMs));
    this.#child.write(frame.data);
    this.#pending.push({ dueMs, fedAt: this.clock.now() });
    if (this.#pending.length > MAX_PENDING) this.#pending.shift();
    return true;
  }

  /** Discards pending frames; called when the stream is muted. */
  forget(): void {
    this.#pending.length = 0;
  }

  close(): void {
    this.#child.kill();
  }

  #collect(chunk: Buffer): void {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(this.#picture, this.#filled, from);
      from += taken;
      this.#filled += taken;
      if (this.#filled < this.#picture.length) continue;
      const { width, height } = this.shape;
      const dueMs = this.#pending.shift()?.dueMs ?? this.clock.now();
      this.events.picture({ width, height, data: this.#picture }, dueMs);
      this.#picture = Buffer.allocUnsafe(this.#picture.length);
      this.#filled = 0;
    }
  }
}

function decoderArguments({ width, height, style, background }: DecoderShape): string[] {
  const size = `${width}:${height}`;
  const colour = `0x${background.toString(16).padStart(6, '0')}`;
  const fit = `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=${size}:-1:-1:color=${colour}`;
  const fill = `scale=${size}:force_original_aspect_ratio=increase:force_divisible_by=2,crop=${size}`;
  return [
    ...['-probesize', '32', '-analyzeduration', '0', '-fpsprobesize', '0', '-flags', 'low_delay'],
    ...['-threads', '1', '-max_pixels', String(MAX_PIXELS), '-f', 'ivf', '-i', 'pipe:0'],
    ...['-an', '-filter_threads', '1', '-sws_flags', 'bilinear'],
    ...['-vf', `${style === 'fit' ? fit : fill},format=yuv420p`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-flush_packets', '1', 'pipe:1'],
  ];
}
