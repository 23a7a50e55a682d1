import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** Presses of Tab that a purchase by keyboard may need, from the course page until it is paid. */
const TABS_MAX = 25;

interface Listed {
  readonly id: string;
  readonly price_cents: number;
  readonly crowdfund: unknown;
}

interface Unit {
  readonly id: string;
  readonly type: string;
  readonly preview: boolean;
  readonly title: string;
}

test.describe('the shop and the learning view', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const call = async <T>(action: string, data: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
    const answer = await fetch(`${server.url}/api/${action}`, { method: 'POST', headers, body: JSON.stringify(data) });
    return ((await answer.json()) as { readonly data: T }).data;
  };

  const courses = async (): Promise<readonly Listed[]> =>
    (await call<{ readonly list: readonly Listed[] }>('Course/list', { limit: 48 })).list;

  const unitsOf = async (id: string): Promise<readonly Unit[]> =>
    (await call<readonly { readonly units: readonly Unit[] }[]>('Course/outline', { id })).flatMap(
      ({ units }) => units,
    );

  /** A course that is for sale, with a video that everybody may watch. */
  async function courseWithPreview(): Promise<string> {
    for (const { id, price_cents, crowdfund } of await courses()) {
      if (price_cents === 0 || crowdfund !== null) continue;
      if ((await unitsOf(id)).some(({ preview, type }) => preview && type === 'video')) return id;
    }
    throw new Error('the demo has no course with a preview');
  }

  test('a free lesson plays with one click, with its controls on the screen of a small laptop', async () => {
    const may = await MarketPage.open(browser, server.url);
    const { page } = may;
    await page.setViewportSize({ width: 1280, height: 800 });
    await may.goto(`/video-info?id=${await courseWithPreview()}`);
    await page.getByRole('link', { name: 'Watch a free lesson' }).click();
    const frame = page.getByRole('region', { name: /^Video: / });
    await expect(frame.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    await frame.getByRole('button', { name: 'Pause' }).click();
    await expect(frame.getByRole('button', { name: 'Full screen' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(may.complaints).toEqual([]);
    await may.close();
  });

  /** Counts the presses of Tab that lead to elements. */
  class Keyboard {
    /** Elements that had the focus, in order. */
    readonly stops: string[] = [];

    constructor(private readonly page: Page) {}

    /** @throws when the element is not reached within the limit */
    async reach(element: Locator): Promise<void> {
      await element.waitFor();
      while (!(await element.evaluate((one) => one === document.activeElement))) {
        if (this.stops.length >= TABS_MAX) {
          throw new Error(`Tab does not reach ${String(element)} by way of ${this.stops.join(', ')}`);
        }
        await this.page.keyboard.press('Tab');
        this.stops.push(await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
      }
    }

    async press(element: Locator): Promise<void> {
      await this.reach(element);
      await this.page.keyboard.press('Enter');
    }
  }

  test('a course is bought by keyboard alone, with few presses of Tab, and learned from there', async () => {
    const id = await courseWithPreview();
    const kay = await MarketPage.newcomer(browser, server.url, 'Kay', `/video-info?id=${id}`);
    const { page } = kay;
    await kay.goto(`/video-info?id=${id}`);
    const keyboard = new Keyboard(page);
    await keyboard.press(page.getByRole('link', { name: 'Skip to content' }));
    await keyboard.press(page.getByRole('link', { name: 'Buy now' }));
    await keyboard.press(page.getByRole('button', { name: 'Place order' }));
    const mock = page.getByRole('radio', { name: /^Test payment/ });
    const isChosen = await mock.isChecked();
    const pay = page.getByRole('button', { name: /^Pay NT\$/ });
    if (!isChosen) {
      await keyboard.reach(page.getByRole('radio', { checked: true }));
      while (!(await mock.isChecked())) await page.keyboard.press('ArrowDown');
    }
    await keyboard.press(pay);
    await keyboard.press(page.getByRole('button', { name: /^Pay$/ }));
    await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
    expect(keyboard.stops.length).toBeLessThanOrEqual(TABS_MAX);

    // Into the learning view: nothing to buy, nothing to wish for, no marks of free lessons.
    await page.getByRole('link', { name: 'Start learning' }).click();
    await expect(page.getByRole('complementary', { name: 'Curriculum' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Price and purchase' })).toHaveCount(0);
    await expect(page.getByText('Free preview')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /wish/i })).toHaveCount(0);
    expect(kay.complaints).toEqual([]);
    await kay.close();
  });

  test('the first who joins a class sees no error in the console', async () => {
    const lou = await MarketPage.open(browser, server.url);
    const { page } = lou;
    await lou.goto('/classroom?room=algebra#password=1234');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Lou');
    await page.getByRole('button', { name: 'Join class' }).click();
    await page.getByRole('button', { name: 'Leave class' }).click();
    await page.getByText('You left the class').waitFor();
    expect(lou.complaints).toEqual([]);
    await lou.close();
  });

  test('captions are read from a file in the course editor, edited in place and seen with the video', async () => {
    const mentor = await MarketPage.open(browser, server.url, { width: 390 });
    const { page } = mentor;
    await mentor.enterAs('mentor');
    const query = await mentor.queryOf('/t_kecheng?tab=approved', '/t_kecheng_add', /./);
    await mentor.goto(`/t_kecheng_add${query}`);
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Captions' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Captions' });
    await dialog.getByRole('button', { name: 'English texts' }).click();
    await dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'lesson.srt', mimeType: 'application/x-subrip' },
      buffer: Buffer.from('1\r\n00:00:00,000 --> 00:00:19,000\r\n<i>Made by hand</i>\r\n'),
    });
    const words = dialog.getByRole('textbox', { name: 'Text of the captions' });
    await dialog.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 2));
    await expect(dialog.getByTestId('caption')).toHaveText('Made by hand');
    await words.fill('1\n00:00:00,000 --> 00:00:19,000\nMade by hand, today\n');
    await expect(dialog.getByTestId('caption')).toHaveText('Made by hand, today');
    expect(await mentor.flaws()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save captions' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Captions' }).first().click();
    await dialog.getByRole('button', { name: 'English texts' }).click();
    await expect(words).toHaveValue(/^WEBVTT\n\n00:00:00\.000 --> 00:00:19\.000\nMade by hand, today\n$/);
    expect(mentor.complaints).toEqual([]);
    await mentor.close();
  });
});
