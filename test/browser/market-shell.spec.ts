import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

test.describe('the frame of the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('leads a visitor from a page for members over registration back to it, and out again', async () => {
    const ann = await MarketPage.open(browser, server.url);
    const { page } = ann;
    await ann.goto('/qianbao?tab=coupons');
    await expect(page.getByRole('alert')).toContainText('please register an account to enjoy more features');
    expect(ann.address).toBe('/login?redirect=%2Fqianbao%3Ftab%3Dcoupons');
    await page.getByRole('link', { name: 'Sign up for free' }).click();
    await ann.register('ann@example.org', 'Ann');
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
    expect(ann.address).toBe('/qianbao?tab=coupons');

    expect(await ann.openMenu('Ann')).toEqual([
      'My courses',
      'Wish list',
      'My homework questions',
      'Followed',
      'Certificates',
      'Wallet',
      'My orders',
      'Personal info',
      'My resume',
      'Become a mentor',
      'Feedback',
      'Log out',
    ]);
    const second = await page.context().newPage();
    await second.goto(`${server.url}/myorder`);
    await expect(second.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible();

    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    await ann.goto('/login?redirect=%2Fmyorder');
    await ann.logInByKeyboard('ann@example.org');
    await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible();
    expect(ann.complaints).toEqual([]);
    await ann.close();
  });

  test('keeps what a member says about themselves, and changes the password by the old one', async () => {
    const gus = await MarketPage.open(browser, server.url);
    const { page } = gus;
    await gus.goto('/user-zhuce?redirect=%2Fuser-info');
    await gus.register('gus@example.org', 'Gus');
    const about = page.getByRole('region', { name: 'About you' });
    await about.getByRole('textbox', { name: 'Nickname' }).fill('Gustav');
    await about.getByRole('combobox', { name: 'Gender' }).selectOption('Male');
    await about.getByLabel('Birthday').fill('1990-02-28');
    await about.getByRole('textbox', { name: 'About me' }).fill('I teach algebra.');
    await about.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Account of Gustav' })).toBeVisible();
    await page.reload();
    await expect(about.getByRole('textbox', { name: 'About me' })).toHaveValue('I teach algebra.');
    await expect(about.getByLabel('Birthday')).toHaveValue('1990-02-28');
    await expect(page.getByRole('region', { name: 'How you log in' })).toContainText('@example.org');
    await expect(page.getByRole('region', { name: 'Where you are logged in' })).toContainText('This device');

    const change = page.getByRole('region', { name: 'Change password' });
    await change.getByRole('textbox', { name: 'Current password' }).fill('wrong');
    await change.getByRole('textbox', { name: 'New password' }).fill('xyz789!!');
    await change.getByRole('textbox', { name: 'Confirm password' }).fill('xyz789!!');
    await change.getByRole('button', { name: 'Change password' }).click();
    await expect(change.getByRole('alert')).toBeVisible();
    await change.getByRole('textbox', { name: 'Current password' }).fill('abc123!!');
    await change.getByRole('button', { name: 'Change password' }).click();
    await expect(change.getByRole('textbox', { name: 'New password' })).toHaveValue('');
    expect(gus.complaints).toEqual([]);
    await gus.close();
  });

  test('counts down to the next code over a reload', async () => {
    const ben = await MarketPage.open(browser, server.url);
    await ben.goto('/tel-login');
    await ben.page.getByRole('textbox', { name: 'Phone number' }).fill('0912345678');
    await ben.page.getByRole('button', { name: 'Send code' }).click();
    const waiting = ben.page.getByRole('button', { name: /^Send again in \d+ s$/ });
    await expect(waiting).toBeVisible();
    const stored = await ben.page.evaluate(() => localStorage.getItem('sendCodeTime'));
    await ben.page.reload();
    // On a machine that took a minute for it, nothing is left to count.
    await expect(waiting.or(ben.page.getByRole('button', { name: 'Send code' }))).toBeVisible();
    expect(await ben.page.evaluate(() => localStorage.getItem('sendCodeTime'))).toBe(stored);
    await ben.close();
  });

  test('is Chinese at first and speaks English from when that is chosen', async () => {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(`${server.url}/kecheng-online`);
    await expect(page.getByRole('heading', { level: 1, name: '線上課程' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Online courses' })).toBeVisible();
    await expect(page).toHaveTitle('Online courses · Lectern');
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1, name: 'Online courses' })).toBeVisible();
    await context.close();
  });

  test('is used by the keyboard: skip link, entries, panel of a narrow window', async () => {
    const cem = await MarketPage.open(browser, server.url);
    const { page } = cem;
    await cem.goto('/zhaopin');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.getByRole('link', { name: 'Live classes' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Live classes' })).toBeFocused();

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Open menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Events' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Events' })).toBeHidden();
    await cem.close();
  });

  for (const look of [
    { theme: 'light', width: 1280, locale: 'zh' },
    { theme: 'dark', width: 390, locale: 'en' },
  ] as const) {
    test(`has no serious finding of axe, ${look.theme} at ${look.width} px`, async () => {
      const dee = await MarketPage.open(browser, server.url, look);
      for (const path of ['/wen', '/none']) {
        await dee.goto(path);
        expect(await dee.flaws()).toEqual([]);
      }
      await dee.page.locator('header button[aria-haspopup=dialog]').click();
      await dee.page.getByRole('dialog').waitFor();
      expect(await dee.flaws()).toEqual([]);
      await dee.close();
    });
  }

  test('has what was typed again after a session that ended under it, by whom it was typed alone', async () => {
    const WORDS = 'The picture stops after some minutes';
    const lin = await MarketPage.open(browser, server.url);
    const { page } = lin;
    const comeBack = (): Promise<void> => lin.logInByKeyboard('learner@example.org', 'Demo123!');
    await lin.enterAs('learner');
    await lin.goto('/fankui');
    const message = page.getByRole('textbox', { name: 'Your message' });
    await message.click();
    await page.keyboard.type(WORDS);
    // The session ends on the server, as when an administrator or another device ends it.
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await fetch(`${server.url}/api/Login/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: '{}',
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Ffankui/);

    await comeBack();
    await lin.arrivesAt('Feedback');
    await expect(message).toHaveValue(WORDS);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Thank you for your feedback')).toBeVisible();

    // A member who logs out leaves nothing, even to themselves.
    await message.fill('Not for those who use this computer next');
    await lin.openMenu('林小安 Ann');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await lin.follow('/login?redirect=%2Ffankui');
    await comeBack();
    await lin.arrivesAt('Feedback');
    await expect(message).toHaveValue('');
    await lin.close();
  });

  test('leads from a shared link to its route, and to no other site', async () => {
    const fay = await MarketPage.open(browser, server.url);
    await fay.page.goto(`${server.url}/share.html?path=${encodeURIComponent('/search?query=a&b')}`);
    await expect(fay.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    expect(fay.address).toBe('/search?query=a&b');
    for (const foreign of ['//example.org/', 'https://example.org/', '/\\example.org']) {
      await fay.page.goto(`${server.url}/share.html?path=${encodeURIComponent(foreign)}`);
      await expect(fay.page.getByText('This shared link leads to another site')).toBeVisible();
    }
    expect(fay.complaints).toEqual([]);
    await fay.close();
  });
});
