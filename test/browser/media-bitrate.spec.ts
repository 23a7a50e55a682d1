import { expect, test, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWeriftEngine } from '../../server/src/media/index.js';
import { BitrateCall, BlankSite } from '../media/bitrate-call.js';
import { writeGrainVideo } from '../media/index.js';
import { eventually, launchChromium } from '../support/index.js';

/** Bitrate that a camera at 1280x720 needs, in bit/s. `npm run bench` measures the time to reach it. */
const BITRATE = 1_500_000;
/** Initial estimate for this test, low enough that only feedback can raise it. The default of the engine is higher. */
const START_KBITS = 1_000;

test.describe('the media engine, with a Chromium publisher', () => {
  const engine = createWeriftEngine();
  let site: BlankSite;
  let browser: Browser;
  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-bitrate-'));
    const video = join(folder, 'grain.y4m');
    await writeGrainVideo(video, { width: 1280, height: 720, framesPerSecond: 10, frames: 20 });
    [site, browser] = await Promise.all([BlankSite.start(), launchChromium({ video }), engine.start()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await Promise.all([engine.stop(), site.close()]);
    await rm(folder, { recursive: true });
  });

  for (const codec of ['VP8', 'H264'] as const) {
    test(`${codec} at 1280x720 reaches ${BITRATE / 1e6} Mbit/s and is decoded`, async () => {
      const page = await browser.newPage();
      const call = await BitrateCall.open(page, site.url, engine, { codec, id: codec, startKbits: START_KBITS });
      await call.reaches(BITRATE);
      const received = await eventually(
        'frames being decoded',
        () => call.receiving(),
        ({ framesDecoded }) => framesDecoded > 20,
      );
      expect(received).toMatchObject({ width: 1280, height: 720 });
      await page.close();
    });
  }
});
