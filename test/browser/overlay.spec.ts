import type { CompositeMode } from '@lectern/rtc/overlay';
import { expect, test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { eventually, findFirefox, launchChromium, launchFirefox, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

const APP_KEY = 'lectern#demo';
const RED = '#ff0000ff';
const BLUE = '#0000ffff';
const NOTHING = '#00000000';

/**
 * Expected colours of a blue stroke over a red one: where only the red one was, where they cross, and where only the
 * blue one is (Porter and Duff; `lighter` adds, `darker` takes the darker of each colour).
 */
const MODES: Readonly<Record<CompositeMode, readonly [string, string, string]>> = {
  'source-over': [RED, BLUE, BLUE],
  'source-atop': [RED, BLUE, NOTHING],
  'source-in': [NOTHING, BLUE, NOTHING],
  'source-out': [NOTHING, NOTHING, BLUE],
  'destination-over': [RED, RED, BLUE],
  'destination-atop': [NOTHING, RED, BLUE],
  'destination-in': [NOTHING, RED, NOTHING],
  'destination-out': [RED, NOTHING, NOTHING],
  lighter: [RED, '#ff00ffff', BLUE],
  darker: [RED, '#000000ff', BLUE],
  xor: [RED, NOTHING, BLUE],
  copy: [NOTHING, BLUE, BLUE],
};
const COMPOSITE_MODES = Object.keys(MODES) as CompositeMode[];

/** 640 × 360 in 400 × 400: the video is 225 high, with bars of 87.5 above and below. */
const inSquare = ({ x, y }: { x: number; y: number }) => ({ x: x * 0.04, y: 87.5 + y * 0.0225 });
const ACROSS = [{ x: 1_000, y: 5_000 }, { x: 9_000, y: 5_000 }]; // prettier-ignore
const DOWN = [{ x: 5_000, y: 1_000 }, { x: 5_000, y: 9_000 }]; // prettier-ignore
const ONLY_RED = inSquare({ x: 2_500, y: 5_000 });
const BOTH = inSquare({ x: 5_000, y: 5_000 });
const ONLY_BLUE = inSquare({ x: 5_000, y: 2_000 });
const LOOKED_AT = [ONLY_RED, BOTH, ONLY_BLUE];

test.describe('a drawing over a video in Chromium', () => {
  let lectern: ServerProcess;
  let site: PageSite;
  let browser: Browser;
  let rooms = 0;

  test.beforeAll(async () => {
    site = await servePage('overlay-page.ts');
    lectern = await ServerProcess.start();
    browser = await launchChromium();
  });

  test.afterAll(async () => {
    await browser.close();
    site.close();
    await lectern.close();
  });

  /** Alice, who controls what Bob shows. */
  const sitDown = async (alices: BrowserContextOptions = {}): Promise<{ readonly alice: Page; readonly bob: Page }> => {
    const room = `overlay ${(rooms += 1)}`;
    const enter = async (name: string, options: BrowserContextOptions): Promise<Page> => {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(site.origin);
      const server = { restUrl: lectern.url, appKey: APP_KEY };
      await page.evaluate(([to, where, who]) => window.overlayMember.enter(to, where, who), [
        server,
        room,
        `${name}${rooms}`,
      ] as const);
      return page;
    };
    const [bob, alice] = [await enter('bob', {}), await enter('alice', alices)];
    await bob.evaluate(() => window.overlayMember.beControlled());
    await eventually(
      'watching',
      () =>
        alice.evaluate(() =>
          window.overlayMember.watch().then(
            () => true,
            () => false,
          ),
        ),
      (isWatching) => isWatching,
    );
    for (const page of [alice, bob]) await page.waitForFunction(() => window.overlayMember.hasPicture());
    await alice.evaluate(() => window.overlayMember.control());
    return { alice, bob };
  };

  const draw = (page: Page, ...lines: Parameters<Window['overlayMember']['draw']>[0]) =>
    page.evaluate((all) => window.overlayMember.draw(all), lines);
  const act = (page: Page, what: 'undo' | 'redo' | 'clear') =>
    page.evaluate((wanted) => window.overlayMember.act(wanted), what);
  const show = (page: Page, ...how: Parameters<Window['overlayMember']['show']>) =>
    page.evaluate((all) => window.overlayMember.show(...all), how);
  const pixels = (page: Page) => page.evaluate(() => window.overlayMember.pixels());
  const colours = (page: Page, places = LOOKED_AT) => page.evaluate((all) => window.overlayMember.colours(all), places);
  const settled = async (...pages: readonly Page[]) => {
    for (const page of pages) await page.waitForFunction(() => window.overlayMember.sharing() === 'idle');
  };

  /** Pixel by pixel. */
  const isTheSame = async (alice: Page, bob: Page): Promise<void> => {
    await settled(alice, bob);
    const [here, there] = [await pixels(alice), await pixels(bob)];
    expect(there).toEqual(here);
    expect(here.painted).toBeGreaterThan(0);
  };

  /** As above, for a trail, whose completeness is not announced. */
  const becomesTheSame = async (alice: Page, bob: Page): Promise<void> => {
    await expect.poll(async () => (await pixels(alice)).digest === (await pixels(bob)).digest).toBe(true);
  };

  test('has the same pixels on both sides in each of the twelve modes, with all colours and widths, from both', async () => {
    const { alice, bob } = await sitDown();
    for (const mode of COMPOSITE_MODES) {
      await act(alice, 'clear');
      await draw(
        alice,
        { style: { color: '#ff0000', width: 1_000 }, places: ACROSS },
        { style: { color: '#0000ff', width: 1_000, mode }, places: DOWN },
      );
      await isTheSame(alice, bob);
      expect([mode, await colours(bob)]).toEqual([mode, MODES[mode]]);
    }
    await act(bob, 'clear');
    await settled(alice, bob);
    const lines = (offset: number) =>
      COMPOSITE_MODES.map((mode, index) => ({
        style: { mode, width: 10 + index * 120, color: `#${offset}0${(index + 20).toString(16)}ff${index + 50}` },
        places: [0, 1, 2, 3].map((step) => ({
          x: offset * 900 + step * 700,
          y: (index * 2_900 + step * 3_100) % 10_000,
        })),
      }));
    // `copy` and its like erase earlier strokes, so the covering stroke comes last.
    await Promise.all([
      draw(alice, ...lines(1), ...lines(3).slice(0, 1)),
      draw(bob, ...lines(6), ...lines(7).slice(0, 1)),
    ]);
    await isTheSame(alice, bob);
    await Promise.all([alice, bob].map((page) => page.context().close()));
  });

  test('is undone, redone and cleared on both sides, and told to a side that shares again', async () => {
    const { alice, bob } = await sitDown();
    await draw(alice, { style: { color: '#ff0000', width: 1_000 }, places: ACROSS });
    await draw(bob, { style: { color: '#0000ff', width: 1_000 }, places: DOWN });
    await isTheSame(alice, bob);
    const showOn = async (both: readonly string[]): Promise<void> => {
      await settled(alice, bob);
      for (const page of [alice, bob]) {
        await expect.poll(() => colours(page, [ONLY_RED, ONLY_BLUE])).toEqual(both);
      }
    };
    await act(alice, 'undo');
    await showOn([NOTHING, BLUE]);
    await act(alice, 'redo');
    await showOn([RED, BLUE]);
    await act(bob, 'clear');
    await showOn([NOTHING, NOTHING]);
    expect((await pixels(alice)).painted).toBe(0);
    await act(bob, 'undo');
    await showOn([RED, BLUE]);

    await bob.evaluate(() => window.overlayMember.shareAgain());
    await bob.waitForFunction(() => window.overlayMember.strokes() === 1);
    await showOn([RED, NOTHING]);
    await isTheSame(alice, bob);
    await Promise.all([alice, bob].map((page) => page.context().close()));
  });

  test('keeps its place in the picture when the element gets another size, and is as sharp as the screen', async () => {
    const { alice, bob } = await sitDown({ deviceScaleFactor: 2 });
    await draw(bob, { style: { color: '#ff0000', width: 1_000 }, places: ACROSS });
    // Concurrent strokes are ordered by the ids of the members.
    await settled(bob);
    await draw(alice, { style: { color: '#0000ff', width: 1_000 }, places: DOWN });
    await settled(alice, bob);
    expect(await colours(alice, [ONLY_RED, BOTH, ONLY_BLUE, { x: 200, y: 80 }])).toEqual([RED, BLUE, BLUE, NOTHING]);
    const [sharp, plain] = [await pixels(alice), await pixels(bob)];
    expect([sharp.width, sharp.height, plain.width, plain.height]).toEqual([800, 800, 400, 400]);
    // Four pixels for one, but for the edges.
    expect(Math.abs(sharp.painted / plain.painted - 4)).toBeLessThan(0.1);

    // 640 × 360 in 640 × 240: two thirds of its size, with bars of 320 / 3 left and right.
    await show(alice, 'contain', false, 640, 240);
    await expect.poll(async () => (await pixels(alice)).width).toBe(1_280);
    const inWide = ({ x, y }: { x: number; y: number }) => ({ x: 320 / 3 + (x * 1_280) / 30_000, y: y * 0.024 });
    const places = [{ x: 2_500, y: 5_000 }, { x: 5_000, y: 5_000 }, { x: 5_000, y: 2_000 }].map(inWide); // prettier-ignore
    await expect.poll(() => colours(alice, [...places, ONLY_RED])).toEqual([RED, BLUE, BLUE, NOTHING]);
    await show(bob, 'contain', false, 640, 240);
    await show(alice, 'contain', false);
    await expect.poll(() => colours(bob, places)).toEqual([RED, BLUE, BLUE]);
    await expect.poll(() => colours(alice)).toEqual([RED, BLUE, BLUE]);
    expect(await pixels(alice)).toEqual(sharp);

    // The window moves to another screen; emulation reports that to pages only together with another window size.
    const session = await alice.context().newCDPSession(alice);
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 1_300,
      height: 720,
      deviceScaleFactor: 3,
      mobile: false,
    });
    await expect.poll(async () => (await pixels(alice)).width).toBe(1_200);
    expect(await colours(alice)).toEqual([RED, BLUE, BLUE]);
    await Promise.all([alice, bob].map((page) => page.context().close()));
  });

  test('hits what was pointed at in the picture, letterboxed, cropped, mirrored and scaled', async () => {
    const { alice, bob } = await sitDown();
    const look = async (page: Page, colour: 'green' | 'blue') => {
      const png = (await page.screenshot()).toString('base64');
      return page.evaluate(([image, what]) => window.overlayMember.find(image, what), [png, colour] as const);
    };
    const sees = (page: Page, colour: 'green' | 'blue') =>
      eventually(
        `seeing ${colour}`,
        () => look(page, colour),
        ({ count }) => count > 100,
      );
    const isNear = (a: { x: number; y: number }, b: { x: number; y: number }): void =>
      expect(Math.hypot(a.x - b.x, a.y - b.y), JSON.stringify([a, b])).toBeLessThan(4);

    await alice.evaluate(() => window.overlayMember.use('pen', { color: '#0000ff', width: 1_900 }));
    const field = await sees(bob, 'green');
    const shown: (typeof field)[] = [];
    for (const [fit, isMirrored, scale] of [
      ['contain', false, 1],
      ['contain', true, 1],
      ['cover', false, 1],
      ['cover', true, 1.5],
      ['fill', true, 0.5],
    ] as const) {
      await show(alice, fit, isMirrored);
      await alice.evaluate((by) => window.overlayMember.scale(by), scale);
      const target = await sees(alice, 'green');
      shown.push(target);
      await alice.mouse.move(target.x, target.y);
      await alice.mouse.down();
      await alice.mouse.up();
      // The dot covers the field, on both sides: as large as the field's diagonal.
      isNear(await sees(alice, 'blue'), target);
      await settled(alice, bob);
      isNear(await sees(bob, 'blue'), field);
      expect((await look(bob, 'green')).count).toBe(0);
      await act(alice, 'undo');
      await settled(alice, bob);
      await sees(bob, 'green');
    }
    // Each layout has the drawing at a different place.
    for (const [index, one] of shown.entries()) {
      for (const other of shown.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(5);
    }
    await Promise.all([alice, bob].map((page) => page.context().close()));
  });

  test('shows where the pointer goes on both sides, until that fades, and nothing once the control is over', async () => {
    const { alice, bob } = await sitDown();
    await show(alice, 'contain', true);
    await show(bob, 'contain', true);
    await alice.evaluate(() => window.overlayMember.use('pointer'));
    await alice.mouse.move(100, 150);
    await alice.mouse.move(200, 150);
    await alice.mouse.down();
    await alice.mouse.up();
    await alice.mouse.move(200, 250);
    const places = (page: Page) => page.evaluate(() => window.overlayMember.places());
    await expect.poll(async () => (await places(bob)).at(-1)?.y).toBeGreaterThan(7_000);
    expect(await places(bob)).toEqual(await places(alice));
    expect((await places(bob))[0]?.x).toBe(7_500);
    const marks = [{ x: 150, y: 150 }, { x: 202, y: 148 }, { x: 200, y: 256 }]; // prettier-ignore
    const alphas = async (page: Page) => (await colours(page, marks)).map((colour) => parseInt(colour.slice(-2), 16));
    await becomesTheSame(alice, bob);
    // Its way, where it was pressed, and a ring where it is.
    expect(await colours(bob, marks)).toEqual(['#e312f7ff', '#bd3833ff', expect.not.stringMatching(/00$/)]);

    for (const page of [alice, bob]) await page.evaluate(() => window.overlayMember.advance(600));
    await expect.poll(async () => Math.abs(((await alphas(bob))[1] ?? 0) - 128)).toBeLessThanOrEqual(1);
    await becomesTheSame(alice, bob);
    for (const page of [alice, bob]) await page.evaluate(() => window.overlayMember.advance(600));
    await expect.poll(async () => (await alphas(bob)).map((alpha) => alpha > 0)).toEqual([false, false, true]);
    await becomesTheSame(alice, bob);

    await alice.evaluate(() => window.overlayMember.stop());
    for (const page of [alice, bob]) await expect.poll(async () => (await pixels(page)).painted).toBe(0);
    await Promise.all([alice, bob].map((page) => page.context().close()));
  });
});

test('the twelve modes are the same in Firefox', async () => {
  test.skip(findFirefox() === undefined, 'no Firefox is installed');
  const [site, lectern, firefox] = await Promise.all([
    servePage('overlay-page.ts'),
    ServerProcess.start(),
    launchFirefox(440),
  ]);
  try {
    if (!firefox) throw new Error('Firefox did not start');
    const page = await firefox.newPage();
    await page.goto(site.origin);
    await page.evaluate((restUrl, appKey) => window.overlayMember.enter({ restUrl, appKey }, 'overlay', 'ann'), lectern.url, APP_KEY); // prettier-ignore
    // Without video, coordinates refer to the whole element.
    const places = [{ x: 100, y: 200 }, { x: 200, y: 200 }, { x: 200, y: 80 }]; // prettier-ignore
    const seen: Record<string, string[]> = {};
    for (const mode of COMPOSITE_MODES) {
      seen[mode] = await page.evaluate(
        (lines, at) => {
          window.overlayMember.act('clear');
          window.overlayMember.draw(lines);
          return window.overlayMember.colours(at);
        },
        [
          { style: { color: '#ff0000', width: 1_000 }, places: ACROSS },
          { style: { color: '#0000ff', width: 1_000, mode }, places: DOWN },
        ],
        places,
      );
    }
    expect(seen).toEqual(MODES);
  } finally {
    await firefox?.close();
    site.close();
    await lectern.close();
  }
});
