import { test } from '@playwright/test';
import { ServerProcess } from '../support/index.js';
import { ChatPages } from './chat-pages.js';
import { Chatters } from './chatters.js';

/** Fixtures of the tests in a file; the chatters are new for each test. */
export interface ChatSetUp {
  server: ServerProcess;
  pages: ChatPages;
  chatters: Chatters;
}

/** Starts a server and the pages of published clients for the tests of the file that calls it. */
export function chatSetUp(): Readonly<ChatSetUp> {
  // Filled before each test: there is nothing to read before.
  const now = {} as ChatSetUp;
  test.beforeAll(async () => {
    now.pages = await ChatPages.start();
    now.server = await ServerProcess.start();
  });
  test.afterAll(async () => {
    await now.server?.close();
    await now.pages?.close();
  });
  test.beforeEach(({ browser }) => {
    now.chatters = new Chatters(browser, now.pages, now.server.url);
  });
  test.afterEach(() => now.chatters.close());
  return now;
}
