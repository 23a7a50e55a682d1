import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs ffmpeg; resolves with its standard output. */
export async function ffmpeg(...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    encoding: 'buffer',
    maxBuffer: MAX_OUTPUT,
  });
  return stdout;
}

export interface Probe {
  readonly format: { readonly duration?: string; readonly format_name: string };
  readonly streams: readonly {
    readonly codec_name: string;
    readonly codec_type: string;
    readonly width?: number;
    readonly height?: number;
  }[];
}

/** Output of ffprobe for a file. @throws on any warning */
export async function probe(file: string): Promise<Probe> {
  const args = ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json', file];
  const { stdout, stderr } = await run('ffprobe', args);
  if (stderr !== '') throw new Error(`ffprobe: ${stderr}`);
  return JSON.parse(stdout) as Probe;
}

/** Decodes a whole file. @throws where anything in it cannot be decoded */
export async function decodeAll(file: string): Promise<void> {
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-nostdin', '-i', file, '-f', 'null', '-']);
  if (stderr !== '') throw new Error(`ffmpeg: ${stderr}`);
}

/** Times of the frames of a file and their brightness (0 to 255), in order. */
export async function brightness(file: string): Promise<{ readonly timeMs: number; readonly luma: number }[]> {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', `movie=${file},scale=160:90,signalstats`];
  const entries = 'frame=pts_time:frame_tags=lavfi.signalstats.YAVG';
  const { stdout } = await run('ffprobe', [...args, '-show_entries', entries, '-of', 'csv=p=0'], {
    maxBuffer: MAX_OUTPUT,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
    .map(([time, luma]) => ({ timeMs: (time ?? 0) * 1000, luma: luma ?? 0 }));
}

const RATE = 48_000;
const WINDOW_MS = 5;

/** Loudness of a file (0 to 1) in each 5 ms from its beginning, by the file's own times. */
export async function loudness(file: string): Promise<number[]> {
  const filter = 'aresample=async=1000:first_pts=0';
  const args = ['-i', file, '-vn', '-af', filter, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'];
  const bytes = await ffmpeg(...args);
  const size = (RATE * WINDOW_MS) / 1000;
  const count = Math.floor(bytes.length / 4 / size);
  return Array.from({ length: count }, (_, window) => {
    let peak = 0;
    for (let index = 0; index < size; index++) {
      peak = Math.max(peak, Math.abs(bytes.readFloatLE((window * size + index) * 4)));
    }
    return peak;
  });
}

/** Onsets: times at which values rise above the threshold. */
export function onsets(
  values: readonly { readonly timeMs: number; readonly value: number }[],
  above: number,
): number[] {
  return values
    .filter(({ value }, index) => value > above && (index === 0 || (values[index - 1]?.value ?? 0) <= above))
    .map(({ timeMs }) => timeMs);
}

/** Times at which the video of a file becomes white. */
export async function flashes(file: string): Promise<number[]> {
  const pictures = await brightness(file);
  return onsets(
    pictures.map(({ timeMs, luma }) => ({ timeMs, value: luma })),
    128,
  );
}

/** Times at which a file becomes loud after at least 300 ms of silence. */
export async function beeps(file: string): Promise<number[]> {
  const values = await loudness(file);
  return values.flatMap((value, index) => {
    const before = values.slice(Math.max(0, index - 60), index);
    return value > 0.2 && before.every((earlier) => earlier <= 0.2) ? [index * WINDOW_MS] : [];
  });
}
