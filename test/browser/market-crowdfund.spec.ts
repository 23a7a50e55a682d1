import { expect, test, type Browser } from '@playwright/test';
import { eventually, launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const DAY_MS = 86_400_000;
/** One backer short of its goal, and far from it. */
const [NEARLY, HARDLY] = ['Build your own AI assistant', 'A photography class in the mountains'];

test.describe('crowdfunding', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    const starting = ServerProcess.start({ program: 'marketplace', hasVirtualClock: true });
    [server, browser] = await Promise.all([starting, launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Backs a campaign, and is on its page then. */
  const back = async (somebody: MarketPage, title: string): Promise<void> => {
    const { page } = somebody;
    await somebody.goto('/kecheng-online?kind=crowdfund');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const campaign = somebody.address;
    await page.getByRole('link', { name: 'Back this course' }).click();
    await page.getByRole('button', { name: 'Place order' }).click();
    await somebody.payOnDevelopmentPage(/^Pay$/);
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await somebody.goto(campaign);
    const price = page.getByRole('complementary', { name: 'Price and purchase' });
    await expect(price.getByText('You back this campaign.')).toBeVisible();
  };

  /** Waits until the server's jobs have processed a campaign, and opens it. */
  const settled = async (somebody: MarketPage, campaign: string, words: string): Promise<void> => {
    const id = new URL(campaign, server.url).searchParams.get('id');
    const state = async (): Promise<string> => {
      const answer = await somebody.page.request.post(`${server.url}/api/Crowdfund/info`, { data: { course_id: id } });
      return ((await answer.json()) as { readonly data: { readonly state: string } }).data.state;
    };
    await eventually('the end of a campaign', state, (now) => now !== 'funding');
    await somebody.goto(campaign);
    await expect(somebody.page.getByText(words).filter({ visible: true }).first()).toBeVisible();
  };

  test('one that reaches its goal is made; one that misses it gives all backers their money back', async () => {
    const zoe = await MarketPage.newcomer(browser, server.url, 'Zoe', '/kecheng-online');
    const { page } = zoe;

    await back(zoe, NEARLY);
    const nearly = zoe.address;
    await expect(page.getByText('100 people').filter({ visible: true }).first()).toBeVisible();
    await back(zoe, HARDLY);
    const hardly = zoe.address;

    await server.advance(3 * DAY_MS);
    await settled(zoe, nearly, 'Funded, in production');
    await zoe.goto('/mykecheng?tab=crowdfunding');
    await expect(page.getByText(NEARLY)).toBeVisible();
    await zoe.goto('/qianbao');
    await expect(page.getByText('NT$0', { exact: true }).first()).toBeVisible();

    // Zoe's login does not last as long as the campaign.
    await server.advance(25 * DAY_MS);
    await settled(zoe, hardly, 'Missed its goal, refunded');
    await zoe.goto('/email-login?redirect=%2Fmyorder%3Ftab%3Drefund');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('abc123!!');
    await page.locator('main form').getByRole('button', { name: 'Log in' }).click();
    const order = page.getByRole('listitem').filter({ hasText: HARDLY });
    await expect(order).toContainText('NT$1,900');
    await expect(order).toContainText('gone back to where you paid from');
    await zoe.close();
  });
});
