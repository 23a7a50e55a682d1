import { expect, test, type Browser, type Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectFile } from '../media/recorded-file.js';
import { launchChromium, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

const APP_KEY = 'lectern#demo';

test.describe('the media tools in Chromium', () => {
  let site: PageSite;
  let browser: Browser;
  let folder: string;

  test.beforeAll(async () => {
    site = await servePage('media-page.ts');
    folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
    browser = await launchChromium();
  });

  test.afterAll(async () => {
    await browser.close();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.origin);
    return page;
  };

  test('a recording leaves out its pauses, can be jumped in, and is whole for other programs', async () => {
    const page = await open();
    const { file, ...recorded } = await page.evaluate(() => window.media.record('tone'));
    expect(recorded).toMatchObject({ mimeType: 'video/webm;codecs=vp9,opus', isSeekable: true });
    expect(recorded.error).toBeUndefined();
    expect(recorded.duration).toBeGreaterThan(1);
    expect(recorded.seekable).toBe(recorded.duration);
    const [red, , blueBefore] = recorded.atTheStart;
    const [redAfter, , blue] = recorded.atTheEnd;
    expect([red > 150, blueBefore < 100, redAfter < 100, blue > 150]).toEqual([true, true, true, true]);

    const path = join(folder, 'recording.webm');
    await writeFile(path, Buffer.from(file, 'base64'));
    const facts = await inspectFile(path);
    expect(facts).toMatchObject({ codecs: ['opus', 'vp9'], complaints: '' });
    expect(Math.abs(facts.durationSeconds - recorded.duration)).toBeLessThan(0.1);
    await page.context().close();
  });

  test('the sound meter hears the tone, and its end', async () => {
    const page = await open();
    await page.evaluate(() => window.media.measureOwn());
    const level = () => page.evaluate(() => window.media.level());
    // A sine of half the scale: 0.5 / √2.
    await expect.poll(async () => Math.abs((await level()).instant - 0.354) < 0.02).toBe(true);
    expect((await level()).isTalking).toBe(true);
    await page.evaluate(() => window.media.setVolume(0));
    await expect.poll(level).toEqual({ instant: 0, isTalking: false });
    await page.context().close();
  });

  test.describe('in a conference', () => {
    let lectern: ServerProcess;

    test.beforeAll(async () => {
      lectern = await ServerProcess.start();
    });

    test.afterAll(() => lectern.close());

    /** A member who publishes the canvas, and another one who joins later. */
    const gallery = async (room: string): Promise<{ painter: Page; viewer: Page; leave: () => Promise<void> }> => {
      const [painter, viewer] = await Promise.all([open(), open()]);
      const server = { restUrl: lectern.url, appKey: APP_KEY };
      const enter = (page: Page, name: string): Promise<void> =>
        page.evaluate(([to, where, who]) => window.media.enter(to, where, who), [
          server,
          room,
          `${name}-${room}`,
        ] as const);
      await enter(painter, 'painter');
      await painter.evaluate(() => {
        window.media.paint('#f00');
        return window.media.publishCanvas();
      });
      await enter(viewer, 'viewer');
      await expect.poll(() => viewer.evaluate(() => window.media.streamNames())).toEqual(['canvas']);
      const leave = async (): Promise<void> => {
        await Promise.all([painter, viewer].map((page) => page.evaluate(() => window.media.leave())));
        await Promise.all([painter, viewer].map((page) => page.context().close()));
      };
      return { painter, viewer, leave };
    };

    const seenBy = async (viewer: Page): Promise<string> => {
      const colour = await viewer.evaluate(() => window.media.colour());
      if (typeof colour === 'string') return colour;
      return colour.map((part) => (part > 150 ? 'F' : part < 100 ? '0' : '?')).join('');
    };

    test('a canvas is published, and seen and heard by who comes after it was painted', async () => {
      const { painter, viewer, leave } = await gallery('gallery');
      expect(await seenBy(viewer)).toBe('Not found base64 pic');
      await viewer.evaluate(() => window.media.watch('canvas'));
      await expect.poll(() => seenBy(viewer)).toBe('F00');
      await painter.evaluate(() => window.media.paint('#00f'));
      await expect.poll(() => seenBy(viewer)).toBe('00F');
      const hears = () => viewer.evaluate(() => window.media.level());
      await expect.poll(async () => (await hears()).instant > 0.2).toBe(true);
      await painter.evaluate(() => window.media.setVolume(0));
      await expect.poll(async () => (await hears()).isTalking).toBe(false);
      await leave();
    });

    test('a bound element plays on when it is moved, pauses when told to, and is let go of when it is removed', async () => {
      const { painter, viewer, leave } = await gallery('elements');
      await viewer.evaluate(() => window.media.bind('canvas'));
      const tile = () => viewer.evaluate(() => window.media.tile());
      const showing = { state: 'showing', isPlaying: true, isEmpty: false, ice: 'connected', hears: true };
      await expect.poll(tile).toEqual(showing);
      await expect.poll(() => seenBy(viewer)).toBe('F00');
      await viewer.evaluate(() => window.media.move());
      await painter.evaluate(() => window.media.paint('#0f0'));
      await expect.poll(() => seenBy(viewer)).toBe('0F0');
      await expect.poll(tile).toEqual(showing);

      await viewer.evaluate(() => window.media.pauseVideo());
      expect(await viewer.evaluate(() => window.media.mediaTold())).toEqual({ audio: true, video: false });
      await painter.evaluate(() => window.media.paint('#00f'));
      await viewer.evaluate(() => window.media.resumeVideo());
      await expect.poll(() => seenBy(viewer)).toBe('00F');

      await viewer.evaluate(() => window.media.remove());
      await expect.poll(tile).toMatchObject({ state: 'closed', isEmpty: true });
      await leave();
    });
  });
});
