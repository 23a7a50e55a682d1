import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** An activity of the demo: free, on site. */
const FREE = 'Portfolio review afternoon';
/** A live class of the demo with two types of tickets, which can be refunded until a day before. */
const CLASS = 'Speak up: ordering and asking the way';

test.describe('live classes and activities', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    const starting = ServerProcess.start({ program: 'marketplace', hasVirtualClock: true });
    [server, browser] = await Promise.all([starting, launchChromium()]);
    await server.stopClock();
  });
  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('are found by a visitor, whose filters stay in the address', async () => {
    const visitor = await MarketPage.open(browser, server.url);
    const { page } = visitor;
    await visitor.goto('/kecheng-huodong');
    await expect(page.getByText('2 found')).toBeVisible();
    await page.getByRole('combobox', { name: 'Price' }).selectOption({ label: 'Up to NT$500' });
    await expect(page.getByRole('link', { name: FREE })).toBeVisible();
    await expect(page.getByText('1 found')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 found')).toBeVisible();
    expect(await visitor.flaws()).toEqual([]);
    await page.getByRole('combobox', { name: 'How to attend' }).selectOption({ label: 'Online' });
    await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).first().click();
    await expect(page.getByText('2 found')).toBeVisible();
    // A visitor logs in first, and comes back to the tickets that were chosen.
    await page.getByRole('link', { name: FREE }).click();
    await page.getByRole('link', { name: 'Sign up for free: Free' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Flive-buy/);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  test('free tickets are taken by key, and shown with a number each', async () => {
    const mei = await MarketPage.newcomer(browser, server.url, 'Mei', '/kecheng-huodong');
    const { page } = mei;
    await page.getByRole('link', { name: FREE }).focus();
    await page.keyboard.press('Enter');
    await mei.arrivesAt(FREE);
    expect(await mei.flaws()).toEqual([]);
    await page.getByRole('link', { name: 'Sign up for free: Free' }).focus();
    await page.keyboard.press('Enter');
    await mei.arrivesAt('Buy tickets');
    await page.getByRole('combobox', { name: 'Number' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/quantity=2/);
    await expect(page.getByText('× 2')).toBeVisible();
    expect(await mei.flaws()).toEqual([]);
    await page.getByRole('button', { name: 'Get it for free' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'See your tickets' }).click();
    const mine = page.getByRole('region', { name: 'Your tickets' });
    await expect(mine.getByText(/^[A-Z2-7]{16}$/)).toHaveCount(2);
    expect(await mei.overflow(390, 768, 1280)).toEqual([]);
    expect(mei.complaints).toEqual([]);
    await mei.close();
  });

  test('a ticket is paid, and comes back as money at once within its policy', async () => {
    const learner = await MarketPage.open(browser, server.url);
    const { page } = learner;
    await learner.enterAs('learner');
    await learner.goto(`/live-info${await learner.queryOf('/kecheng-live', '/live-info', CLASS)}`);
    await page.getByRole('link', { name: 'Buy tickets: Listener' }).click();
    await learner.arrivesAt('Buy tickets');
    await page.getByRole('button', { name: 'Place order' }).click();
    await learner.payOnDevelopmentPage(/^Pay$|succeed|success/i);
    await page.getByRole('link', { name: 'See your tickets' }).click();
    await expect(page.getByRole('region', { name: 'Your tickets' }).getByText(/^[A-Z2-7]{16}$/)).toHaveCount(1);

    await page.getByRole('link', { name: 'Orders and refunds' }).click();
    const order = page.getByRole('region').filter({ hasText: CLASS }).first();
    await order.getByRole('button', { name: 'Request refund' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^Full refund until/)).toBeVisible();
    await dialog.getByRole('textbox').first().fill('I cannot come');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(order.getByText('Refunded', { exact: true })).toBeVisible();
    await learner.goto(`/live-info${await learner.queryOf('/kecheng-live', '/live-info', CLASS)}`);
    await expect(page.getByRole('region', { name: 'Your tickets' })).toHaveCount(0);
    expect(learner.complaints).toEqual([]);
    await learner.close();
  });
});
