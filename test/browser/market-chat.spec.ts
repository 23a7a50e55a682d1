import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Locator } from '@playwright/test';
import { runFfmpeg } from '../live/ffmpeg.js';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

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
    await expect.poll(tabs).toBe(12);
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

  test('emoji, links, pictures and videos are sent from a row of buyers; history and the network are told', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-chat-'));
    const clip = join(folder, 'clip.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=2', '-pix_fmt', 'yuv420p'];
    await runFfmpeg([...source, '-c:v', 'libx264', clip]);
    const [ann, mentor] = await Promise.all([
      MarketPage.open(browser, server.url, { width: 390 }),
      MarketPage.open(browser, server.url),
    ]);
    await Promise.all([ann.enterAs('learner'), mentor.enterAs('mentor')]);
    const nameOf = ({ page }: MarketPage) => page.evaluate(() => localStorage.getItem('name') ?? '');
    const [name, mentorName] = await Promise.all([nameOf(ann), nameOf(mentor)]);

    await mentor.goto(`/t_mingdan?keyword=${encodeURIComponent(name)}`);
    await mentor.page
      .getByRole('button', { name: `Chat with ${name}` })
      .first()
      .click();
    const theirs = mentor.page.getByRole('dialog', { name: `Chat with ${name}` });
    const text = theirs.getByRole('textbox', { name: 'Write a message' });
    await theirs.getByRole('button', { name: 'Emoji' }).click();
    await theirs.getByRole('group', { name: 'Emoji' }).getByRole('button').nth(2).click();
    await text.press('Enter');
    await expect(lastIn(theirs).getByRole('img', { name: '[2]' })).toBeVisible();

    await theirs.getByRole('button', { name: 'Send a link' }).click();
    const link = theirs.getByRole('textbox', { name: 'Address of the link' });
    for (const [address, problem] of [
      ['', 'please enter link'],
      ['javascript:alert(1)', 'a link must be an address with http or https'],
    ] as const) {
      await link.pressSequentially(address);
      await link.press('Enter');
      await expect(link).toHaveAccessibleDescription(problem);
    }
    await link.fill('https://example.org/lesson');
    await theirs.getByRole('button', { name: 'Send the link' }).click();
    await expect(lastIn(theirs).getByRole('link')).toHaveAttribute('href', 'https://example.org/lesson');

    await theirs.getByLabel('Send a video').setInputFiles(clip);
    const video = lastIn(theirs).locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(2);
    for (let line = 1; line <= 20; line += 1) {
      await text.fill(`Line ${line}`);
      await text.press('Enter');
    }
    await expect(lastIn(theirs)).toContainText('Line 20');

    // The learner sees all of it, the oldest once they ask for it.
    await ann.goto('/myorder');
    await expect(ann.page.getByRole('link', { name: 'Messages, new ones' })).toBeVisible();
    await ann.page
      .getByRole('button', { name: `Chat with ${mentorName}` })
      .first()
      .click();
    const own = ann.page.getByRole('dialog', { name: `Chat with ${mentorName}` });
    await expect(lastIn(own)).toContainText('Line 20');
    await own.getByRole('button', { name: 'Load more' }).click();
    await expect(own.getByText('No more')).toBeVisible();
    await expect(own.getByRole('log').getByRole('link', { name: 'https://example.org/lesson' })).toBeVisible();
    await own.getByLabel('Send an image').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    const image = lastIn(theirs).getByRole('img', { name: 'Image' });
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);

    // A message that arrives does not take the place from somebody who reads further up.
    await own.getByRole('log').getByText('Line 1', { exact: true }).scrollIntoViewIfNeeded();
    await text.fill('Are you there?');
    await text.press('Enter');
    await own.getByRole('button', { name: 'New messages' }).click();
    await expect(lastIn(own)).toBeInViewport();
    await expect(lastIn(own)).toContainText('Are you there?');

    await ann.page.context().setOffline(true);
    await expect(own.getByText('You are offline. We go on as soon as the network is back.')).toBeVisible();
    await text.fill('Still there?');
    await text.press('Enter');
    await ann.page.context().setOffline(false);
    await expect(ann.page.getByText('The network is back')).toBeVisible();
    await expect(lastIn(own)).toContainText('Still there?');
    await expect(own.getByText('You are offline.')).toHaveCount(0);
    expect(await ann.flaws()).toEqual([]);
    expect(mentor.complaints).toEqual([]);
    await Promise.all([ann.close(), mentor.close()]);
    await rm(folder, { recursive: true });
  });
});
