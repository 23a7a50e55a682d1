import type { Browser, Page } from '@playwright/test';
import { pageReaderScript } from '../media/index.js';
import { eventually } from '../support/index.js';
import { APP_KEY } from './chat-client.js';
import type { ChatPages } from './chat-pages.js';
import type { OwnPage, SeenCall } from './page/own-page.js';

/** A page that runs our own client, beside the published ones. */
export class OwnClient {
  private constructor(
    readonly page: Page,
    readonly user: string,
  ) {}

  /** Opens the page and logs a new user in. */
  static async enter(browser: Browser, pages: ChatPages, serverUrl: string, user: string): Promise<OwnClient> {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(await pageReaderScript());
    await page.goto(pages.ownUrl);
    await page.evaluate(() => window.lecternReader.watchAll());
    const server = { restUrl: serverUrl, appKey: APP_KEY };
    await page.evaluate(([to, name]) => window.ownPage.enter(to, name), [server, user] as const);
    return new OwnClient(page, user);
  }

  say(...what: Parameters<OwnPage['say']>): Promise<string> {
    return this.page.evaluate((all) => window.ownPage.say(...all), what);
  }

  messages(): Promise<ReturnType<OwnPage['messages']>> {
    return this.page.evaluate(() => window.ownPage.messages());
  }

  /** Invitations to conferences among the messages. */
  invites(): Promise<ReturnType<OwnPage['invites']>> {
    return this.page.evaluate(() => window.ownPage.invites());
  }

  /** Waits for `count` texts; gives them all. */
  async texts(count: number): Promise<string[]> {
    const read = async () =>
      (await this.messages()).flatMap((message) => (message.contentsType === 'TEXT' ? [message.data] : []));
    return eventually(`${this.user} getting ${count} texts`, read, (texts) => texts.length >= count);
  }

  history(...which: Parameters<OwnPage['history']>): Promise<string[]> {
    return this.page.evaluate((all) => window.ownPage.history(...all), which);
  }

  call(peer: string, video = true): Promise<void> {
    return this.page.evaluate(([to, isVideo]) => window.ownPage.call(to, isVideo), [peer, video] as const);
  }

  accept(): Promise<void> {
    return this.page.evaluate(() => window.ownPage.accept());
  }

  hangUp(): Promise<void> {
    return this.page.evaluate(() => window.ownPage.hangUp());
  }

  mute(kind: 'audio' | 'video', isMuted: boolean): Promise<void> {
    return this.page.evaluate(([what, muted]) => window.ownPage.mute(what, muted), [kind, isMuted] as const);
  }

  /** Waits until the call is so. */
  callIs(wanted: Partial<SeenCall>): Promise<SeenCall | undefined> {
    return eventually(
      `the call of ${this.user} being ${JSON.stringify(wanted)}`,
      () => this.page.evaluate(() => window.ownPage.seen()),
      (seen) => Object.entries(wanted).every(([key, value]) => seen?.[key as keyof SeenCall] === value),
    );
  }

  /** Media received from the other side of the call. */
  perceive() {
    return this.page.evaluate(() => window.ownPage.perceive());
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
