import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWeriftEngine } from '@lectern/server';
import { BitrateCall, BlankSite } from '../media/bitrate-call.js';
import { writeGrainVideo } from '../media/index.js';
import { launchChromium } from '../support/index.js';
import type { BenchResult } from './result.js';
import { median } from './statistics.js';

const BITRATE = 1_500_000;
const BUDGET_MS = 5_000;
const ROUNDS = 5;

/** Measures the time until a Chromium publisher may send the bitrate that 1280x720 needs. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bitrate-'));
  const video = join(folder, 'grain.y4m');
  await writeGrainVideo(video, { width: 1280, height: 720, framesPerSecond: 10, frames: 20 });
  const engine = createWeriftEngine();
  const [site, browser] = await Promise.all([BlankSite.start(), launchChromium({ video }), engine.start()]);
  const measure = async (codec: 'VP8' | 'H264', id: string): Promise<number> => {
    const page = await browser.newPage();
    const call = await BitrateCall.open(page, site.url, engine, { codec, id });
    const ms = await call.reaches(BITRATE);
    await page.close();
    return ms;
  };
  try {
    const results: BenchResult[] = [];
    for (const codec of ['VP8', 'H264'] as const) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(codec, `${codec}-${round}`));
      results.push({
        name: `${codec} at 1280x720 from Chromium: ${BITRATE / 1e6} Mbit/s for good`,
        value: `after ${(median(times) / 1000).toFixed(1)} s`,
        budget: `≤ ${BUDGET_MS / 1000} s`,
        isMet: median(times) <= BUDGET_MS,
        note:
          `median of ${ROUNDS} calls, slowest ${(Math.max(...times) / 1000).toFixed(1)} s; a picture that needs it, ` +
          'on loopback; what the encoder may spend, from the answer on until the beginning of 30 frames that keep it',
      });
    }
    return results;
  } finally {
    await browser.close();
    await Promise.all([engine.stop(), site.close()]);
    await rm(folder, { recursive: true });
  }
};
