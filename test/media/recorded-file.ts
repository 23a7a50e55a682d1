import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readPattern } from './pattern.js';
import { ToneCounter, type AudioReport } from './tone.js';

const run = promisify(execFile);
const MAX_OUTPUT = 512 * 1024 * 1024;
const RATE = 48_000;

/** An area of the frame, as fractions of its size. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Reads the sender number from an area of the frames of a file, at 5 frames per second; undefined if it is unreadable.
 */
export const sendersSeen = async (
  file: string,
  { x, y, width, height }: Area = WHOLE,
): Promise<(number | undefined)[]> => {
  const [columns, rows] = [160, 90];
  const crop = `crop=iw*${width}:ih*${height}:iw*${x}:ih*${y}`;
  const filter = `${crop},scale=${columns}:${rows},fps=5,format=gray`;
  const args = ['-v', 'error', '-nostdin', '-i', file, '-an', '-vf', filter, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: MAX_OUTPUT });
  const size = columns * rows;
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, index) => {
    const at = index * size;
    return readPattern(columns, rows, (column, row) => stdout[at + row * columns + column] ?? 0)?.sender;
  });
};

/** Counts the tones in the audio of a file. */
export const tonesHeard = async (file: string): Promise<AudioReport> => {
  const args = ['-v', 'error', '-nostdin', '-i', file, '-vn', '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: MAX_OUTPUT });
  const tones = new ToneCounter();
  const samples = Array.from({ length: Math.floor(stdout.length / 4) }, (_, index) => stdout.readFloatLE(index * 4));
  tones.add(samples, RATE);
  return tones.report();
};

export interface FileFacts {
  readonly durationSeconds: number;
  readonly codecs: readonly string[];
  /** Errors that ffmpeg printed while it decoded the whole file. */
  readonly complaints: string;
}

/** Inspects a file with ffprobe and ffmpeg. */
export const inspectFile = async (file: string): Promise<FileFacts> => {
  const probe = await run('ffprobe', ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json', file]);
  // Timestamps of the file are kept: if a camera stutters, ffmpeg's own frame rate would give two frames the same time.
  const times = ['-fps_mode', 'passthrough', '-enc_time_base', '-1'];
  const decoded = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', file, ...times, '-f', 'null', '-']);
  const { format, streams } = JSON.parse(probe.stdout) as {
    format: { duration?: string };
    streams: { codec_name: string }[];
  };
  return {
    durationSeconds: Number(format.duration),
    codecs: streams.map(({ codec_name }) => codec_name).toSorted(),
    complaints: probe.stderr + decoded.stderr,
  };
};
