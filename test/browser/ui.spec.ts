import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { launchChromium, ServerProcess } from '../support/index.js';
import { servePage, type PageSite } from './page-site.js';

/** Texts by which the two find their controls. */
const TEXTS = {
  en: { name: 'Your name', join: 'Join', chat: 'Chat', message: 'Message', devices: 'Devices', camera: 'Camera', leave: 'Leave', left: 'You have left.' },
  'zh-TW': { name: '你的名稱', join: '加入', chat: '聊天', message: '訊息', devices: '裝置', camera: '鏡頭', leave: '離開', left: '你已離開。' },
} as const; // prettier-ignore
type Locale = keyof typeof TEXTS;

const MAX_STOPS = 40;

/** Moves the focus by Tab alone to the control of that name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element && 'labels' in element ? (element.labels as NodeListOf<HTMLElement>)?.[0]?.innerText : undefined;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if ((await focused()).trim() === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Findings of axe, and whether the page is wider than its window. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).include('main').setLegacyMode().analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  return overflow > 0 ? [...found, `the page is ${overflow} px too wide`] : found;
}

/** Pictures of the others that arrived so far. */
const framesOf = (page: Page, name: string) => (): Promise<number> =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .locator('video')
    .evaluateAll((videos) =>
      (videos as HTMLVideoElement[]).reduce((sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames, 0),
    );

test.describe('a class made of the components', () => {
  let lectern: ServerProcess;
  let site: PageSite;
  let browser: Browser;
  let css: string;

  test.beforeAll(async () => {
    css = await readFile(new URL('../../react-bindings/src/ui/ui.css', import.meta.url), 'utf8');
    [site, lectern, browser] = await Promise.all([servePage('ui-page.ts'), ServerProcess.start(), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    site.close();
    await lectern.close();
  });

  async function open(user: string, locale: Locale, width: number): Promise<Page> {
    const context = await browser.newContext({
      permissions: ['camera', 'microphone'],
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => expect.soft(String(error)).toBe(''));
    const query = new URLSearchParams({ server: lectern.url, user, room: 'ui-class', locale });
    await page.goto(`${site.origin}/?${query}`);
    await page.addStyleTag({ content: `body { margin: 0 } ${css}` });
    return page;
  }

  async function enter(page: Page, locale: Locale, name: string): Promise<void> {
    const texts = TEXTS[locale];
    await expect(page.getByRole('button', { name: texts.join, exact: true })).toBeVisible();
    await tabTo(page, texts.name);
    await page.keyboard.type(name);
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: texts.leave })).toBeVisible();
  }

  test('two members meet, see and hear each other, and chat, by keyboard at both widths', async () => {
    const [ann, ben] = await Promise.all([open('ui-ann', 'en', 1280), open('ui-ben', 'zh-TW', 390)]);
    await enter(ann, 'en', 'Ann');
    await enter(ben, 'zh-TW', 'Ben');
    for (const [page, other] of [[ann, 'Ben'], [ben, 'Ann']] as const) {
      await expect.poll(framesOf(page, other)).toBeGreaterThan(5);
      // The sound is played by the renderer, and by no tile.
      await expect.poll(() => page.locator('audio').evaluateAll((all) => (all as HTMLAudioElement[]).map(({ paused, muted }) => [paused, muted]))).toEqual([[false, false]]);
      expect(await page.locator('video').evaluateAll((all) => (all as HTMLVideoElement[]).every(({ muted }) => muted))).toBe(true);
      expect(await problemsOf(page)).toEqual([]);
    } // prettier-ignore

    await tabTo(ben, TEXTS['zh-TW'].chat);
    await ben.keyboard.press('Enter');
    await tabTo(ann, TEXTS.en.chat);
    await ann.keyboard.press('Enter');
    await ann.locator('.lectern-chat').waitFor();
    await tabTo(ann, TEXTS.en.message);
    await ann.keyboard.type('Good morning');
    await ann.keyboard.press('Enter');
    await expect(ben.getByRole('log')).toContainText('Good morning');
    for (const page of [ann, ben]) expect(await problemsOf(page)).toEqual([]);

    await tabTo(ben, TEXTS['zh-TW'].devices);
    await ben.keyboard.press('Enter');
    await expect(ben.getByRole('combobox', { name: TEXTS['zh-TW'].camera })).toBeVisible();
    expect(await problemsOf(ben)).toEqual([]);

    await tabTo(ben, TEXTS['zh-TW'].leave);
    await ben.keyboard.press('Enter');
    await expect(ben.getByText(TEXTS['zh-TW'].left)).toBeVisible();
    await expect(ann.locator('.lectern-tile', { hasText: 'Ben' })).toHaveCount(0);
    await Promise.all([ann, ben].map((page) => page.context().close()));
  });
});
