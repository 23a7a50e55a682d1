import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const MEGABYTE = 1024 * 1024;
const imageOf = (bytes: number, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]),
});

/** A member of the site by its API. */
class Caller {
  private constructor(
    private readonly page: Page,
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** Acts as the member who is logged in on the page. */
  static async of(page: Page, origin: string): Promise<Caller> {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    if (token === null) throw new Error('nobody is logged in');
    return new Caller(page, origin, token);
  }

  static async demo(page: Page, origin: string, name: string): Promise<Caller> {
    const data = { email: `${name}@example.org`, password: 'Demo123!' };
    const response = await page.request.post(`${origin}/api/Login/email_login`, { data });
    const answer = (await response.json()) as { readonly data: { readonly token: string } };
    return new Caller(page, origin, answer.data.token);
  }

  async call<T>(action: string, data: object): Promise<T> {
    const headers = { authorization: this.token };
    const response = await this.page.request.post(`${this.origin}/api/${action}`, { data, headers });
    const answer = (await response.json()) as { readonly code: number; readonly data: T };
    if (answer.code !== 1) throw new Error(`${action} answered ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async applyAsMentor(realName: string): Promise<void> {
    await this.call('Provider/apply', {
      ...{ real_name: realName, id_card: 'A123456789', area: 'Taipei', intro: 'Ten years of teaching.' },
      ...{ photo: '', clip: '', subjects: ['Mathematics'], education: [], experience: [], credentials: [] },
      ...{ want: ['provider'], agree: true },
    });
  }

  /** Hands in a course with one article. */
  async submitCourse(title: string): Promise<void> {
    const file = imageOf(PNG.length, 'cover.png');
    const signed = await this.call<{ host: string; key: string; fields: Record<string, string> }>(
      'Upload/getSignedUrl',
      { type: 'image', filename: file.name, size: file.buffer.length, mime: file.mimeType },
    );
    await this.page.request.post(signed.host, { multipart: { ...signed.fields, file } });
    const tree = await this.call<readonly { readonly id: string }[]>('Category/tree', { kind: 'course' });
    const none = { zh: [], en: [] };
    const { id, version } = await this.call<{ id: string; version: number }>('CourseManage/save', {
      ...{ version: 0, title: { zh: title, en: title }, subtitle: { zh: '', en: '' } },
      ...{ intro: { zh: '<p>從零開始。</p>', en: '<p>From the beginning.</p>' }, learn: none, requirements: none },
      ...{ audience: none, category_id: tree[0]?.id, level: 1, lang: 'en', price_cents: 90_000 },
      ...{ original_price_cents: 120_000, images: [signed.key], clip: '', crowdfund: null },
    });
    const article = { type: 'article', media: '', body_html: '<p>Vectors are arrows.</p>', preview: true };
    const units = [{ ...article, title: { zh: '向量', en: 'Vectors' } }];
    const chapters = [{ title: { zh: '第一章', en: 'Chapter one' }, units }];
    await this.call('CourseManage/outline_save', { id, version, chapters });
    await this.call('CourseManage/submit', { id });
  }
}

test.describe('the back office', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Registers a new member and opens a page. */
  async function registered(name: string, path: string): Promise<MarketPage> {
    const somebody = await MarketPage.open(browser, server.url);
    await somebody.goto(`/user-zhuce?redirect=${encodeURIComponent(path)}`);
    await somebody.register(`${name.toLowerCase()}@office.example.org`, name);
    await expect(somebody.page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
    return somebody;
  }

  async function officer(): Promise<MarketPage> {
    const staff = await MarketPage.open(browser, server.url);
    await staff.enterAs('office');
    await staff.goto('/admin');
    return staff;
  }

  test('refuses a mentor with a reason, approves another and a course, and finds it all in the log', async () => {
    const [uma, vic] = [await registered('Uma', '/shenqing'), await registered('Vic', '/shenqing')];
    for (const { page, name } of [
      { page: uma.page, name: 'Uma Right' },
      { page: vic.page, name: 'Vic Wrong' },
    ]) {
      await (await Caller.of(page, server.url)).applyAsMentor(name);
    }
    const title = 'Linear algebra for the office';
    await (await Caller.demo(uma.page, server.url, 'mentor')).submitCourse(title);

    const staff = await officer();
    const { page } = staff;
    const applications = page.getByRole('list', { name: 'Mentors' });
    const ofVic = applications.getByRole('listitem').filter({ hasText: 'Vic Wrong' });
    const dialog = page.getByRole('dialog');
    await ofVic.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(dialog.getByText('Fill this in')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Your diploma is missing');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(ofVic).toHaveCount(0);
    const ofUma = applications.getByRole('listitem').filter({ hasText: 'Uma Right' });
    await ofUma.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(ofUma).toHaveCount(0);

    await page
      .getByRole('navigation', { name: 'Back office menu' })
      .getByRole('link', { name: /^Courses/ })
      .click();
    await expect(page).toHaveURL(/section=courses/);
    const waiting = page.getByRole('listitem').filter({ hasText: title });
    await waiting.getByRole('link', { name: 'Review' }).click();
    await page.getByText('Vectors', { exact: true }).click();
    await expect(page.getByText('Vectors are arrows.')).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(page).toHaveURL(/\/admin\?section=courses$/);
    // A list that is not shown yet lacks the course as well.
    const list = page.getByRole('list', { name: 'Courses', exact: true });
    await expect(list.or(page.getByText('No course is waiting.'))).toBeVisible();
    await expect(waiting).toHaveCount(0);

    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('list', { name: 'Audit log' });
    const entry = (words: string) => log.getByRole('listitem').filter({ hasText: words });
    await expect(entry('Mentor declined')).toContainText('Your diploma is missing');
    await expect(entry('Mentor approved')).toHaveCount(1);
    // The demo begins with decisions of its own, from another address.
    await expect(entry('Course approved').filter({ hasNotText: '192.0.2.10' })).toHaveCount(1);

    await vic.goto('/shenqing');
    await expect(vic.page.getByText('Your diploma is missing')).toBeVisible();
    await uma.page.reload();
    expect(await uma.openMenu('Uma')).toContain('Switch to mentor view');
    for (const { complaints } of [staff, uma, vic]) expect(complaints).toEqual([]);
    for (const one of [staff, uma, vic]) await one.close();
  });

  test('keeps learners out, and bans those who misbehave, who are out at once', async () => {
    const wes = await registered('Wes', '/admin');
    await expect(wes.page.getByRole('heading', { level: 1 })).toHaveText('This page is not for your account');
    expect(await wes.openMenu('Wes')).not.toContain('Back office');
    await wes.page.keyboard.press('Escape');

    const staff = await officer();
    const { page } = staff;
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('searchbox', { name: 'Find members' }).fill('wes@office.example.org');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    const card = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Wes' });
    await card.getByRole('button', { name: 'Ban' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Sent advertisements');
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
    await expect(card.getByText('Sent advertisements')).toBeVisible();
    await wes.page.getByRole('link', { name: 'Home' }).first().click();
    await expect(wes.page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    await staff.close();
    await wes.close();
  });

  test('answers feedback, whose one image is refused at 1.1 MB and taken at 1 MB', async () => {
    const xia = await registered('Xia', '/fankui');
    const { page } = xia;
    await page.getByRole('textbox', { name: 'Your message' }).fill('The player stops after a minute.');
    const image = page.locator('input[type=file]');
    await image.setInputFiles(imageOf(Math.round(1.1 * MEGABYTE), 'large.png'));
    await expect(page.getByRole('alert')).toContainText('larger than 1 MB');
    await expect(page.getByText('large.png')).toHaveCount(0);
    await image.setInputFiles(imageOf(MEGABYTE, 'small.png'));
    await expect(page.getByText('small.png')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send' }).click();
    const mine = page.getByRole('region', { name: 'What you wrote' });
    await expect(mine.getByRole('article')).toContainText('In progress');
    await expect(mine.getByRole('img', { name: 'Attached image' })).toBeVisible();

    const staff = await officer();
    await staff.goto('/admin?section=feedback');
    const waiting = staff.page.getByRole('listitem').filter({ hasText: 'The player stops after a minute.' });
    await waiting.getByRole('button', { name: 'Answer' }).click();
    await staff.page.getByRole('textbox', { name: 'Your answer' }).fill('It is mended.');
    await staff.page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(waiting).toHaveCount(0);
    await page.reload();
    await expect(mine.getByRole('article')).toContainText('It is mended.');
    for (const { complaints } of [staff, xia]) expect(complaints).toEqual([]);
    await staff.close();
    await xia.close();
  });
});
