import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { SeededRandom } from '../impairment/random.js';
import { PatternPainter } from './i420.js';
import { toneSample } from './tone.js';

export interface PatternFileOptions {
  readonly sender: number;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: number;
}

/** Writes the pattern as Y4M, for Chromium's `--use-file-for-fake-video-capture`, which plays it in a loop. */
export const writePatternVideo = async (path: string, options: PatternFileOptions): Promise<void> => {
  const { sender, width, height, framesPerSecond, frames } = options;
  const painter = new PatternPainter(sender, width, height);
  const file = createWriteStream(path);
  file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`);
  for (let counter = 0; counter < frames; counter += 1) {
    file.write('FRAME\n');
    if (!file.write(painter.paint(counter).data)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
};

/** Side of a grain in pixels, and the range of brightness: about 2 Mbit/s at 1280x720 and 10 frames per second. */
const GRAIN = 8;
const CONTRAST = 40;

/** Writes coarse noise as Y4M, new in every frame: a video that uses the whole bitrate it may have. */
export const writeGrainVideo = async (path: string, options: Omit<PatternFileOptions, 'sender'>): Promise<void> => {
  const { width, height, framesPerSecond, frames } = options;
  const random = new SeededRandom(1);
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`)];
  for (let counter = 0; counter < frames; counter += 1) {
    const frame = Buffer.alloc((width * height * 3) / 2, 128);
    for (let y = 0; y < height; y += GRAIN) {
      const row = Buffer.alloc(width);
      for (let x = 0; x < width; x += GRAIN) row.fill(108 + Math.floor(random.next() * CONTRAST), x, x + GRAIN);
      for (let line = y; line < Math.min(height, y + GRAIN); line += 1) row.copy(frame, line * width);
    }
    parts.push(Buffer.from('FRAME\n'), frame);
  }
  await writeFile(path, Buffer.concat(parts));
};

const WAV_RATE = 48_000;
const WAV_HEADER_BYTES = 44;

/** Writes a sender's tone as 16-bit mono WAV, for `--use-file-for-fake-audio-capture`, which plays it in a loop. */
export const writeToneAudio = async (path: string, sender: number, seconds: number): Promise<void> => {
  const samples = WAV_RATE * seconds;
  const wav = Buffer.alloc(WAV_HEADER_BYTES + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(WAV_RATE, 24);
  wav.writeUInt32LE(WAV_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let position = 0; position < samples; position += 1) {
    wav.writeInt16LE(Math.round(toneSample(sender, position, WAV_RATE) * 32_767), WAV_HEADER_BYTES + position * 2);
  }
  await writeFile(path, wav);
};
