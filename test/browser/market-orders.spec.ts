import { expect, test, type Browser, type Locator } from '@playwright/test';
import { eventually, launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const WINDOW_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const COUPON = '10% off for new learners';
/** Courses of the demo with one place left, and with two. */
const [LAST, SECOND_LAST] = ['Typography, the basics', 'TypeScript for working people'];
/** Points of one check-in, one a day. One point is worth one cent, and orders take them by the hundred. */
const POINTS_A_DAY = 50;
const POINTS = 2 * POINTS_A_DAY;
const SOLD_OUT = 'All places are taken';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly price_cents: number;
}

/** An amount of whole dollars; cents, which there must be none of, would show. */
const money = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'TWD', minimumFractionDigits: 0 }).format(cents / 100);

test.describe('an order of the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    const starting = ServerProcess.start({ program: 'marketplace', hasVirtualClock: true });
    [server, browser] = await Promise.all([starting, launchChromium()]);
    // The clock stands still, so that a slow machine cannot make deadlines pass.
    await server.stopClock();
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const call = async <T>(action: string, data: object, token = ''): Promise<T> => {
    const answer = await fetch(`${server.url}/api/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', authorization: token },
      body: JSON.stringify(data),
    });
    return ((await answer.json()) as { readonly data: T }).data;
  };

  const tokenOf = ({ page }: MarketPage): Promise<string> => page.evaluate(() => localStorage.getItem('token') ?? '');

  const courseNamed = async (title: string): Promise<Listed> => {
    const { list } = await call<{ readonly list: readonly Listed[] }>('Course/list', { keyword: title });
    const course = list.find((one) => one.title === title);
    if (course === undefined) throw new Error(`the demo has no course “${title}”`);
    return course;
  };

  const offerOf = ({ page }: MarketPage): Locator => page.getByRole('complementary', { name: 'Price and purchase' });

  /** Checks the text about free places, as a visitor sees it on the course page. */
  const expectSeats = async (visitor: MarketPage, { id }: Listed, words: string): Promise<void> => {
    await visitor.goto(`/video-info?id=${id}`);
    await expect(offerOf(visitor).getByText(words, { exact: true })).toBeVisible();
    const buy = offerOf(visitor).getByRole('link', { name: 'Buy now' });
    await expect(buy).toBeVisible({ visible: words !== SOLD_OUT });
  };

  const sum = ({ page }: MarketPage, label: string): Locator =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

  const checkIn = async ({ page }: MarketPage): Promise<void> => {
    await page.getByRole('button', { name: `Check in today for ${POINTS_A_DAY} points` }).click();
    await expect(page.getByText('You have checked in today.')).toBeVisible();
  };

  /** A new member with a coupon and the points of two check-ins. */
  const saver = async (name: string): Promise<MarketPage> => {
    const somebody = await MarketPage.newcomer(browser, server.url, name, '/qianbao?tab=points');
    const { page } = somebody;
    await checkIn(somebody);
    await server.advance(DAY_MS);
    await somebody.goto('/qianbao?tab=points');
    await checkIn(somebody);
    await page.getByRole('tab', { name: 'Coupons' }).click();
    const collect = page.getByRole('button', { name: `Collect “${COUPON}”` });
    await collect.click();
    await expect(collect).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: COUPON })).toHaveCount(1);
    return somebody;
  };

  /** Orders a course with coupon and points; resolves with the order and its sums. */
  const order = async (somebody: MarketPage, { id, title, price_cents }: Listed) => {
    const { page } = somebody;
    const coupon = Math.floor(price_cents / 1000) * 100;
    const payable = price_cents - coupon - POINTS;
    await somebody.goto(`/video-info?id=${id}`);
    await offerOf(somebody).getByRole('link', { name: 'Buy now' }).click();
    // The page of the course shows the title as well.
    await somebody.arrivesAt('Checkout');
    await expect(page.getByRole('main').getByText(title)).toBeVisible();
    await page.getByRole('combobox', { name: 'Coupon' }).selectOption(`${COUPON} (${money(coupon)} off)`);
    await expect(sum(somebody, 'Coupon')).toHaveText(`−${money(coupon)}`);
    await page.getByRole('button', { name: 'Use all' }).click();
    await expect(sum(somebody, 'Points')).toHaveText(`−${money(POINTS)}`);
    await expect(page.getByText(money(payable), { exact: true })).toBeVisible();
    expect(await somebody.flaws()).toEqual([]);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^(30:00|[12]\d:\d\d)$/);
    return { payable, no: new URL(page.url()).searchParams.get('order') ?? '' };
  };

  /** Waits until the member's only coupon is in this tab of the wallet, and opens it. */
  const expectCoupon = async (somebody: MarketPage, tab: 'usable' | 'used'): Promise<void> => {
    const token = await tokenOf(somebody);
    const count = async (): Promise<number> =>
      (await call<{ readonly total: number }>('Coupon/list', { tab }, token)).total;
    await eventually(`a coupon that is ${tab}`, count, (total) => total === 1);
    await somebody.goto(`/qianbao?tab=coupons&state=${tab === 'used' ? tab : ''}`);
    await expect(somebody.page.getByText(COUPON)).toBeVisible();
    await expect(somebody.page.getByRole('button', { name: `Collect “${COUPON}”` })).toBeHidden();
  };

  test('with coupon and points is paid at 29:50: both are spent, and the last place was kept until then', async () => {
    const course = await courseNamed(LAST);
    const guest = await MarketPage.open(browser, server.url);
    await expectSeats(guest, course, '1 place left');
    const ivy = await saver('Ivy');
    const { page } = ivy;
    const { no, payable } = await order(ivy, course);
    await expectCoupon(ivy, 'used');

    await server.advance(29 * MINUTE_MS + 50 * SECOND_MS);
    await expectSeats(guest, course, SOLD_OUT);
    const jan = await MarketPage.newcomer(browser, server.url, 'Jan', `/video-pay?course=${course.id}`);
    await expect(jan.page.getByText('All places are taken.')).toBeVisible();
    await ivy.goto(`/video-pay?order=${no}`);
    await expect(page.getByRole('timer')).toHaveText(/^00:(10|0\d)$/);
    await ivy.payOnDevelopmentPage(/^Pay$/);
    await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
    await expect(page.getByText(money(payable), { exact: true })).toBeVisible();

    // A paid order outlives its payment deadline.
    await server.advance(MINUTE_MS);
    await page.getByRole('link', { name: 'Start learning' }).click();
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();
    await expect(page.getByRole('region', { name: /^Video: / })).toBeVisible();
    await expectCoupon(ivy, 'used');
    await ivy.goto('/qianbao?tab=points');
    await expect(page.getByText(`−${POINTS}`, { exact: true })).toBeVisible();
    await expectSeats(guest, course, SOLD_OUT);
    for (const { complaints } of [ivy, jan, guest]) expect(complaints).toEqual([]);
    await Promise.all([ivy.close(), jan.close(), guest.close()]);
  });

  test('that nobody pays is over at 30:00: place, coupon and points are free, and what is paid late comes back', async () => {
    const course = await courseNamed(SECOND_LAST);
    const guest = await MarketPage.open(browser, server.url);
    await expectSeats(guest, course, '2 places left');
    const kim = await saver('Kim');
    const { page } = kim;
    const { no } = await order(kim, course);
    await expectSeats(guest, course, '1 place left');
    await kim.payOnDevelopmentPage(/^Pay, told after/);
    await expect(page.getByRole('timer')).toBeVisible();

    await server.advance(WINDOW_MS - 1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible();
    await server.advance(1);
    await expect(page.getByRole('heading', { name: 'The order is cancelled' })).toBeVisible();
    expect(await kim.flaws()).toEqual([]);
    await expectCoupon(kim, 'usable');
    await expectSeats(guest, course, '2 places left');
    await kim.goto('/qianbao?tab=points');
    await expect(page.getByText('Returned from an order')).toBeVisible();
    await kim.goto('/myorder?tab=closed');
    await expect(page.getByRole('listitem').filter({ hasText: no })).toContainText('Cancelled');

    // The provider reports the payment now.
    await server.advance(MINUTE_MS);
    const token = await tokenOf(kim);
    const progress = async (): Promise<string | null> =>
      (await call<{ readonly refund_progress: string | null }>('Order/info', { order_no: no }, token)).refund_progress;
    await eventually('the refund of the late payment', progress, (state) => state === 'settled');
    await kim.goto('/myorder?tab=closed');
    await expect(page.getByRole('listitem').filter({ hasText: no })).toContainText('gone back to where you paid from');
    const { balance_cents } = await call<{ readonly balance_cents: number }>('Wallet/info', { scope: 'user' }, token);
    expect(balance_cents).toBe(0);
    await kim.goto(`/video-pay?order=${no}`);
    await expect(page.getByRole('heading', { name: 'The order is cancelled' })).toBeVisible();
    await kim.goto(`/video-info?id=${course.id}`);
    await expect(page.getByRole('link', { name: 'Start learning' })).toBeHidden();
    await expectSeats(guest, course, '2 places left');
    expect([...kim.complaints, ...guest.complaints]).toEqual([]);
    await Promise.all([kim.close(), guest.close()]);
  });
});
