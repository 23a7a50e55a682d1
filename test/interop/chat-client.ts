import type { Browser, BrowserContext, Page } from '@playwright/test';
import { pageReaderScript, type ElementReport } from '../media/index.js';
import { eventually } from '../support/index.js';
import type { ChatPages, ChatVersion } from './chat-pages.js';
import type { ChatPage } from './page/chat-page.js';

export const APP_KEY = 'lectern#demo';
export const PASSWORD = 'secret1';

/** A message as `onTextMessage` and its like receive it and `fetchHistoryMessages()` returns it. */
export interface SeenMessage {
  readonly id: string;
  readonly type: string;
  readonly contentsType: string;
  readonly from: string;
  readonly to: string;
  readonly data?: string;
  readonly action?: string;
  readonly url?: string;
  readonly filename?: string;
  readonly ext: Readonly<Record<string, unknown>>;
  readonly time: string;
}

/** An error as `onError` receives it. */
export interface SeenError {
  readonly type: number;
  readonly message?: string;
  readonly data?: { readonly type?: number; readonly data?: string };
}

/** One entry of a list of conversations. */
export interface SeenConversation {
  readonly peer: string;
  readonly unread: number;
  readonly text: string | undefined;
}

export interface ChatClientOptions {
  /** The server or a proxy before it. */
  readonly serverUrl: string;
  readonly version: ChatVersion;
  readonly user: string;
  /** Options for the client's constructor. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly withCalls?: boolean;
  /** Discovers its hosts from the server instead of using configured ones. */
  readonly isDiscovering?: boolean;
  /** By default one of its own, so that it is a device of its own. */
  readonly context?: BrowserContext;
  /** Lets the test set the page's clock forward. */
  readonly hasOwnClock?: boolean;
}

const usesSockJs = (version: ChatVersion): boolean => version !== '4.21.1';

