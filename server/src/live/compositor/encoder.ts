import type { Clock } from '@lectern/kit/clock';
import { SAMPLE_RATE } from '../../media/mixer/format.js';
import type { Canvas } from '../config.js';
import { FfmpegChild } from './child.js';
import { matroskaHeader, pictureHeader, soundHeader } from './matroska.js';
import { bytesOf } from './planes.js';

/** Limit of queued frames; more are dropped. */
const MAX_WAITING_PICTURES = 3;
const SOUND_SLACK_BYTES = 512 * 1024;
/** A child that reads no input for this time is considered hung. */
const STALLED_MS = 10_000;
/** A segment of HLS begins with a keyframe, from which new viewers can start. */
export const KEYFRAME_INTERVAL_S = 2;

export interface EncoderEvents {
  /** MPEG transport stream. */
  output(chunk: Buffer): void;
  gone(reason: string): void;
}

/** Encodes the canvas and the mix, as H264 and AAC. */
export class Encoder {
  readonly #child: FfmpegChild;
  readonly #pictureBytes: number;
  #dropped = 0;

  constructor(ffmpegPath: string, canvas: Canvas, clock: Clock, events: EncoderEvents) {
    this.#pictureBytes = bytesOf(canvas.width, canvas.height);
    this.#child = new FfmpegChild(ffmpegPath, encoderArguments(canvas), clock, {
      output: (chunk) => events.output(chunk),
      exit: (reason) => events.gone(reason),
    });
    const { width, height } = canvas;
    this.#child.write(matroskaHeader({ width, height, sampleRate: SAMPLE_RATE, channels: 1 }));
  }

  /** Frames that were dropped because the encoder did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Encodes a frame for a time in ms; the data must not be changed afterwards. */
  picture(data: Uint8Array, at: number): void {
    this.#check();
    if (this.#child.backlog > MAX_WAITING_PICTURES * this.#pictureBytes) {
      this.#dropped++;
      return;
    }
    this.#child.write(pictureHeader(at, data.length));
    this.#child.write(data);
  }

  /** Encodes mono samples of 16 bit from a time in ms on. */
  sound(samples: Buffer, at: number): void {
    if (this.#child.backlog > (MAX_WAITING_PICTURES + 1) * this.#pictureBytes + SOUND_SLACK_BYTES) return;
    this.#child.write(soundHeader(at, samples.length));
    this.#child.write(samples);
  }

  /** Encodes its pending input and ends. */
  async end(): Promise<void> {
    return this.#child.end();
  }

  kill(): void {
    this.#child.kill();
  }

  #check(): void {
    if (this.#child.stalledMs > STALLED_MS) this.#child.kill();
  }
}

function encoderArguments({ framesPerSecond, bitrate }: Canvas): string[] {
  const rate = String(bitrate);
  return [
    ...['-probesize', '32', '-analyzeduration', '0', '-f', 'matroska', '-i', 'pipe:0'],
    ...['-map', '0:v', '-map', '0:a', '-vf', `fps=${framesPerSecond}`, '-filter_threads', '1'],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency', '-profile:v', 'main', '-pix_fmt', 'yuv420p'],
    ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-threads', '2'],
    ...['-g', String(framesPerSecond * KEYFRAME_INTERVAL_S), '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_INTERVAL_S})`],
    ...['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', '96k', '-ar', '44100', '-ac', '2'],
    ...['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-pat_period', '0.5', '-flush_packets', '1', 'pipe:1'],
  ];
}
