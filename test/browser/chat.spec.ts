import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { launchChromium, ServerProcess } from '../support/index.js';

const APP_KEY = 'lectern#demo';
const TEXTS = Array.from({ length: 45 }, (_, index) => `message ${index}`);

const BODY = `
  <button id="older" disabled>Load more</button>
  <ul aria-label="Messages"></ul>
  <form><label>Message <input></label> <button>Send</button></form>
  <output role="status"></output>`;

test.describe('the chat of two pages in Chromium', () => {
  let lectern: ServerProcess;
  let site: Server;
  let origin: string;
  let browser: Browser;
  let count = 0;

  test.beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('page/chat-page.ts', import.meta.url))],
      bundle: true,
      logLevel: 'error',
      conditions: ['lectern-source'],
      write: false,
      format: 'iife',
      target: 'es2022',
    });
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><body>${BODY}<script src="/page.js"></script></body></html>`;
    site = createServer(({ url }, response) => {
      const isScript = url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/html' });
      response.end(isScript ? outputFiles[0]?.text : page);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    lectern = await ServerProcess.start({ env: { IM_MESSAGE_BURST: '1000' } });
    browser = await launchChromium();
  });

  test.afterAll(async () => {
    await browser?.close();
    site?.close();
    await lectern?.close();
  });

  /** Two names that no other test has, both registered. */
  const namePeople = async (): Promise<readonly [string, string]> => {
    count += 1;
    const names = [`ann-${count}`, `ben-${count}`] as const;
    const page = await sitDown();
    for (const name of names)
      await page.evaluate(([server, who]) => window.chat.register(server, who), [at(), name] as const);
    await page.close();
    return names;
  };

  const at = () => ({ restUrl: lectern.url, appKey: APP_KEY });

  const sitDown = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    return page;
  };

  const enter = async (name: string): Promise<Page> => {
    const page = await sitDown();
    await page.evaluate(([server, who]) => window.chat.enter(server, who), [at(), name] as const);
    return page;
  };

  const talk = async (name: string, peer: string): Promise<Page> => {
    const page = await enter(name);
    await page.evaluate((who) => window.chat.open(who), peer);
    return page;
  };

  const rows = (page: Page): Locator => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

  const write = async (page: Page, text: string): Promise<void> => {
    await page.getByLabel('Message', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };

  test('has every kind of message, and shows texts as what they are', async () => {
    const [annName, benName] = await namePeople();
    const [ann, ben] = [await talk(annName, benName), await talk(benName, annName)];
    await write(ann, 'hi [smile] <img src=x onerror="document.title=1">[nobody]');
    await expect(rows(ann).first()).toHaveAttribute('data-status', 'sent');
    await expect(rows(ben).first()).toHaveText('hi  <img src=x onerror="document.title=1">[nobody]');
    await expect(rows(ben).first().getByAltText('smile')).toHaveCount(1);
    await expect(rows(ben).first().locator('img')).toHaveCount(1);

    const picture = 'data:image/svg+xml,x';
    const media = { url: 'http://127.0.0.1:9/file', width: 4, height: 3 };
    await ann.evaluate((draft) => window.chat.send(draft), { contentsType: 'IMAGE', ...media } as const);
    await ann.evaluate((draft) => window.chat.send(draft), { contentsType: 'VIDEO', ...media, duration: 3 } as const);
    const link = { contentsType: 'LINK', href: 'https://example.org/?a=1', data: 'look' } as const;
    await ann.evaluate((draft) => window.chat.send(draft), link);
    await ann.evaluate((draft) => window.chat.send(draft), { contentsType: 'COMMAND', action: 'wave' } as const);
    const text = { contentsType: 'TEXT', data: 'two', ext: { image: media.url, href: 'javascript:alert(1)' } } as const;
    await ann.evaluate((draft) => window.chat.send(draft), text);
    await ann.evaluate((draft) => window.chat.send(draft), { contentsType: 'IMAGE', url: picture } as const);
    await expect(rows(ben)).toHaveCount(6);
    await expect(rows(ben).nth(1).getByAltText('Picture')).toHaveAttribute('src', media.url);
    await expect(rows(ben).nth(2).getByLabel('Video')).toHaveAttribute('src', media.url);
    await expect(rows(ben).nth(3).getByRole('link', { name: 'look' })).toHaveAttribute('href', link.href);
    await expect(rows(ben).nth(4).getByAltText('Picture')).toHaveAttribute('src', media.url);
    await expect(rows(ben).nth(5).locator('img')).toHaveCount(0);
    await expect(ben.getByRole('link')).toHaveCount(1);
    expect(await ben.evaluate(() => window.chat.commands())).toEqual(['wave']);
    expect(await ben.title()).toBe('Chat');

    await write(ben, 'and back');
    await expect(rows(ann).last()).toHaveText('and back');
    await ben.evaluate(() => window.chat.recallLast());
    await expect(rows(ann).last()).toHaveText('Taken back');
    await Promise.all([ann.close(), ben.close()]);
  });

  test('has its history to the end, and what was sent while nobody was there', async () => {
    const [annName, benName] = await namePeople();
    const ann = await talk(annName, benName);
    for (const data of TEXTS)
      await ann.evaluate((text) => window.chat.send({ contentsType: 'TEXT', data: text }), data);
    // Delivered as what waited, and read as history: shown once.
    const ben = await talk(benName, annName);
    const more = ben.getByRole('button', { name: 'Load more' });
    await expect(rows(ben).last()).toHaveText(TEXTS.at(-1)!);
    await more.click();
    await more.click();
    await expect(ben.getByRole('button', { name: 'No more' })).toBeDisabled();
    await expect(rows(ben)).toHaveText(TEXTS);
    await Promise.all([ann.close(), ben.close()]);
  });

  test('says that the network was lost, and is back with it', async () => {
    const [annName, benName] = await namePeople();
    const [ann, ben] = [await talk(annName, benName), await talk(benName, annName)];
    await ben.context().setOffline(true);
    await expect(ben.getByRole('status')).toHaveText('network lost');
    await write(ann, 'are you there');
    await ben.context().setOffline(false);
    await expect(ben.getByRole('status')).toHaveText('network restored');
    await expect(rows(ben)).toHaveText(['are you there']);
    await Promise.all([ann.close(), ben.close()]);
  });

  test('ends for good when the user logs in elsewhere', async () => {
    const [annName, benName] = await namePeople();
    const first = await talk(annName, benName);
    const second = await talk(annName, benName);
    const words = 'This account has been logged in on another device, please log in again';
    await expect(first.getByRole('status')).toHaveText(words);
    expect(await first.evaluate(() => window.chat.state())).toBe('ended');
    await write(second, 'still here');
    await expect(rows(second).last()).toHaveAttribute('data-status', 'sent');
    await Promise.all([first.close(), second.close()]);
  });
});
