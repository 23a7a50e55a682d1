import { expect, test, type Browser, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { launchPatternChromium, pageReaderScript, type PatternChromium } from '../media/index.js';
import { eventually, launchChromium, launchStrictChromium, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

const [ANN, BEN] = [3, 4];
/** Number of readable frames or tone windows that identifies a sender reliably. */
const CLEAR = 15;
/** Playback time that shows an element to play, in seconds. */
const PLAYED_S = 0.5;

let lectern: ServerProcess;
let site: PageSite;
let css: string;

test.beforeAll(async () => {
  css = await readFile(new URL('../../react-bindings/src/ui/ui.css', import.meta.url), 'utf8');
  [site, lectern] = await Promise.all([servePage('bindings-page.ts'), ServerProcess.start()]);
});

test.afterAll(async () => {
  site?.close();
  await lectern?.close();
});

type Query = Readonly<Record<string, string>>;

const newPage = async (browser: Browser, width = 1280): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.soft(String(error)).toBe(''));
  return page;
};

const urlOf = (query: Query): string => `${site.origin}/?${new URLSearchParams({ server: lectern.url, ...query })}`;

/** Opens a view of the page; the query names the user and what the view needs. */
async function open(browser: Browser, query: Query, width?: number): Promise<Page> {
  const page = await newPage(browser, width);
  await page.addInitScript(await pageReaderScript());
  await page.goto(urlOf(query));
  await page.evaluate(() => window.lecternReader.watchAll());
  await page.addStyleTag({ content: `body { margin: 0 } ${css}` });
  return page;
}

/** Report of the element that plays one side of the call. */
const reportOf = (page: Page, side: string) =>
  page.evaluate((wanted) => {
    const elements = [...document.querySelectorAll<HTMLElement>('video, audio')];
    return window.lecternReader.reports()[elements.findIndex(({ dataset }) => dataset.side === wanted)];
  }, side);

/** Waits for new frames and tones of a sender in the element of the other side. */
async function perceives(page: Page, sender: number): Promise<void> {
  const before = await reportOf(page, 'remote');
  const now = await eventually(
    `seeing and hearing ${sender}`,
    () => reportOf(page, 'remote'),
    (report) =>
      (report?.video.readable ?? 0) > (before?.video.readable ?? 0) + CLEAR &&
      (report?.tones[sender] ?? 0) > (before?.tones[sender] ?? 0) + CLEAR,
  );
  expect(now?.video.sender).toBe(sender);
}

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('two browsers with the components for calls', () => {
  const chromiums: PatternChromium[] = [];

  test.beforeAll(async () => {
    chromiums.push(await launchPatternChromium(ANN), await launchPatternChromium(BEN));
  });

  test.afterAll(async () => {
    await Promise.all(chromiums.map((chromium) => chromium.close()));
  });

  const browserOf = (side: 0 | 1): Browser => chromiums[side]!.browser;

  /** Pages of both, in the languages and widths of the two. */
  async function annAndBen(ann: string, ben: string): Promise<readonly [Page, Page]> {
    return Promise.all([
      open(browserOf(0), { view: 'call', user: ann, peer: ben, locale: 'en' }),
      open(browserOf(1), { view: 'call', user: ben, peer: ann, locale: 'zh-TW' }, 390),
    ]);
  }

  test('IncomingCall rings and answers, CallWindow shows both sides, mutes and hangs up', async () => {
    const [ann, ben] = await annAndBen('bind-ann', 'bind-ben');
    await expect(named(ben, 'Place the call')).toBeVisible();
    await named(ann, 'Place the call').click();
    await expect(ann.getByRole('region', { name: 'Call with bind-ben' })).toContainText('Ringing…');
    const ringing = ben.getByRole('alertdialog', { name: 'bind-ann 來電' });
    await expect(ringing).toBeVisible();
    await expect(ben.getByRole('region')).toHaveCount(0);
    await named(ben, '接聽').press('Enter');
    await expect(ringing).toHaveCount(0);
    await expect(ben.getByRole('region', { name: '與 bind-ann 通話' })).toBeVisible();
    await expect(ann.getByText('Ringing…')).toHaveCount(0);
    await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
    // The own picture is shown, and never heard.
    const own = ann.locator('video[data-side=local]');
    await expect
      .poll(() => own.evaluate((video: HTMLVideoElement) => [video.muted, video.paused]))
      .toEqual([true, false]);

    await named(ann, 'Camera').click();
    await expect(named(ann, 'Camera')).toHaveAttribute('aria-pressed', 'false');
    await expect(named(ann, 'Microphone')).toHaveAttribute('aria-pressed', 'true');
    await stopsSeeing(ben, ANN);
    await named(ann, 'Camera').click();
    await perceives(ben, ANN);

    await named(ben, '掛斷').click();
    for (const page of [ann, ben]) await expect(page.getByRole('region')).toHaveCount(0);
    await Promise.all([ann, ben].map((page) => page.context().close()));
  });

  test('a declined call ends on both sides, and the next one rings again', async () => {
    const [ann, ben] = await annAndBen('bind-cid', 'bind-dan');
    await expect(named(ann, 'Place the call')).toBeVisible();
    for (let round = 0; round < 2; round++) {
      await named(ben, 'Place the call').click();
      await named(ann, 'Decline').click();
      await expect(ann.getByRole('alertdialog')).toHaveCount(0);
      await expect(ben.getByRole('region')).toHaveCount(0);
    }
    await Promise.all([ann, ben].map((page) => page.context().close()));
  });

  test('useP2pCall calls, rings, tells of mutes and ends, in two browsers', async () => {
    const ann = await open(browserOf(0), { view: 'p2p', user: 'pair-ann', peer: 'pair-ben' });
    await expect(named(ann, 'Call')).toBeVisible();
    const conference = await ann.title();
    await named(ann, 'Call').click();
    const ben = await open(browserOf(1), { view: 'p2p', user: 'pair-ben', conference });
    await named(ben, 'Answer').click();
    await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
    for (const page of [ann, ben]) await expect(page.locator('section')).toHaveAttribute('data-link', 'linked');
    await named(ann, 'Mute the camera').click();
    await expect(ben.locator('section')).toHaveAttribute('data-muted', 'true');
    await stopsSeeing(ben, ANN);
    await named(ben, 'Hang up').click();
    for (const page of [ann, ben]) {
      await expect(page.locator('section')).toHaveAttribute('data-link', 'none');
      await expect(named(page, 'Call')).toBeVisible();
    }
    await Promise.all([ann, ben].map((page) => page.context().close()));
  });

  /** Waits until only sound arrives. */
  async function stopsSeeing(page: Page, sender: number): Promise<void> {
    let before = await reportOf(page, 'remote');
    await eventually(
      'sound without a readable picture',
      () => reportOf(page, 'remote'),
      (now) => {
        const isStill = now?.video.readable === before?.video.readable;
        const isHeard = (now?.tones[sender] ?? 0) > (before?.tones[sender] ?? 0) + CLEAR;
        if (!isStill) before = now;
        return isStill && isHeard;
      },
    );
  }
});