/** Registers a user, whose password is {@link PASSWORD}. */
export async function register(serverUrl: string, username: string): Promise<void> {
  const response = await fetch(`${serverUrl}/${APP_KEY.replace('#', '/')}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`registering ${username} was answered ${response.status}`);
}

/** A page that runs a published chat client, unmodified, against our server from another origin. */
export class ChatClient {
  private constructor(
    readonly page: Page,
    readonly version: ChatVersion,
    readonly user: string,
    /** Errors that the page threw. */
    readonly errors: readonly string[],
  ) {}

  /** Opens the page without logging in. */
  static async open(browser: Browser, pages: ChatPages, who: ChatClientOptions): Promise<ChatClient> {
    const { serverUrl, version, user, options = {}, withCalls = false } = who;
    const page = await (who.context ?? (await browser.newContext())).newPage();
    if (who.hasOwnClock === true) await page.clock.install();
    if (withCalls) await page.addInitScript(await pageReaderScript());
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(pages.url(version, withCalls));
    if (withCalls) await page.evaluate(() => window.lecternReader.watchAll());
    const url = usesSockJs(version) ? `${serverUrl}/ws` : `${serverUrl.replace('http', 'ws')}/websocket`;
    // The application uploads files by itself and sends their addresses.
    const settings = { appKey: APP_KEY, https: false, useOwnUploadFun: true, ...options };
    const found = who.isDiscovering === true ? { isHttpDNS: true } : { isHttpDNS: false, apiUrl: serverUrl, url };
    await page.evaluate((all) => window.chatPage.create(all), { ...settings, ...found });
    // The client has no option for the host of discovery.
    if (who.isDiscovering === true) await page.evaluate((host) => window.chatPage.discoverAt(host), serverUrl);
    if (withCalls) await page.evaluate((name) => window.chatPage.takeCalls(name), user);
    return new ChatClient(page, version, user, errors);
  }

  /** Logs in; resolves with the client's error, or undefined on success. */
  logIn(credentials: { readonly pwd?: string; readonly accessToken?: string } = { pwd: PASSWORD }) {
    const all = { user: this.user, appKey: APP_KEY, ...credentials };
    return this.page.evaluate((given) => window.chatPage.open(given), all) as Promise<SeenError | undefined>;
  }

  logOut(): Promise<void> {
    return this.page.evaluate(() => window.chatPage.close());
  }

  /** @param fields such as `{ msg, ext }` of a text */
  send(to: string, type: string, fields: object, chatType = 'singleChat') {
    const all = { to, chatType, ...fields };
    return this.page.evaluate(([kind, given]) => window.chatPage.send(kind, given), [type, all] as const);
  }

  /** Sends a text; gives the server's id of it. */
  async say(to: string, msg: string, chatType = 'singleChat'): Promise<string> {
    return (await this.send(to, 'txt', { msg }, chatType)).serverId;
  }

  /** Sends texts at once, without waiting in between; gives the server's ids. */
  sayAll(to: string, texts: readonly string[], chatType = 'singleChat'): Promise<string[]> {
    const send = [texts, to, chatType] as const;
    return this.page.evaluate(async ([all, peer, type]) => {
      const sent = all.map((msg) => window.chatPage.send('txt', { to: peer, chatType: type, msg }));
      return (await Promise.all(sent)).map(({ serverId }) => serverId);
    }, send);
  }

  /** All texts of a conversation, oldest first, page by page, as 3.x reads them. */
  async fetchHistory(queue: string, isGroup = false): Promise<(string | undefined)[]> {
    const read: SeenMessage[] = [];
    for (;;) {
      const page = await this.ask<SeenMessage[]>('fetchHistoryMessages', { queue, isGroup, count: 20 });
      if (page.length === 0) return read.filter(({ contentsType }) => contentsType === 'TEXT').map(({ data }) => data);
      read.unshift(...page);
    }
  }

  /** All texts of a conversation, oldest first, page by page, as 4.x reads them. */
  async readHistory(targetId: string, chatType = 'singleChat'): Promise<(string | undefined)[]> {
    interface HistoryPage {
      readonly cursor: string;
      readonly isLast: boolean;
      readonly messages: readonly { readonly type: string; readonly msg?: string }[];
    }
    const read: HistoryPage['messages'][number][] = [];
    for (let cursor: string | undefined; ;) {
      const query = {
        targetId,
        chatType,
        pageSize: 20,
        searchDirection: 'up',
        ...(cursor !== undefined && { cursor }),
      };
      const page = await this.ask<HistoryPage>('getHistoryMessages', query);
      read.push(...page.messages);
      if (page.isLast)
        return read
          .filter(({ type }) => type === 'txt')
          .map(({ msg }) => msg)
          .reverse();
      cursor = page.cursor;
    }
  }

  /** The user's conversations, by the API of the client's version. */
  async conversations(): Promise<readonly SeenConversation[]> {
    if (this.version === '4.21.1') {
      interface Entry {
        readonly conversationId: string;
        readonly unReadCount: number;
        readonly lastMessage: { readonly msg: string };
      }
      const query = { pageSize: 10, cursor: '' };
      const { data } = await this.ask<{ data: { conversations: readonly Entry[] } }>('getServerConversations', query);
      return data.conversations.map(({ conversationId: peer, unReadCount: unread, lastMessage: { msg: text } }) => ({
        ...{ peer, unread, text },
      }));
    }
    interface Channel {
      readonly channel_id: string;
      readonly unread_num: number;
      readonly meta: { readonly payload: string };
    }
    const answer = await this.ask<{ data: { channel_infos: readonly Channel[] } }>('getSessionList');
    return answer.data.channel_infos.map(({ channel_id: id, unread_num: unread, meta }) => {
      const { bodies } = JSON.parse(meta.payload) as { readonly bodies: readonly { readonly msg: string }[] };
      const peer = id.slice(id.indexOf('_') + 1, id.indexOf('@'));
      return { peer, unread, text: bodies[0]?.msg };
    });
  }

  /** Sends a receipt or a recall by the API of 3.x. */
  post(type: string, fields: object): Promise<void> {
    return this.page.evaluate(([kind, given]) => window.chatPage.post(kind, given), [type, fields] as const);
  }

  /** Calls a method of the client that returns a promise. @throws its rejection */
  ask<T = unknown>(method: string, ...args: readonly unknown[]): Promise<T> {
    return this.page.evaluate(([name, given]) => window.chatPage.ask(name, given), [
      method,
      args,
    ] as const) as Promise<T>;
  }

  /** Calls a method that answers by callbacks. @throws the argument of its `error` callback */
  askBack<T = unknown>(method: string, options: object = {}): Promise<T> {
    const call = [method, options] as const;
    return this.page.evaluate(([name, given]) => window.chatPage.askBack(name, given), call) as Promise<T>;
  }

  /** A field of the connection. */
  field(name: string): Promise<unknown> {
    return this.page.evaluate((which) => window.chatPage.field(which), name);
  }

  /** Arguments of the calls to a callback so far. */
  events<T = unknown>(name: string): Promise<T[]> {
    return this.page.evaluate((wanted) => window.chatPage.events(wanted), name) as Promise<T[]>;
  }

  /** The callbacks that were called so far, in order. */
  eventNames(): Promise<ReturnType<ChatPage['eventNames']>> {
    return this.page.evaluate(() => window.chatPage.eventNames());
  }

  /** Waits until a callback was called `count` times, and returns the arguments of all calls. */
  told<T = unknown>(name: string, count = 1): Promise<T[]> {
    return eventually(
      `${this.user} on ${this.version} being told "${name}" ${count} times`,
      () => this.events<T>(name),
      (events) => events.length >= count,
    );
  }

  /** Waits for `count` texts; gives them all. */
  async texts(count: number): Promise<(string | undefined)[]> {
    return (await this.told<SeenMessage>('onTextMessage', count)).map(({ data }) => data);
  }

  /** Lets the call client send through the socket of 4.x. */
  lendSocket(): Promise<void> {
    return this.page.evaluate(() => window.chatPage.lendSocket());
  }

  call(kind: 'video' | 'voice', callee: string, config?: object, isRecorded?: boolean): Promise<void> {
    const all = [kind, callee, config, isRecorded] as const;
    return this.page.evaluate((given) => window.chatPage.call(...given), all);
  }

  accept(): Promise<void> {
    return this.page.evaluate(() => window.chatPage.accept());
  }

  /** Hangs up, or refuses what rings. */
  hangUp(): Promise<void> {
    return this.page.evaluate(() => window.chatPage.hangUp());
  }

  /** 0 opens and 1 closes the microphone, 2 closes and 3 opens the camera; the other side is notified. */
  control(type: number, to: string): Promise<void> {
    return this.page.evaluate(([kind, peer]) => window.chatPage.control(kind, peer), [type, to] as const);
  }

  /** Invites to a conference by a chat message, as the call client does. */
  invite(id: string, password: string, to: string, group: string): Promise<void> {
    const all = [id, password, to, group] as const;
    return this.page.evaluate((invitation) => window.chatPage.invite(...invitation), all);
  }

  /** Media received from the other side of the call. */
  perceive() {
    return this.page.evaluate(() => window.chatPage.perceive()) as Promise<ElementReport | undefined>;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
