import { expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pageCameraScript, pageReaderScript } from '../media/index.js';
import { eventually, launchChromium, launchSharingChromium, ServerProcess } from '../support/index.js';
import type { SeenStream } from './page/member-page.js';

const CAMERA = 0;
const DESKTOP = 1;
/** Sender number of the pattern in the shared tab. */
const SLIDES = 11;
const APP_KEY = 'lectern#demo';

const SLIDES_PAGE = `<!doctype html><title>Slides</title>
<style>body{margin:0;background:#606060}video{width:100vw;height:100vh;object-fit:fill;display:block}</style><video muted autoplay></video>`;

test.describe('in Chromium', () => {
  let lectern: ServerProcess;
  let site: Server;
  let origin: string;
  let presenterBrowser: Browser;
  let viewerBrowser: Browser;

  test.beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('page/member-page.ts', import.meta.url))],
      bundle: true,
      logLevel: 'error',
      conditions: ['lectern-source'],
      write: false,
      format: 'iife',
      target: 'es2022',
    });
    const member = `<!doctype html><title>Member</title><body><button>Share</button><script>${outputFiles[0]?.text ?? ''}</script>`;
    site = createServer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/slides' ? SLIDES_PAGE : member);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    [lectern, presenterBrowser, viewerBrowser] = await Promise.all([
      ServerProcess.start(),
      launchSharingChromium('Slides', 3),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await Promise.all([presenterBrowser.close(), viewerBrowser.close()]);
    site.close();
    await lectern.close();
  });

  const sitDown = async (browser: Browser, room: string, name: string): Promise<Page> => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
    const page = await context.newPage();
    await page.addInitScript(await pageReaderScript());
    await page.goto(origin);
    const server = { restUrl: lectern.url, appKey: APP_KEY };
    await page.evaluate(([to, where, who]) => window.member.enter(to, where, who), [server, room, name] as const);
    return page;
  };

  const seenBy = (page: Page): Promise<SeenStream[]> => page.evaluate(() => window.member.seen());

  /** Waits until new frames of a stream arrive, and returns the stream. */
  const seesMore = async (page: Page, type: number): Promise<SeenStream> => {
    const framesOf = (streams: SeenStream[]): number => streams.find((stream) => stream.type === type)?.frames ?? 0;
    const before = framesOf(await seenBy(page));
    const streams = await eventually(
      `frames of a stream of type ${type}`,
      () => seenBy(page),
      (now) => framesOf(now) >= before + 15,
    );
    return streams.find((stream) => stream.type === type)!;
  };

  test('a shared tab is seen by the others beside the camera, and its end is the end for everybody', async () => {
    const presenter = await sitDown(presenterBrowser, 'lecture', `presenter-${Date.now()}`);
    const viewer = await sitDown(viewerBrowser, 'lecture', `viewer-${Date.now()}`);
    const slides = await presenter.context().newPage();
    await slides.addInitScript(await pageCameraScript(SLIDES));
    await slides.goto(`${origin}/slides`);
    await slides.evaluate(async () => {
      const video = document.querySelector('video')!;
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
    });

    await presenter.evaluate(() => window.member.publish());
    await presenter.bringToFront();
    await presenter.getByRole('button', { name: 'Share' }).click();
    await presenter.evaluate(() => window.member.sharing);
    await slides.bringToFront();
    await viewer.evaluate(() => window.lecternReader.watchAll());
    await seesMore(viewer, DESKTOP);
    await seesMore(viewer, CAMERA);
    const isReadable = (): Promise<boolean> =>
      viewer.evaluate(
        (sender) => window.lecternReader.reports().some(({ video }) => video.sender === sender && video.readable > 20),
        SLIDES,
      );
    await eventually('the pattern of the shared tab', isReadable, (isRead) => isRead);

    await slides.close();
    await expect.poll(async () => (await seenBy(viewer)).map(({ type }) => type)).toEqual([CAMERA]);
    expect(await presenter.evaluate(() => window.member.isSharing())).toBe(false);
    await seesMore(viewer, CAMERA);
    await Promise.all([presenter, viewer].map((page) => page.evaluate(() => window.member.leave())));
    await Promise.all([presenter.close(), viewer.close()]);
  });

  test('the others go on seeing while cameras are switched, resized, released and opened again', async () => {
    const presenter = await sitDown(presenterBrowser, 'studio', `presenter-${Date.now()}`);
    const viewer = await sitDown(viewerBrowser, 'studio', `viewer-${Date.now()}`);
    await presenter.evaluate(() => window.member.publish());
    const first = await seesMore(viewer, CAMERA);
    const camera = (): Promise<string | undefined> => presenter.evaluate(() => window.member.devices().video.deviceId);
    const before = await camera();

    // The second of Chromium's fake cameras measures depth, which no codec carries.
    await presenter.evaluate(() => window.member.changeCamera(2));
    expect(await camera()).not.toBe(before);
    expect((await seesMore(viewer, CAMERA)).version).toBe(first.version + 1);
    await presenter.evaluate(() => window.member.switchCamera());
    expect(await camera()).toBe(before);
    expect((await seesMore(viewer, CAMERA)).version).toBe(first.version + 2);

    await presenter.evaluate(() => window.member.changeConstraints({ width: { exact: 320 }, height: { exact: 240 } }));
    await expect.poll(async () => (await seesMore(viewer, CAMERA)).width).toBe(320);

    const impossible = presenter.evaluate(() => window.member.changeConstraints({ width: { exact: 99_999 } }));
    await expect(impossible).rejects.toThrow('OverconstrainedError');
    const kept = await seesMore(viewer, CAMERA);

    await presenter.evaluate(() => window.member.releaseCamera());
    expect(await presenter.evaluate(() => window.member.openCameras())).toBe(0);
    await presenter.evaluate(() => window.member.unmuteVideo());
    // Opened again without publishing again.
    expect((await seesMore(viewer, CAMERA)).version).toBe(kept.version);
    await Promise.all([presenter, viewer].map((page) => page.evaluate(() => window.member.leave())));
    await Promise.all([presenter.close(), viewer.close()]);
  });
});
