import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beeps, brightness, decodeAll, ffmpeg, loudness, probe } from '../../media/recorder/testing/ffmpeg.js';
import { fakeFfmpeg } from '../../live/testing/fake-ffmpeg.js';
import { planMerge, type MergeInput } from './plan.js';
import { CANVAS, grid, presentation } from './layout.js';
import { FfmpegMerger, MergeError } from './runner.js';

const START = 1_800_000_000_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-merge-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A stream that is white and whose beep comes a second after it begins. */
async function stream(
  name: string,
  options: { atMs: number; seconds: number; desktop?: boolean },
): Promise<MergeInput> {
  const file = join(folder, `${name}.webm`);
  const { seconds } = options;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=white:s=320x180:r=20:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `aevalsrc='if(between(t,1,1.2),0.5*sin(2*PI*800*t),0)':s=48000:d=${seconds}`],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', file],
  );
  return {
    file,
    startedAt: START + options.atMs,
    durationMs: seconds * 1000,
    hasAudio: true,
    isDesktop: options.desktop ?? false,
    pictures: [{ fromMs: 0, toMs: seconds * 1000 }],
  };
}

/** An ffmpeg that also reports the number of files that each call opened. */
function watchedFfmpeg(): { program: string; opened: () => number[] } {
  const [program, log] = [join(folder, 'ffmpeg-watched'), join(folder, 'ffmpeg-watched.log')];
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${log}'\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  const calls = (): string[] => readFileSync(log, 'utf8').trim().split('\n');
  return { program, opened: () => calls().map((call) => call.split(' -i ').length - 1) };
}

const input = (atMs: number, seconds: number, isDesktop = false): MergeInput => ({
  file: `${atMs}.webm`,
  startedAt: START + atMs,
  durationMs: seconds * 1000,
  hasAudio: true,
  isDesktop,
  pictures: [{ fromMs: 0, toMs: seconds * 1000 }],
});

describe('the layout', () => {
  it('keeps everybody inside the picture and beside each other, however many they are', () => {
    for (const layout of [grid, presentation]) {
      for (let count = 1; count <= 25; count++) {
        const tiles = layout(count);
        expect(tiles).toHaveLength(count);
        for (const [index, tile] of tiles.entries()) {
          expect(tile.x + tile.width).toBeLessThanOrEqual(CANVAS.width);
          expect(tile.y + tile.height).toBeLessThanOrEqual(CANVAS.height);
          for (const other of tiles.slice(index + 1)) {
            const isApart =
              tile.x + tile.width <= other.x ||
              other.x + other.width <= tile.x ||
              tile.y + tile.height <= other.y ||
              other.y + other.height <= tile.y;
            expect(isApart).toBe(true);
          }
        }
      }
    }
  });
});

describe('the plan of a merged recording', () => {
  it('follows who is there, with the desktop first and large', () => {
    const [ann, ben, desktop] = [input(0, 20), input(5_000, 10), input(8_000, 4, true)];
    const { scenes, durationMs } = planMerge([ann, ben, desktop]);
    expect(durationMs).toBe(20_000);
    expect(scenes.map(({ fromMs, placed }) => [fromMs, placed.map((entry) => entry.input.file)])).toEqual([
      [0, ['0.webm']],
      [5_000, ['0.webm', '5000.webm']],
      [8_000, ['8000.webm', '0.webm', '5000.webm']],
      [12_000, ['0.webm', '5000.webm']],
      [15_000, ['0.webm']],
    ]);
    const large = scenes[2]?.placed[0]?.tile;
    expect(large?.width).toBeGreaterThan(CANVAS.width * 0.7);
    expect(scenes[2]?.placed.map(({ seekMs }) => seekMs)).toEqual([0, 8_000, 3_000]);
  });

  it('leaves out a camera while it is off', () => {
    const camera = {
      ...input(0, 30),
      pictures: [
        { fromMs: 0, toMs: 10_000 },
        { fromMs: 20_000, toMs: 30_000 },
      ],
    };
    const { scenes } = planMerge([camera]);
    expect(scenes.map(({ fromMs, placed }) => [fromMs, placed.length])).toEqual([
      [0, 1],
      [10_000, 0],
      [20_000, 1],
    ]);
  });
});

