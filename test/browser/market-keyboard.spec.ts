import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** A course on sale that the demo's learner does not have. */
const COURSE = 'Hearing chords';
/** Most presses of Tab between the course page and the page after the payment. */
const MOST_TABS = 25;

/** Counts the presses of Tab of somebody who uses no pointer. */
class TabCounter {
  readonly stops: string[] = [];

  constructor(private readonly page: Page) {}

  /** Presses Tab until an element of this name has the focus. @throws when there are too many stops before it */
  async to(name: RegExp): Promise<void> {
    for (;;) {
      await this.page.keyboard.press('Tab');
      const stop = await this.page.evaluate(() => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
      });
      this.stops.push(stop);
      if (name.test(stop)) return;
      expect(this.stops.length, this.stops.join('\n')).toBeLessThan(2 * MOST_TABS);
    }
  }
}

test.describe('a purchase by keyboard', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test(`takes at most ${MOST_TABS} tab stops from the course page to paid`, async () => {
    const ann = await MarketPage.open(browser, server.url);
    const { page } = ann;
    await ann.enterAs('learner');
    const query = await ann.queryOf('/search?query=chords', '/video-info', COURSE);
    await ann.goto(`/video-info${query}`);
    await page.getByRole('link', { name: 'Buy now' }).waitFor();

    const tabs = new TabCounter(page);
    await tabs.to(/^Skip/);
    await page.keyboard.press('Enter');
    await tabs.to(/^Buy now$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Place order' }).waitFor();
    await tabs.to(/^Place order$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Pay NT\$/ }).waitFor();
    await tabs.to(/^Pay NT\$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible();
    expect(tabs.stops.length, tabs.stops.join('\n')).toBeLessThanOrEqual(MOST_TABS);
    await ann.close();
  });
});