test.describe('a browser that blocks sound until a click', () => {
  let speaking: Browser;
  let listening: Browser;

  test.beforeAll(async () => {
    [speaking, listening] = await Promise.all([launchChromium(), launchStrictChromium()]);
  });

  test.afterAll(async () => {
    await Promise.all([speaking?.close(), listening?.close()]);
  });

  const playedSeconds = (page: Page) => (): Promise<number> =>
    page
      .locator('audio')
      .evaluateAll((all) => Math.max(0, ...(all as HTMLAudioElement[]).map((one) => one.currentTime)));
  const paused = (page: Page) => (): Promise<readonly boolean[]> =>
    page.locator('audio').evaluateAll((all) => (all as HTMLAudioElement[]).map((one) => one.paused));

  test('useAudioPlayback reports it, and plays what AudioRenderer holds after one', async () => {
    const speaker = await open(speaking, { view: 'sound', user: 'sound-ann', room: 'sound', speaks: 'yes' });
    await expect(speaker.getByText('joined, 1 streams')).toBeVisible();
    const page = await newPage(listening);
    let tell = (): void => undefined;
    const blocked = new Promise<void>((resolve) => (tell = resolve));
    await page.exposeFunction('soundIsBlocked', () => tell());
    await page.goto(urlOf({ view: 'sound', user: 'sound-ben', room: 'sound' }));
    await blocked;
    await expect(named(page, 'Turn the sound on')).toBeVisible();
    expect(await paused(page)()).toEqual([true]);
    await named(page, 'Turn the sound on').click();
    await expect(named(page, 'Turn the sound on')).toHaveCount(0);
    expect(await paused(page)()).toEqual([false]);
    const before = await playedSeconds(page)();
    await expect.poll(playedSeconds(page)).toBeGreaterThan(before + PLAYED_S);

    // The page has been clicked, so that later streams are heard at once.
    const other = await open(speaking, { view: 'sound', user: 'sound-cid', room: 'sound', speaks: 'yes' });
    await expect(page.getByText('joined, 2 streams')).toBeVisible();
    await expect.poll(paused(page)).toEqual([false, false]);
    await expect(named(page, 'Turn the sound on')).toHaveCount(0);
    await Promise.all([speaker, page, other].map((one) => one.context().close()));
  });
});
