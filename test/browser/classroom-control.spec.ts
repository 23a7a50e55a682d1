import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, launchSharingChromium, ServerProcess } from '../support/index.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tile = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** More tab stops than a class has. */
const MANY_TABS = 40;

test.describe('remote control in the classroom page', () => {
  let server: ServerProcess;
  let browser: Browser;
  let rooms = 0;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Ann and Ben in a class of their own; Ann sees Ben. */
  const sitDown = async (bens: Browser = browser): Promise<{ readonly ann: Page; readonly ben: Page }> => {
    const room = `control ${(rooms += 1)}`;
    const enter = async (at: Browser, name: string): Promise<Page> => {
      const context = await at.newContext({ permissions: ['camera', 'microphone'], locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(`${server.url}/classroom?${new URLSearchParams({ room }).toString()}#password=secret1`);
      await page.getByLabel('Your name').fill(name);
      await button(page, 'Join class').click();
      await button(page, 'Leave class').waitFor();
      return page;
    };
    const [ben, ann] = [await enter(bens, 'Ben'), await enter(browser, 'Ann')];
    await expect.poll(() => frameWidth(ann, 'Ben')).toBeGreaterThan(0);
    return { ann, ben };
  };

  const frameWidth = (page: Page, name: string): Promise<number> =>
    tile(page, name)
      .locator('video')
      .evaluate((video) => (video as HTMLVideoElement).videoWidth);

  const leave = (...pages: Page[]): Promise<unknown> => Promise.all(pages.map((page) => page.context().close()));

  const ask = async (page: Page, name: string, what: string): Promise<void> => {
    await button(page, `Control ${name}’s picture`).click();
    await button(page, what).click();
  };

  /** Counts the pixels of this colour in the drawing over a member's video. */
  const painted = (page: Page, name: string, colour: readonly [number, number, number]): Promise<number> =>
    tile(page, name)
      .locator('canvas[data-control-canvas]')
      .evaluate((element, [red, green, blue]) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 16;
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, g = 0, b = 0, a = 0] = data.subarray(at, at + 4);
          if (a > 200 && isNear(r, red) && isNear(g, green) && isNear(b, blue)) count += 1;
        }
        return count;
      }, colour);

  /** Waits for a text that is shown for some seconds only: begun before what brings it, so that it is not missed. */
  const told = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();

  const RED = [0xe5, 0x39, 0x2e] as const;
  const BLUE = [0x2f, 0x7d, 0xf6] as const;

  test('is asked for, agreed to by keyboard, seen on both sides, drawn with, and stopped by keyboard', async () => {
    const { ann, ben } = await sitDown();
    await ask(ann, 'Ben', 'Ask to point and draw');
    await expect(ann.getByText('Waiting for Ben to agree…')).toBeVisible();

    const question = ben.getByRole('dialog', { name: 'Ann wants to point and draw on your camera picture' });
    await expect(question).toBeVisible();
    // A key pressed by accident grants nothing.
    await expect(button(ben, 'Refuse')).toBeFocused();
    await ben.keyboard.press('Tab');
    await expect(button(ben, 'Allow')).toBeFocused();
    await ben.keyboard.press('Enter');
    await expect(question).toHaveCount(0);

    await expect(ben.getByText('Ann is pointing at your camera picture')).toBeVisible();
    await expect(ann.getByText('You are pointing at Ben’s camera picture')).toBeVisible();

    const surface = ann.getByRole('application', { name: /^Ben’s picture: / });
    const box = (await surface.boundingBox())!;
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await ann.mouse.move(...at(0.4, 0.4));
    await ann.mouse.down();
    await ann.mouse.move(...at(0.6, 0.6), { steps: 8 });
    await ann.mouse.up();
    for (const page of [ann, ben]) await expect.poll(() => painted(page, 'Ben', RED)).toBeGreaterThan(100);

    // Keys draw as well, and Escape leaves the drawing surface.
    await button(ann, 'Blue').click();
    await surface.focus();
    for (const key of ['Space', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Space']) await ann.keyboard.press(key);
    await expect.poll(() => painted(ben, 'Ben', BLUE)).toBeGreaterThan(50);
    await ann.keyboard.press('Escape');
    await expect(surface).not.toBeFocused();
    await button(ann, 'Undo').click();
    await expect.poll(() => painted(ben, 'Ben', BLUE)).toBe(0);
    await button(ann, 'Clear all').click();
    for (const page of [ann, ben]) await expect.poll(() => painted(page, 'Ben', RED)).toBe(0);

    // Keys that are pressed in mode Point are shown where they arrive, and do nothing there.
    await button(ann, 'Point').click();
    await surface.focus();
    await ann.keyboard.press('q');
    await expect(ben.getByTestId('controlled').getByText('Q', { exact: true })).toBeVisible();
    await ann.keyboard.press('Escape');

    const stop = button(ben, 'Stop all control');
    for (let tab = 0; tab < MANY_TABS && !(await stop.evaluate((it) => it === document.activeElement)); tab += 1) {
      await ben.keyboard.press('Tab');
    }
    await expect(stop).toBeFocused();
    const ended = told(ann, 'Ben stopped your pointing');
    await ben.keyboard.press('Enter');
    await expect(ben.getByTestId('controlled')).toHaveCount(0);
    await ended;
    await expect(surface).toHaveCount(0);
    await leave(ann, ben);
  });

  test('takes pictures, freezes and zooms with consent, and everything is as before once it is stopped', async () => {
    const { ann, ben } = await sitDown();
    await ask(ann, 'Ben', 'Take picture');
    await expect(ben.getByRole('dialog', { name: 'Ann wants to take a picture with your camera' })).toBeVisible();
    const taken = told(ben, 'Ann took a picture with your camera');
    await button(ben, 'Allow once').click();
    await taken;
    const picture = ann.getByRole('img', { name: 'Picture of Ben' });
    await expect(picture).toBeVisible();
    const size = (): Promise<number> => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(size).toBeGreaterThan(0);
    await button(ann, 'Close picture').click();

    // Once was once.
    await ask(ann, 'Ben', 'Zoom in');
    await expect(ben.getByRole('dialog', { name: 'Ann wants to zoom your picture' })).toBeVisible();
    await button(ben, 'Allow until I stop it').click();
    await expect(ben.getByText('Ann can use your camera')).toBeVisible();
    await expect(ben.getByText('Ann zoomed your picture 1.5×')).toBeVisible();
    await button(ann, 'Freeze picture').click();
    await expect(ben.getByText('Ann froze your picture')).toBeVisible();
    await expect(ben.getByTestId('controlled-tile')).toBeVisible();

    await ben.keyboard.press('x');
    await expect(ben.getByTestId('controlled')).toHaveCount(0);
    await expect(ben.getByTestId('controlled-tile')).toHaveCount(0);
    // Ann, who zoomed and froze it, receives the restored state.
    await expect(button(ann, 'Freeze picture')).toBeVisible();
    await ann.getByRole('button', { name: /^Zoom in/ }).click();
    await expect(ben.getByRole('dialog', { name: 'Ann wants to zoom your picture' })).toBeVisible();
    await leave(ann, ben);
  });

  test('that is refused, by Escape too, or not possible, says so to who asked', async () => {
    const { ann, ben } = await sitDown();
    await ask(ann, 'Ben', 'Ask to point and draw');
    await expect(button(ben, 'Refuse')).toBeFocused();
    const refused = told(ann, 'Ben did not agree');
    await ben.keyboard.press('Escape');
    await refused;
    await expect(ann.getByTestId('controlling')).toHaveCount(0);
    await expect(ben.getByTestId('controlled')).toHaveCount(0);

    await ask(ann, 'Ben', 'Turn torch on');
    const impossible = told(ann, 'Ben’s device cannot do this');
    await button(ben, 'Allow once').click();
    await impossible;

    // A request that was cancelled by its sender can no longer be granted.
    await ann.keyboard.press('Escape');
    await ask(ann, 'Ben', 'Ask to point and draw');
    await expect(button(ben, 'Allow')).toBeVisible();
    const gone = told(ben, 'Ann’s request has expired or was taken back');
    await button(ann, 'Cancel').click();
    await expect(ben.getByRole('dialog')).toHaveCount(0);
    await gone;
    await leave(ann, ben);
  });

  test('of a shared screen shows who shares it what is drawn on it', async () => {
    const sharing = await launchSharingChromium('Slides');
    const { ann, ben } = await sitDown(sharing);
    const slides = await ben.context().newPage();
    await slides.setContent('<title>Slides</title><h1>Ax = b</h1>');
    await ben.bringToFront();
    await button(ben, 'Share screen').click();
    await expect.poll(() => frameWidth(ann, 'Ben’s screen')).toBeGreaterThan(0);

    await button(ann, 'Control the screen Ben shares').click();
    await button(ann, 'Ask to point and draw').click();
    await button(ben, 'Allow').click();
    await expect(ben.getByText('Ann is pointing at the screen you share')).toBeVisible();
    const surface = ann.getByRole('application', { name: /^Ben’s picture: / });
    await surface.click();
    for (const page of [ann, ben]) await expect.poll(() => painted(page, 'Ben’s screen', RED)).toBeGreaterThan(10);

    // The end of sharing ends the control.
    const over = told(ben, 'The picture is over, and so is Ann’s pointing');
    await button(ben, 'Stop sharing').first().click();
    await over;
    await expect(ben.getByTestId('controlled')).toHaveCount(0);
    await expect(ann.getByTestId('controlling')).toHaveCount(0);
    await leave(ann, ben);
    await sharing.close();
  });
});
