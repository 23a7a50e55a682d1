import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MEGABYTE = 1024 * 1024;

interface Envelope<T> {
  readonly code: number;
  readonly data: T;
}

/** The back office, by its API. */
class Office {
  private constructor(
    private readonly page: Page,
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async open(page: Page, origin: string): Promise<Office> {
    const response = await page.request.post(`${origin}/api/Login/email_login`, {
      data: { email: 'office@example.org', password: 'Demo123!' },
    });
    const { data } = (await response.json()) as Envelope<{ readonly token: string }>;
    return new Office(page, origin, data.token);
  }

  async decide(action: 'provider_audit' | 'course_audit', id: string, reason = ''): Promise<void> {
    const { code } = await this.call(action, { id, pass: reason === '', reason });
    expect(code).toBe(1);
  }

  private async call(action: string, data: object): Promise<Envelope<unknown>> {
    const response = await this.page.request.post(`${this.origin}/api/Admin/${action}`, {
      data,
      headers: { authorization: this.token },
    });
    return (await response.json()) as Envelope<unknown>;
  }
}

/** Fields that take files are not shown; buttons beside them open them. */
const filesOf = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`);

test.describe('a mentor', () => {
  let server: ServerProcess;
  let browser: Browser;
  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-mentor-'));
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('applies twice, is approved, and makes a course that goes on sale', async () => {
    // An empty video file: only its size is checked.
    const largeClip = join(folder, 'large.mp4');
    const file = await open(largeClip, 'w');
    await file.truncate(51 * MEGABYTE);
    await file.close();

    const mia = await MarketPage.open(browser, server.url);
    const { page } = mia;
    const office = await Office.open(page, server.url);
    await mia.goto('/user-zhuce?redirect=/shenqing');
    await mia.register('mia@example.org', 'Mia');
    await expect(page.getByRole('heading', { level: 1, name: 'Mentor application' })).toBeVisible();

    // 0 → 1, once all required fields are filled.
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('textbox', { name: 'Your real name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Your real name' }).fill('Mia Chen');
    await page.getByRole('textbox', { name: 'Identity card number' }).fill('A123456789');
    await page.getByRole('textbox', { name: 'Professional introduction' }).fill('Ten years of algebra.');
    await page.getByRole('textbox', { name: 'Subjects' }).fill('Algebra\nGeometry');
    await page.getByRole('checkbox', { name: 'Make courses' }).uncheck();
    await page.getByRole('checkbox', { name: 'Answer homework' }).check();
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();

    // 1 → 3 → 1 → 2, for homework only.
    const id = await page.evaluate(async () => {
      const answer = await fetch('/api/Member/member_info', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: localStorage.getItem('token') ?? '' },
        body: '{}',
      });
      return ((await answer.json()) as { readonly data: { readonly id: string } }).data.id;
    });
    await office.decide('provider_audit', id, 'The photo is missing');
    await page.reload();
    await expect(page.getByText('The photo is missing')).toBeVisible();
    await filesOf(page, 'Upload a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
    await expect(page.getByRole('button', { name: 'Replace the photo' })).toBeVisible();
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
    await office.decide('provider_audit', id);
    await page.reload();
    await page.getByRole('button', { name: 'Enter the mentor’s side' }).click();
    await expect(page).toHaveURL(`${server.url}/teacher`);

    // A page without permission explains what is missing and links to the application.
    await mia.goto('/t_kecheng');
    await expect(page).toHaveURL(`${server.url}/t_notpage1`);
    await page.getByRole('link', { name: 'Ask for permission' }).click();
    await page.getByRole('button', { name: 'Ask for a further permission' }).click();
    await page.getByRole('checkbox', { name: 'Make courses' }).check();
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('heading', { name: 'Further permission under review' })).toBeVisible();
    await office.decide('provider_audit', id);
    await mia.goto('/t_kecheng');
    await expect(page.getByRole('heading', { name: 'Make your first course' })).toBeVisible();

    await page.getByRole('link', { name: 'New course' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Linear algebra');
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/t_kecheng_add\?id=\d+$/);
    const courseId = new URL(page.url()).searchParams.get('id') ?? '';
    const saved = page.getByText('Saved', { exact: true });
    await page.getByRole('textbox', { name: 'Description' }).fill('From vectors to eigenvalues.');
    const category = page.getByRole('combobox', { name: 'Category' });
    await expect(category.getByRole('option').nth(1)).toBeAttached();
    await category.selectOption({ index: 1 });
    await expect(saved).toBeVisible();

    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('textbox', { name: 'Chapter 1' }).fill('Vectors');
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('What a vector is');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Text');
    await page.getByRole('textbox', { name: 'Text' }).fill('A vector has a length and a direction.');

    await page.getByRole('tab', { name: 'Media' }).click();
    const pictures = filesOf(page, 'Upload a picture');
    for (const number of [1, 2, 3]) {
      await pictures.setInputFiles({ name: `${number}.png`, mimeType: 'image/png', buffer: PNG });
      await expect(page.getByRole('img', { name: `Picture ${number} of the course` })).toBeVisible();
    }
    await pictures.setInputFiles({ name: '4.png', mimeType: 'image/png', buffer: PNG });
    await expect(page.getByText('At most 3 pictures. Remove one first.')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Picture \d of the course$/ })).toHaveCount(3);
    await filesOf(page, 'Upload a clip').setInputFiles(largeClip);
    await expect(page.getByText('The clip must be under 50 MB.')).toBeVisible();

    await page.getByRole('tab', { name: 'Price', exact: true }).click();
    await page.getByRole('textbox', { name: 'Price (NT$)', exact: true }).fill('1200');
    await page.getByRole('textbox', { name: 'Original price (NT$)' }).fill('1000');
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The original price must not be below the price.');
    await page.getByRole('textbox', { name: 'Original price (NT$)' }).fill('1500');
    await expect(saved).toBeVisible();

    await page.getByRole('tab', { name: 'Review' }).click();
    expect(await mia.flaws()).toEqual([]);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible();

    await office.decide('course_audit', courseId, 'The cover is blurred');
    await page.reload();
    await expect(page.getByText('The cover is blurred')).toBeVisible();
    await page.getByRole('tab', { name: 'Media' }).click();
    await page.getByRole('button', { name: 'Move picture 2 forward' }).click();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible();
    await office.decide('course_audit', courseId);

    await mia.goto('/t_kecheng');
    const course = page.getByRole('article', { name: 'Linear algebra' });
    await expect(course).toContainText('Approved');
    await expect(course).toContainText('NT$1,200');
    await course.getByRole('button', { name: 'More about' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(course).toContainText('Paused');
    await course.getByRole('button', { name: 'More about' }).click();
    await page.getByRole('menuitem', { name: 'Continue' }).click();
    await expect(course).toContainText('Approved');

    // To the learner's side, and back.
    await mia.openMenu('Mia');
    await page.getByRole('menuitem', { name: 'Switch to user view' }).click();
    await expect(page).toHaveURL(`${server.url}/user-info`);
    await mia.openMenu('Mia');
    await page.getByRole('menuitem', { name: 'Switch to mentor view' }).click();
    await expect(page).toHaveURL(`${server.url}/teacher`);
    expect(mia.complaints).toEqual([]);
    await mia.close();
  });
});
