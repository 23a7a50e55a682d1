import { expect, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser as HidingBrowser } from 'puppeteer-core';
import { pageReaderScript } from '../media/index.js';
import { writePatternVideo } from '../media/files.js';
import { chromiumOptions, eventually, launchChromium, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

const APP_KEY = 'lectern#demo';
const SENDER = 7;
const FRAMES_PER_SECOND = 15;
const FRAMES = 300;
const FURTHER = 30;
/** So little that the pattern can be read. */
const ZOOM = 1.02;

/**
 * Browsers throttle the timers of a hidden page to different degrees. Here all timers below 5 s stop, whatever the
 * browser does, so that no count depends on the speed of the machine.
 */
function stopTimersWhenHidden(): void {
  const LONG_MS = 5_000;
  const { setInterval: every, setTimeout: after } = window;
  const mayRun = (delayMs = 0): boolean => delayMs >= LONG_MS || document.visibilityState === 'visible';
  const slowed = {
    setInterval: (run: () => void, delayMs?: number) => every(() => mayRun(delayMs) && run(), delayMs),
    setTimeout: (run: () => void, delayMs?: number) => after(() => mayRun(delayMs) && run(), delayMs),
  };
  Object.assign(window, slowed);
}

test.describe('a page in the background', () => {
  let folder: string;
  let lectern: ServerProcess;
  let site: PageSite;
  let hiding: HidingBrowser;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-hidden-'));
    const video = join(folder, 'camera.y4m');
    await writePatternVideo(video, {
      ...{ sender: SENDER, width: 640, height: 360, framesPerSecond: FRAMES_PER_SECOND, frames: FRAMES },
    });
    [site, lectern] = await Promise.all([servePage('control-page.ts'), ServerProcess.start()]);
    // Playwright's pages are always visible, and the switches of other tests disable the throttling of hidden ones.
    const awake = (arg: string): boolean => /background-timer|occluded-windows|renderer-background/.test(arg);
    const { executablePath, args = [], timeout = 0 } = chromiumOptions({ video });
    hiding = await puppeteer.launch({
      ...(executablePath !== undefined && { executablePath }),
      headless: true,
      timeout,
      args: args.filter((arg) => !awake(arg)),
      ignoreDefaultArgs: puppeteer.defaultArgs().filter(awake),
    });
  });

  test.afterAll(async () => {
    await hiding.close();
    site.close();
    await lectern.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [how, hasFrames] of [
    ['by the frames of the camera', true],
    ['by the timer of a worker', false],
  ] as const) {
    test(`sends each picture of a camera that others zoomed, ${how}`, async () => {
      const server = { restUrl: lectern.url, appKey: APP_KEY };
      const room = `hidden ${String(hasFrames)}`;
      const bob = await hiding.newPage();
      if (!hasFrames)
        await bob.evaluateOnNewDocument(() => void Reflect.deleteProperty(window, 'MediaStreamTrackProcessor'));
      await bob.evaluateOnNewDocument(stopTimersWhenHidden);
      await bob.goto(site.origin);
      const enter = `bob-${String(hasFrames)}`;
      await bob.evaluate((...[to, where, who]) => window.controlMember.enter(to, where, who), server, room, enter);
      await bob.evaluate(() => window.controlMember.beControlledAtCamera());

      const browser = await launchChromium();
      const alice = await browser.newPage();
      await alice.addInitScript(await pageReaderScript());
      await alice.goto(site.origin);
      await alice.evaluate(([to, where, who]) => window.controlMember.enter(to, where, who), [
        server,
        room,
        `alice-${String(hasFrames)}`,
      ] as const);
      await eventually(
        'watching',
        () =>
          alice.evaluate(() =>
            window.controlMember.watch().then(
              () => true,
              () => false,
            ),
          ),
        (isWatching) => isWatching,
      );
      await alice.evaluate(() => window.lecternReader.watchAll());
      await alice.evaluate((factor) => window.controlMember.zoom(factor), ZOOM);
      const newTab = await hiding.newPage();
      await newTab.bringToFront();
      await eventually(
        'the page being hidden',
        () => bob.evaluate(() => window.controlMember.visibility()),
        (state) => state === 'hidden',
      );

      const seen = async (): Promise<number> => {
        const [report] = await alice.evaluate(() => window.lecternReader.reports());
        if (!report) throw new Error('nobody is seen');
        const { readable, sender } = report.video;
        expect(sender).toBe(readable === 0 ? undefined : SENDER);
        return readable;
      };
      const ticks = await bob.evaluate(() => window.controlMember.ticks());
      const before = await seen();
      await eventually('further pictures', seen, (now) => now - before >= FURTHER);
      expect(await bob.evaluate(() => window.controlMember.ticks()), 'timers of the page').toBe(ticks);
      await Promise.all([browser.close(), bob.close(), newTab.close()]);
    });
  }
});
