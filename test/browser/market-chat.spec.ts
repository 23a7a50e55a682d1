import { expect, test, type Browser, type Locator } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** The text of the last message in an open chat. */
const lastIn = (chat: Locator): Locator => chat.getByRole('log').getByRole('article').last();

test.describe('chats between two members', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('a learner writes to a mentor from their page; both chat, and the history is there after a reload', async () => {
    const [ann, mentor] = await Promise.all([
      MarketPage.open(browser, server.url),
      MarketPage.open(browser, server.url),
    ]);
    await Promise.all([ann.enterAs('learner'), mentor.enterAs('mentor')]);
    const mentorId = await mentor.page.evaluate(async () => {
      const response = await fetch('/api/Member/member_info', {
        method: 'POST',
        headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
        body: '{}',
      });
      return ((await response.json()) as { data: { id: string } }).data.id;
    });
    const openChat = async (): Promise<Locator> => {
      await ann.goto(`/daoshi?id=${mentorId}`);
      await ann.page.getByRole('button', { name: /^Chat with/ }).click();
      const dialog = ann.page.getByRole('dialog', { name: /^Chat with/ });
      await expect(dialog.getByText('No more')).toBeVisible();
      return dialog;
    };
    let chat = await openChat();
    const field = chat.getByRole('textbox', { name: 'Write a message' });

    await field.press('Enter');
    await expect(chat.getByRole('alert')).toHaveText('please enter content');
    await field.pressSequentially('Hello [0] [nothing]');
    await field.press('Enter');
    await expect(lastIn(chat)).toContainText('Hello');
    await expect(lastIn(chat).getByRole('img', { name: '[0]' })).toBeVisible();
    await expect(lastIn(chat)).toContainText('[nothing]');
    await expect(chat.getByRole('alert')).toHaveCount(0);

    await expect(mentor.page.getByRole('link', { name: 'Messages, new ones' })).toBeVisible();
    chat = await openChat();
    await expect(lastIn(chat)).toContainText('Hello');
    expect(await ann.flaws()).toEqual([]);

    // All tabs of a browser chat over one connection; when the tab that has it closes, the next one goes on.
    const second = await ann.page.context().newPage();
    await second.goto(`${server.url}/daoshi?id=${mentorId}`);
    const openSecond = async (): Promise<Locator> => {
      await second.getByRole('button', { name: /^Chat with/ }).click();
      return second.getByRole('dialog', { name: /^Chat with/ });
    };
    const there = await openSecond();
    await expect(lastIn(there)).toContainText('Hello');
    const write = async (dialog: Locator, text: string): Promise<void> => {
      await dialog.getByRole('textbox', { name: 'Write a message' }).pressSequentially(text);
      await dialog.getByRole('textbox', { name: 'Write a message' }).press('Enter');
    };
    await write(there, 'From the second tab');
    await expect(lastIn(chat)).toContainText('From the second tab');
    await write(chat, 'From the first tab');
    await expect(lastIn(there)).toContainText('From the first tab');

    // Ten devices may be logged in; ten more tabs log none out.
    const others = await Promise.all(Array.from({ length: 10 }, () => ann.page.context().newPage()));
    await Promise.all(others.map((page) => page.goto(`${server.url}/404`, { waitUntil: 'commit' })));
    const tabs = async (): Promise<number> => {
      const { held = [], pending = [] } = await second.evaluate(() => navigator.locks.query());
      return [...held, ...pending].filter(({ name }) => name?.startsWith('lectern-im ')).length;
    };
    await expect.poll(tabs, { timeout: 30_000 }).toBe(12);
    await Promise.all(others.map((page) => page.close()));
    await ann.page.goto('about:blank');
    await write(there, 'After the first tab');
    await expect(lastIn(there)).toContainText('After the first tab');
    await expect(there.getByRole('log').getByText('From the first tab')).toHaveCount(1);
    await expect(second).toHaveURL(/daoshi/);
    await second.close();
    expect([...ann.complaints, ...mentor.complaints]).toEqual([]);
    await Promise.all([ann.close(), mentor.close()]);
  });
});
