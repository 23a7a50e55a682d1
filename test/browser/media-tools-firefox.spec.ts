import { expect, test } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Firefox, Page as FirefoxPage } from 'puppeteer-core';
import { inspectFile } from '../media/recorded-file.js';
import { findFirefox, launchChromium, launchFirefox, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

const APP_KEY = 'lectern#demo';
const TONE_HZ = 440;

/** Without an audio device, as on a test machine, audio contexts of Firefox stand still, so meters cannot be tested. */
test.describe('the media tools in Firefox', () => {
  test.skip(findFirefox() === undefined, 'no Firefox is installed');
  let site: PageSite;
  let firefox: Firefox;

  test.beforeAll(async () => {
    site = await servePage('media-page.ts');
    const launched = await launchFirefox(TONE_HZ);
    if (!launched) throw new Error('Firefox did not start');
    firefox = launched;
  });

  test.afterAll(async () => {
    await firefox.close();
    site.close();
  });

  const open = async (): Promise<FirefoxPage> => {
    const page = await firefox.newPage();
    await page.goto(site.origin);
    return page;
  };

  test('a recording leaves out its pauses, can be jumped in, and is whole for other programs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
    const page = await open();
    const { file, ...recorded } = await page.evaluate(() => window.media.record('microphone'));
    expect(recorded).toMatchObject({ mimeType: 'video/webm;codecs=vp8,opus', isSeekable: true });
    expect(recorded.error).toBeUndefined();
    expect(recorded.duration).toBeGreaterThan(1);
    expect(recorded.seekable).toBe(recorded.duration);
    const colours = [recorded.atTheStart, recorded.atTheEnd].map((colour) => colour.map((part) => part > 150));
    expect(colours).toEqual([
      [true, false, false],
      [false, false, true],
    ]);
    const path = join(folder, 'recording.webm');
    await writeFile(path, Buffer.from(file, 'base64'));
    const facts = await inspectFile(path);
    expect(facts).toMatchObject({ codecs: ['opus', 'vp8'], complaints: '' });
    expect(Math.abs(facts.durationSeconds - recorded.duration)).toBeLessThan(0.1);
    await page.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a canvas of Firefox is seen in Chromium, and one of Chromium by a bound element in Firefox', async () => {
    const lectern = await ServerProcess.start();
    const chromium = await launchChromium();
    try {
      const [fox, page] = [await open(), await chromium.newPage()];
      await page.goto(site.origin);
      const server = { restUrl: lectern.url, appKey: APP_KEY };
      await fox.evaluate((to) => window.media.enter(to, 'galleries', 'fox'), server);
      await page.evaluate((to) => window.media.enter(to, 'galleries', 'ann'), server);
      const names = () => page.evaluate(() => window.media.streamNames());

      await fox.evaluate(() => {
        window.media.paint('#f00');
        return window.media.publishCanvas();
      });
      await expect.poll(names).toEqual(['canvas']);
      await page.evaluate(() => window.media.watch('canvas'));
      const colour = (seen: readonly number[] | string): string =>
        typeof seen === 'string' ? seen : seen.map((part) => (part > 150 ? 'F' : part < 100 ? '0' : '?')).join('');
      await expect.poll(async () => colour(await page.evaluate(() => window.media.colour()))).toBe('F00');
      await fox.evaluate(() => window.media.leave());
      await expect.poll(names).toEqual([]);

      const again = await open();
      await again.evaluate((to) => window.media.enter(to, 'galleries', 'foxagain'), server);
      await page.evaluate(() => {
        window.media.paint('#00f');
        return window.media.publishCanvas();
      });
      await expect.poll(() => again.evaluate(() => window.media.streamNames())).toEqual(['canvas']);
      await again.evaluate(() => window.media.bind('canvas'));
      await expect.poll(async () => colour(await again.evaluate(() => window.media.colour()))).toBe('00F');
      await expect
        .poll(() => again.evaluate(() => window.media.tile()))
        .toMatchObject({ state: 'showing', isPlaying: true, isEmpty: false, ice: 'connected' });
      await Promise.all([again.evaluate(() => window.media.leave()), page.evaluate(() => window.media.leave())]);
    } finally {
      await chromium.close();
      await lectern.close();
    }
  });
});
