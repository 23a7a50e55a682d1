import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const COURSE = 'Getting started with Lectern';

/** Records the texts that the page ever showed, because a toast may be gone before a busy machine looks for it. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) heard.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });

const expectHeard = (page: Page, text: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          (words) => (window as unknown as { heard: string[] }).heard.some((one) => one.includes(words)),
          text,
        ),
      { message: text },
    )
    .toBe(true);

test.describe('the catalogue of the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('leads from a search over filters to a course, which is wished for, and its mentor, who is followed', async () => {
    const ann = await MarketPage.open(browser, server.url);
    const { page } = ann;
    await listen(page);
    await ann.goto('/user-zhuce');
    await ann.register('ann@example.org', 'Ann');
    await page.getByRole('button', { name: 'Account of Ann' }).waitFor();

    await page.locator('header').getByRole('combobox').first().fill('Getting started');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    expect(ann.address).toBe('/search?query=Getting+started');
    await expect(page.getByRole('link', { name: COURSE })).toBeVisible();

    await page.getByRole('link', { name: 'Online courses' }).first().click();
    await page.getByRole('tab', { name: 'Free' }).click();
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('4 stars and more');
    await expect(page).toHaveURL(`${server.url}/kecheng-online?kind=free&rating=4`);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Free', selected: true })).toBeVisible();
    await page.getByRole('link', { name: COURSE }).click();

    await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
    await expect(page).toHaveTitle(`${COURSE} · Lectern`);
    await page.getByRole('button', { name: 'Wish list', exact: true }).click();
    await expectHeard(page, 'On your wish list');
    const follow = page.getByRole('region', { name: 'Your mentor' }).getByRole('button', { name: /^Follow / });
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const followed = page.waitForResponse('**/api/Follow/toggle');
    await follow.click();
    await followed;
    const mentor = ((await follow.getAttribute('aria-label')) ?? '').replace('Follow ', '');

    await ann.goto('/myyuanwang');
    await expect(page.getByRole('heading', { level: 2, name: COURSE })).toBeVisible();
    await ann.goto('/myguanzhu');
    await page.getByRole('link', { name: mentor }).click();
    await expect(page.getByRole('heading', { level: 1, name: mentor })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Follow / }).first()).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: COURSE }).click();
    await page.getByRole('button', { name: 'Join for free' }).click();
    await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible();
    await ann.goto('/mykecheng');
    await expect(page.getByRole('heading', { level: 2, name: COURSE })).toBeVisible();
    expect(ann.complaints).toEqual([]);
    await ann.close();
  });

  for (const [locale, typed, meant] of [
    ['en', 'getting startde', COURSE],
    ['zh', '英語', '開口說英語：每天十五分鐘'],
  ] as const) {
    test(`suggests in ${locale} what was meant, by keyboard and on narrow screens`, async () => {
      const ivy = await MarketPage.open(browser, server.url, { locale });
      const { page } = ivy;
      await ivy.goto('/');
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const field = page.getByRole('combobox').filter({ visible: true });
        await expect(field).toHaveCount(1);
        await field.fill('');
        await field.pressSequentially(typed);
        const option = page.getByRole('option').filter({ hasText: meant });
        await expect(option).toBeVisible();
        await page.keyboard.press('ArrowDown');
        await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
        await expect(field).toBeFocused();
        expect(await ivy.flaws()).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(option).toBeHidden();
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: locale === 'en' ? 'Search' : '搜尋' })).toBeVisible();
      expect(ivy.complaints).toEqual([]);
      await ivy.close();
    });
  }

  test('greets a member by name with the own courses, in place of the introduction', async () => {
    const member = await MarketPage.open(browser, server.url);
    await member.enterAs('learner');
    await expect(member.page.getByRole('heading', { level: 1, name: /^Welcome back, / })).toBeVisible();
    await expect(member.page.getByRole('heading', { name: 'Continue learning' })).toBeVisible();
    await expect(member.page.getByText('Learn what you love')).toHaveCount(0);
    expect(await member.overflow(390, 1280)).toEqual([]);
    await member.close();
  });

  test('shares a course: the link is copied or not, mail goes to an address only, each app gets its words', async () => {
    const ben = await MarketPage.open(browser, server.url);
    const { page } = ben;
    await listen(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    await ben.goto('/kecheng-online?kind=free');
    await page.getByRole('link', { name: COURSE }).click();
    await page.getByRole('heading', { level: 1, name: COURSE }).waitFor();
    const path = ben.address;
    const share = async () => {
      await page.getByRole('button', { name: 'Share' }).click();
      return page.getByRole('dialog', { name: 'Share' });
    };
    await (await share()).getByRole('button', { name: 'Copy link' }).click();
    await expectHeard(page, 'copy succeeded');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(server.url + path.replace('/video-info', '/pages/detail/detail'));

    const sharePage = `${server.url}/share.html?${new URLSearchParams({ path }).toString()}`;
    const dialog = await share();
    const line = new URL((await dialog.getByRole('link', { name: /^LINE/ }).getAttribute('href')) ?? '');
    expect(line.searchParams.get('text')).toBe(
      `Hi! I found the course “${COURSE}” on Lectern. Come and learn it with me: ${sharePage}`,
    );
    const feed = new URL((await dialog.getByRole('link', { name: /^Facebook/ }).getAttribute('href')) ?? '');
    expect(feed.searchParams.get('u')).toBe(sharePage);

    await dialog.getByRole('button', { name: 'Share by e-mail' }).click();
    await dialog.getByRole('textbox').fill('nobody');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText('please enter an e-mail address')).toBeVisible();
    await dialog.getByRole('textbox').fill('cem@example.org');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expectHeard(page, 'The e-mail is on its way.');
    await expect(dialog).toBeHidden();

    await page.context().clearPermissions();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    });
    await (await share()).getByRole('button', { name: 'Copy link' }).click();
    await expect(dialog.getByRole('alert')).toContainText('copy failed');

    // A social network reads the metadata of the share page; visitors are redirected.
    const html = await (await page.request.get(`${sharePage}&lang=en`)).text();
    expect(html).toContain(`<meta property="og:url" content="${server.url}${path}" />`);
    await page.goto(sharePage);
    await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
    expect(ben.complaints).toEqual([]);
    await ben.close();
  });

  test('greets in other words for a mentor, and in few for any other page', async () => {
    const lea = await MarketPage.open(browser, server.url);
    const { page } = lea;
    await lea.enterAs('learner');
    for (const [path, greeting] of [
      [
        `/daoshi${await lea.queryOf('/search?query=Chen', '/daoshi', 'Ms Chen')}`,
        /^Hi! Come and meet “.+” on Lectern: /,
      ],
      [
        `/myzhengshu-info${await lea.queryOf('/myzhengshu', '/myzhengshu-info', /./)}`,
        /^Hi! Here is a nice link for you: /,
      ],
    ] as const) {
      await lea.goto(path);
      await page.getByRole('button', { name: 'Share' }).click();
      const app = page.getByRole('dialog', { name: 'Share' }).getByRole('link', { name: /^LINE/ });
      const text = new URL((await app.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
      expect(text).toMatch(greeting);
      expect(text).toContain(`${server.url}/share.html?path=`);
    }
    expect(lea.complaints).toEqual([]);
    await lea.close();
  });

  for (const look of [
    { theme: 'light', width: 1280, locale: 'zh' },
    { theme: 'dark', width: 390, locale: 'en' },
  ] as const) {
    test(`has no serious finding of axe, ${look.theme} at ${look.width} px`, async () => {
      const dee = await MarketPage.open(browser, server.url, look);
      const { page } = dee;
      const courses = page.locator('main article h3 a');
      for (const path of ['/search?query=zzzz', '/video-info?id=0']) {
        await dee.goto(path);
        expect(await dee.flaws()).toEqual([]);
      }
      await dee.goto('/kecheng-online');
      await courses.first().click();
      await page.locator('main h1 >> visible=true').waitFor();
      await page.locator('#reviews h2').waitFor();
      expect(await dee.flaws()).toEqual([]);
      await page.getByRole('button', { name: /^(Share|分享)$/ }).click();
      await page.getByRole('dialog').waitFor();
      expect(await dee.flaws()).toEqual([]);
      expect(dee.complaints).toEqual([]);
      await dee.close();
    });
  }
});