describe('a merged recording', () => {
  it('has everybody where and when they were: pictures placed, voices in time', async () => {
    const inputs = [await stream('ann', { atMs: 0, seconds: 6 }), await stream('ben', { atMs: 3_000, seconds: 4 })];
    const output = join(folder, 'merged.webm');
    const shares: number[] = [];
    await new FfmpegMerger('ffmpeg').run(
      { inputs, output, workFolder: `${output}.work` },
      new AbortController().signal,
      (share) => shares.push(share),
    );
    const { format, streams } = await probe(output);
    expect(Math.abs(Number(format.duration) - 7)).toBeLessThan(0.15);
    expect(streams.map(({ codec_name }) => codec_name).sort()).toEqual(['opus', 'vp8']);
    await decodeAll(output);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    await expect(stat(`${output}.work`)).rejects.toThrow();

    const heard = await beeps(output);
    expect(heard).toHaveLength(2);
    expect(Math.abs(heard[0]! - 1_000)).toBeLessThan(60);
    expect(Math.abs(heard[1]! - 4_000)).toBeLessThan(60);
    expect(Math.max(...(await loudness(output)))).toBeLessThan(0.7);
    // A single tile fills the frame; two take half of it, with the space above and below left free.
    const at = async (ms: number): Promise<number> =>
      (await brightness(output)).find(({ timeMs }) => timeMs >= ms)?.luma ?? 0;
    expect(await at(1_500)).toBeGreaterThan(220);
    expect(await at(4_500)).toBeGreaterThan(100);
    expect(await at(4_500)).toBeLessThan(150);
    expect(await at(6_700)).toBeGreaterThan(220);
  });

  it('has every voice at its time, however few files are opened at a time', async () => {
    const inputs: MergeInput[] = [];
    // Out of order, like the streams of several people.
    for (const index of [3, 0, 4, 1, 2]) {
      const file = join(folder, `voice-${index}.webm`);
      const sound = `aevalsrc='if(between(t,0.5,0.6),0.5*sin(2*PI*800*t),0)':s=48000:d=2`;
      await ffmpeg('-f', 'lavfi', '-i', sound, '-c:a', 'libopus', file);
      inputs.push({ ...input(index * 700, 2), file, pictures: [] });
    }
    const { program, opened } = watchedFfmpeg();
    const output = join(folder, 'grouped.webm');
    const job = { inputs, output, workFolder: `${output}.work` };
    await new FfmpegMerger(program, undefined, 2).run(job, new AbortController().signal, () => undefined);
    expect(Math.max(...opened())).toBe(2);
    const heard = await beeps(output);
    expect(heard.map((ms) => Math.round((ms - 500) / 700))).toEqual([0, 1, 2, 3, 4]);
    for (const [index, ms] of heard.entries()) expect(Math.abs(ms - (500 + index * 700))).toBeLessThan(60);
    expect(Math.abs(Number((await probe(output)).format.duration) - 4.8)).toBeLessThan(0.15);
  });

  it('says what is missing where there is no ffmpeg', async () => {
    const job = { inputs: [input(0, 2)], output: join(folder, 'none.webm'), workFolder: join(folder, 'none.work') };
    const merging = new FfmpegMerger('/nowhere/ffmpeg').run(job, new AbortController().signal, () => undefined);
    await expect(merging).rejects.toThrow(MergeError);
    await expect(merging).rejects.toThrow(/ffmpeg is missing.*FFMPEG_PATH/);
  });

  it('says what ffmpeg said where it fails', async () => {
    const broken = { ...input(0, 2), file: join(folder, 'broken.webm') };
    await writeFile(broken.file, 'no media');
    const job = { inputs: [broken], output: join(folder, 'no.webm'), workFolder: join(folder, 'no.work') };
    await expect(new FfmpegMerger('ffmpeg').run(job, new AbortController().signal, () => undefined)).rejects.toThrow(
      /ffmpeg ended with 1: .*Invalid data/s,
    );
  });
});

describe('a merge that does not end', () => {
  it('is stopped, so that the next one can be made', async () => {
    const program = fakeFfmpeg(folder, 'hangs');
    const job = { inputs: [input(0, 0)], output: join(folder, 'hung.webm'), workFolder: join(folder, 'hung') };
    const merge = new FfmpegMerger(program, 1).run(job, new AbortController().signal, () => undefined);
    await expect(merge).rejects.toThrow(/did not end in time/);
  });
});
