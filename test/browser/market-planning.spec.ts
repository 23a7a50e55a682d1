import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const DAY_MS = 86_400_000;
const TITLE = 'Reading the sky';

/** Moves the focus to a control by its label, as a screen reader's list of controls does, and types. */
async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Types the parts of a local day and time, as a browser in American English has them. */
async function typeMoment(page: Page, name: string, at: Date, hour: string): Promise<void> {
  const two = (part: number): string => String(part).padStart(2, '0');
  await page.getByLabel(name, { exact: true }).focus();
  await page.keyboard.type(`${two(at.getMonth() + 1)}${two(at.getDate())}${at.getFullYear()}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(hour);
}

const press = async (page: Page, role: 'button' | 'link' | 'tab', name: string | RegExp): Promise<void> => {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
};

test.describe('planning live classes', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', env: { DEMO_CONTENT: 'off' } }),
      launchChromium(),
    ]);
  });
  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('a class is planned by keys, approved, and seen among live classes', async () => {
    const mentor = await MarketPage.open(browser, server.url, { width: 390 });
    const { page } = mentor;
    await mentor.enterAs('mentor');
    await mentor.goto('/t_zhibo');
    await expect(page.getByText('Plan your first class or event')).toBeVisible();
    expect(await mentor.flaws()).toEqual([]);
    await press(page, 'link', 'New class or event');
    await typeInto(page, 'Title', TITLE);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/t_zhibo_add\?id=\d+$/);
    expect(await mentor.flaws()).toEqual([]);

    // Nothing is submitted before it is complete: the first fault is focused, on the step that has it.
    await press(page, 'tab', 'Check and submit');
    await press(page, 'button', 'Submit for review');
    await expect(page.getByRole('group', { name: 'Cover' })).toBeFocused();
    await expect(page.getByText('Upload a cover', { exact: true }).last()).toBeVisible();
    await expect(page.getByText('Choose a live room')).toBeVisible();
    await page.getByLabel('Upload a cover').setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: PNG });
    await expect(page.getByRole('img', { name: 'The present cover' })).toBeVisible();
    await typeInto(page, 'Description', 'We look up together.');

    // The password of a room has 4 to 8 characters.
    await press(page, 'link', 'New live room');
    await typeInto(page, 'Name of the room', 'Roof');
    await typeInto(page, 'Password (optional)', 'abc');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password (optional)')).toBeFocused();
    await expect(page.getByText('The password must have 4 to 8 characters')).toBeVisible();
    expect(await mentor.flaws()).toEqual([]);
    await page.keyboard.type('d');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/t_zhibo_add\?id=\d+$/);
    await expect(page.getByLabel('Description')).toHaveText('We look up together.');
    await page.getByRole('combobox', { name: 'Live room' }).focus();
    await page.keyboard.type('Roof');
    await expect(page.getByRole('combobox', { name: 'Live room' })).toHaveValue(/\d/);

    const now = Date.now();
    await press(page, 'button', 'Next: Sessions');
    await typeMoment(page, 'Announced from', new Date(now), '1200AM');
    await typeMoment(page, 'Announced until', new Date(now + 9 * DAY_MS), '0600PM');
    await press(page, 'button', 'Add a session');
    await typeInto(page, 'Name of the session', 'Winter stars');
    // Before the announcement ends, which is told on submission.
    await typeMoment(page, 'Starts', new Date(now + 8 * DAY_MS), '0700PM');
    await typeMoment(page, 'Ends', new Date(now + 8 * DAY_MS), '0900PM');
    expect(await mentor.flaws()).toEqual([]);
    expect(await mentor.overflow(390, 1280)).toEqual([]);

    await press(page, 'button', 'Next: Tickets');
    await press(page, 'button', 'Add a ticket');
    await typeInto(page, 'Name of the ticket', 'Standard');
    await typeInto(page, 'Price (NT$)', '350');
    await expect(page.getByLabel('Original price (NT$)')).toHaveValue('350');
    await typeInto(page, 'Number of tickets', '25');
    expect(await mentor.flaws()).toEqual([]);
    expect(await mentor.overflow(390, 1280)).toEqual([]);

    await press(page, 'button', 'Next: Check and submit');
    await press(page, 'button', 'Submit for review');
    await expect(page.getByLabel('Starts', { exact: true })).toBeFocused();
    await expect(page.getByText('The start must not be before the announcement ends')).toBeVisible();
    await typeMoment(page, 'Announced until', new Date(now + 7 * DAY_MS), '0600PM');
    await expect(page.getByText('The start must not be before the announcement ends')).toBeHidden();
    expect(await mentor.overflow(390, 1280)).toEqual([]);
    await press(page, 'tab', 'Check and submit');
    await press(page, 'button', 'Submit for review');
    await expect(page.getByText(/^Submitted on /)).toBeVisible();
    expect(await mentor.flaws()).toEqual([]);

    // The back office does not pass it at first, and says why.
    const office = await MarketPage.open(browser, server.url, { width: 390 });
    await office.enterAs('office');
    const review = async (): Promise<void> => {
      await office.goto('/admin?section=lives');
      await press(office.page, 'link', 'Review');
      await expect(office.page.getByRole('heading', { name: TITLE })).toBeVisible();
    };
    await review();
    await expect(office.page.getByText('NT$350').first()).toBeVisible();
    expect(await office.flaws()).toEqual([]);
    expect(await office.overflow(390, 1280)).toEqual([]);
    await press(office.page, 'button', 'Do not pass');
    const dialog = office.page.getByRole('dialog');
    await typeInto(office.page, 'Reason', 'Say what to bring');
    await dialog.getByRole('button', { name: 'Do not pass' }).press('Enter');
    await expect(office.page.getByText('No class or event is waiting.')).toBeVisible();

    await mentor.goto('/t_zhibo?tab=refused');
    await expect(page.getByText('Not passed: Say what to bring')).toBeVisible();
    expect(await mentor.flaws()).toEqual([]);
    expect(await mentor.overflow(390, 1280)).toEqual([]);
    await press(page, 'link', 'Edit');
    await expect(page.getByText('Say what to bring')).toBeVisible();
    await typeInto(page, 'Description', 'We look up together. Bring a warm coat.');
    await press(page, 'tab', 'Check and submit');
    await press(page, 'button', 'Submit for review');
    await expect(page.getByText(/^Submitted on /)).toBeVisible();

    await review();
    await expect(office.page.getByText('Bring a warm coat')).toBeVisible();
    await press(office.page, 'button', 'Approve');
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await expect(office.page.getByText('No class or event is waiting.')).toBeVisible();

    const visitor = await MarketPage.open(browser, server.url, { width: 390 });
    await visitor.goto('/kecheng-live');
    expect(await visitor.overflow(390, 1280)).toEqual([]);
    await press(visitor.page, 'link', TITLE);
    await visitor.arrivesAt(TITLE);
    await expect(visitor.page.getByText('Winter stars')).toBeVisible();
    await expect(visitor.page.getByText('25 tickets left')).toBeVisible();

    // Its sale is paused, and continues.
    await mentor.goto('/t_zhibo');
    await press(page, 'button', 'Pause sales');
    await expect(page.getByText('Paused', { exact: true }).last()).toBeVisible();
    await press(page, 'button', 'Continue sales');
    await expect(page.getByRole('button', { name: 'Pause sales' })).toBeVisible();
    for (const person of [mentor, office, visitor]) {
      expect(person.complaints).toEqual([]);
      await person.close();
    }
  });
});
