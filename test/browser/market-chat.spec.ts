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
    expect([...ann.complaints, ...mentor.complaints]).toEqual([]);
    await Promise.all([ann.close(), mentor.close()]);
  });
});
