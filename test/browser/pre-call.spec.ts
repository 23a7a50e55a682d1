import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { TurnRelay } from '../support/turn-relay.js';

test.describe('the check before class', () => {
  let relay: TurnRelay;
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    relay = await TurnRelay.start('udp');
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', env: relay.settings }),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
    await relay.close();
  });

  const lobby = async (locale: string, width: number): Promise<Page> => {
    const context = await browser.newContext({
      ...{ permissions: ['camera', 'microphone'], locale },
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/classroom?room=checked#password=secret1`);
    return page;
  };

  test('finds server, devices and relay working, by the keyboard alone, and leaves nothing open', async () => {
    const page = await lobby('zh-TW', 1280);
    await page.addInitScript(() => {
      const peers: RTCPeerConnection[] = [];
      Object.assign(window, { peers });
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          peers.push(this);
        }
      };
    });
    await page.reload();
    await page.getByRole('button', { name: '開始檢查' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: '再檢查一次' })).toBeVisible();
    const rows = page.getByRole('region', { name: '上課前檢查' }).getByRole('listitem');
    await expect(rows).toHaveCount(7);
    for (const [index, step] of ['伺服器', '課堂連線', '鏡頭', '麥克風', '網路（UDP）', '中繼伺服器'].entries()) {
      await expect(rows.nth(index)).toContainText(`${step}正常`);
    }
    await expect(rows.nth(6)).toContainText('kbit/s');
    const states = await page.evaluate(() =>
      (window as unknown as { peers: RTCPeerConnection[] }).peers.map(({ connectionState }) => connectionState),
    );
    expect(states).toHaveLength(5);
    expect(new Set(states)).toEqual(new Set(['closed']));
    await page.context().close();
  });

  test('tells what to do in a narrow window, in English, where the relay is gone', async () => {
    const page = await lobby('en-US', 400);
    await relay.close();
    await page.getByRole('button', { name: 'Start check' }).click();
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    const rows = page.getByRole('region', { name: 'Check before class' }).getByRole('listitem');
    await expect(rows.nth(5)).toContainText('The relay cannot be reached');
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
    await page.context().close();
  });
});
