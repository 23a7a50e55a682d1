import { expect, test, type Browser, type Page } from '@playwright/test';
import { pageCameraScript, pageReaderScript } from '../media/index.js';
import { eventually, launchChromium, launchSharingChromium, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';
import type { SeenP2pStream } from './page/p2p-page.js';

/** Sender numbers of the patterns of two cameras and a shared tab. */
const [ANN, BEN, SLIDES] = [3, 4, 11];
const APP_KEY = 'lectern#demo';
/** Readable frames that identify a sender reliably. */
const CLEAR = 15;

let server: ServerProcess;
let site: PageSite;
let annBrowser: Browser;
let benBrowser: Browser;

test.beforeAll(async () => {
  [server, site, annBrowser, benBrowser] = await Promise.all([
    ServerProcess.start(),
    servePage('p2p-page.ts'),
    launchSharingChromium('Slides'),
    launchChromium(),
  ]);
});

test.afterAll(async () => {
  await Promise.all([annBrowser?.close(), benBrowser?.close()]);
  site?.close();
  await server?.close();
});

const open = async (browser: Browser, sender: number): Promise<Page> => {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await page.addInitScript(await pageReaderScript());
  await page.addInitScript(await pageCameraScript(sender));
  await page.goto(site.origin);
  await page.evaluate(() => window.lecternReader.watchAll());
  return page;
};

const enter = (page: Page, user: string, other: { callee?: string; conferenceId?: string }): Promise<string> =>
  page.evaluate(([to, name, more]) => window.p2pPage.enter(to, name, more), [
    { restUrl: server.url, appKey: APP_KEY },
    user,
    other,
  ] as const);

const streamsOf = (page: Page): Promise<SeenP2pStream[]> => page.evaluate(() => window.p2pPage.streams());

const streamsBecome = (page: Page, what: string, fits: (streams: SeenP2pStream[]) => boolean): Promise<unknown> =>
  eventually(what, () => streamsOf(page), fits);

const framesOf = (page: Page, sender: number): Promise<number> =>
  page.evaluate(
    (of) =>
      window.lecternReader.reports().reduce((sum, { video }) => sum + (video.sender === of ? video.readable : 0), 0),
    sender,
  );

/** Waits until new frames of a sender are seen. */
const sees = async (page: Page, sender: number): Promise<void> => {
  const before = await framesOf(page, sender);
  await eventually(
    `seeing ${sender}`,
    () => framesOf(page, sender),
    (now) => now >= before + CLEAR,
  );
};

const openSlides = async (page: Page): Promise<Page> => {
  const slides = await page.context().newPage();
  await slides.addInitScript(await pageCameraScript(SLIDES));
  await slides.goto(site.origin);
  await slides.evaluate(async () => {
    document.title = 'Slides';
    const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
    video.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;object-fit:fill;background:#606060';
    document.body.append(video);
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
  });
  return slides;
};

test('two pages call each other in a P2P conference, share a tab beside their cameras, and hang up', async () => {
  const [ann, ben] = [await open(annBrowser, ANN), await open(benBrowser, BEN)];
  const conferenceId = await enter(ann, 'p2p-ann', { callee: 'p2p-ben' });
  await expect(ann.evaluate(() => window.p2pPage.publish())).rejects.toThrow();
  await ann.evaluate(() => window.p2pPage.call());
  await enter(ben, 'p2p-ben', { conferenceId });
  await streamsBecome(ben, 'the call ringing', ([main]) => main?.link === 'ringing');
  await ben.evaluate(() => window.p2pPage.accept());
  await Promise.all([sees(ann, BEN), sees(ben, ANN)]);
  expect(await ann.evaluate(() => window.p2pPage.statTypes())).toEqual(
    expect.arrayContaining(['inbound-rtp', 'outbound-rtp', 'candidate-pair']),
  );

  const slides = await openSlides(ann);
  await ann.bringToFront();
  await ann.getByRole('button', { name: 'Share' }).click();
  await ann.evaluate(() => window.p2pPage.sharing);
  await slides.bringToFront();
  await streamsBecome(ben, 'the shared tab ringing', (all) => all.some(({ link }) => link === 'ringing'));
  await ben.evaluate(() => window.p2pPage.accept());
  await sees(ben, SLIDES);
  await Promise.all([sees(ben, ANN), sees(ann, BEN)]);

  // The user ends the sharing: the tab that is shared goes away.
  await slides.close();
  for (const page of [ann, ben]) await streamsBecome(page, 'the camera alone', ({ length }) => length === 1);
  await sees(ben, ANN);
  await ann.evaluate(() => window.p2pPage.setVideoMuted(true));
  await streamsBecome(ben, 'the camera being muted', ([main]) => main?.remoteVideoMuted === true);
  await ann.evaluate(() => window.p2pPage.setVideoMuted(false));
  await sees(ben, ANN);
  await ben.evaluate(() => window.p2pPage.hangUp());
  for (const page of [ann, ben]) await streamsBecome(page, 'no stream', ({ length }) => length === 0);
});
