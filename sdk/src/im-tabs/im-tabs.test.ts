import { expect, test } from 'vitest';
import { ImClient, ImErrorCode, type ImClientOptions } from '../im/index.js';
import { StatisticsOperation } from '../im-protocol/index.js';
import { FakeImServer } from '../testing/im-server.js';
import { settle } from '../testing/index.js';
import { LEAD_ANSWER_MS, LEAD_SILENCE_MS } from './lead-watch.js';
import { shareBetweenTabs, type TabChannel, type TabLocks } from './index.js';

interface LockRequest {
  readonly tab: number;
  readonly hold: () => Promise<void>;
  readonly reject: (error: Error) => void;
}

/** The locks and channels of one browser; a tab can be cut off from them, as when it is killed or frozen. */
class FakeBrowser {
  readonly server = new FakeImServer();
  readonly #waiting: LockRequest[] = [];
  readonly #channels = new Map<number, TabChannel & { deliver(message: unknown): void }>();
  /** Tabs that are frozen, with what happens when they thaw. */
  readonly #frozen = new Map<number, (() => void)[]>();
  #holder: LockRequest | undefined;
  #tabs = 0;

  /** A tab with its client, opened. */
  async tab(options: Partial<ImClientOptions> = {}) {
    this.#tabs += 1;
    const number = this.#tabs;
    const client = new ImClient({
      appKey: 'org#app',
      identity: { username: 'ann', token: 'token' },
      restUrl: 'https://rtc.example/base',
      resource: 'browser',
      receipts: true,
      platform: this.server.platform,
      share: shareBetweenTabs({ locks: this.#locks(number), openChannel: () => this.#channel(number) }),
      ...options,
    });
    const messages: string[] = [];
    client.on('message', ({ id }) => messages.push(id));
    const thread = client.thread('ben');
    client.open().catch(() => undefined);
    await settle();
    return {
      ...{ client, messages, thread },
      texts: () => thread.getSnapshot().messages.map((message) => ('data' in message ? message.data : '')),
      /** Its process ends: nothing of it runs any more. */
      kill: async () => {
        this.#channels.delete(number);
        this.#free(number);
        await settle();
      },
      /** It keeps its lock and runs nothing until it thaws. */
      freeze: () => {
        this.#frozen.set(number, []);
      },
      thaw: async () => {
        const missed = this.#frozen.get(number) ?? [];
        this.#frozen.delete(number);
        for (const happen of missed) happen();
        await settle();
      },
    };
  }

  #inTab(tab: number, happen: () => void): void {
    const missed = this.#frozen.get(tab);
    if (missed === undefined) happen();
    else missed.push(happen);
  }

  #locks(tab: number): TabLocks {
    return {
      request: (_name, { signal, steal = false }, hold) =>
        new Promise((_resolve, reject) => {
          const request = { tab, hold, reject };
          const former = this.#holder;
          if (steal && former) {
            this.#holder = undefined;
            this.#inTab(former.tab, () => former.reject(new DOMException('stolen', 'AbortError')));
          }
          if (steal) this.#waiting.unshift(request);
          else this.#waiting.push(request);
          signal?.addEventListener('abort', () => {
            this.#free(tab);
            reject(new DOMException('aborted', 'AbortError'));
          });
          this.#grant();
        }),
    };
  }

  #free(tab: number): void {
    const place = this.#waiting.findIndex((one) => one.tab === tab);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.#holder?.tab === tab) this.#holder = undefined;
    this.#grant();
  }

  #grant(): void {
    const next = this.#waiting[0];
    if (this.#holder !== undefined || next === undefined) return;
    this.#waiting.shift();
    this.#holder = next;
    // In a later turn, as in browsers.
    void Promise.resolve()
      .then(next.hold)
      .then(() => {
        if (this.#holder !== next) return;
        this.#holder = undefined;
        this.#grant();
      });
  }

  #channel(tab: number): TabChannel {
    const channel = {
      onmessage: null as TabChannel['onmessage'],
      // In a later turn, as in browsers.
      deliver: (data: unknown) => queueMicrotask(() => this.#inTab(tab, () => channel.onmessage?.({ data }))),
      send: (message: unknown) => {
        if (this.#channels.get(tab) !== channel) return;
        const copy: unknown = structuredClone(message);
        for (const other of this.#channels.values()) if (other !== channel) other.deliver(copy);
      },
      close: () => void this.#channels.delete(tab),
    };
    this.#channels.set(tab, channel);
    return channel;
  }
}

const sockets = (browser: FakeBrowser): number => browser.server.platform.sockets.all.length;

test('eleven tabs have one connection, and all receive', async () => {
  const browser = new FakeBrowser();
  const tabs = [];
  for (let number = 0; number < 11; number += 1) tabs.push(await browser.tab());
  expect(sockets(browser)).toBe(1);
  expect(tabs.map(({ client }) => client.getSnapshot().state)).toEqual(tabs.map(() => 'online'));
  browser.server.push(browser.server.chat('5001'));
  await settle();
  expect(tabs.map(({ messages }) => messages)).toEqual(tabs.map(() => ['5001']));
  expect(tabs.map(({ client }) => client.getSnapshot().unread)).toEqual(tabs.map(() => 1));
  // One receipt, not one for each tab.
  expect(browser.server.bodies).toHaveLength(1);
});

test('what one tab sends and reads, the others show', async () => {
  const browser = new FakeBrowser();
  const [one, two] = [await browser.tab(), await browser.tab()];
  browser.server.push(browser.server.chat('5001'));
  await settle();
  two.thread.markRead();
  await settle();
  browser.server.answer({ serverId: '5002', timestamp: '1795000000001' });
  await settle();
  expect([one, two].map(({ client }) => client.getSnapshot().unread)).toEqual([0, 0]);
  const sent = two.thread.send({ contentsType: 'TEXT', data: 'from the second tab' });
  await settle();
  browser.server.answer({ serverId: '5003', timestamp: '1795000000002' });
  expect(await sent).toMatchObject({ id: '5003', status: 'sent' });
  await settle();
  for (const tab of [one, two]) expect(tab.texts()).toEqual(['text 5001', 'from the second tab']);
  expect(one.client.getSnapshot().conversations[0]?.lastMessage).toMatchObject({ id: '5003', isOwn: true });
});

test('when the leading tab is killed, the next one connects: nothing is lost, sent under another id or shown twice', async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const [one, two, three] = [await browser.tab(), await browser.tab(), await browser.tab()];
  server.push(server.chat('5001'));
  await settle();
  const sent = three.thread.send({ contentsType: 'TEXT', data: 'on its way' });
  await settle();
  const before = server.syncs.at(-1)?.meta?.id;
  await one.kill();
  expect(sockets(browser)).toBe(2);
  expect(two.client.getSnapshot().state).toBe('online');
  expect(three.client.getSnapshot().state).toBe('online');
  const again = server.syncs.at(-1)?.meta?.id;
  expect(again).toBe(before);
  // The former leader died before the server learned that the first message had arrived.
  server.push(server.chat('5001'), server.chat('5004'));
  server.sync({ metaId: again ?? '', serverId: '5003', timestamp: '1795000000002' });
  expect(await sent).toMatchObject({ id: '5003' });
  await settle();
  expect(two.messages).toEqual(['5001', '5004', '5003']);
  expect(three.messages).toEqual(['5001', '5004']);
  for (const tab of [two, three]) expect(tab.texts().toSorted()).toEqual(['on its way', 'text 5001', 'text 5004']);
});

test('a leading tab that is killed in the middle of a send: the next one sends it, and all others show it once', async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const [one, two, three] = [await browser.tab(), await browser.tab(), await browser.tab()];
  one.thread.send({ contentsType: 'TEXT', data: 'the last words' }).catch(() => undefined);
  await settle();
  const id = server.syncs.at(-1)?.meta?.id ?? '';
  await one.kill();
  expect(server.syncs.filter(({ meta }) => meta?.id === id)).toHaveLength(2);
  server.sync({ metaId: id, serverId: '5003', timestamp: '1795000000002' });
  await settle();
  for (const tab of [two, three]) expect(tab.texts()).toEqual(['the last words']);
  expect(two.client.getSnapshot().conversations[0]?.lastMessage).toMatchObject({ id: '5003', isOwn: true });
});

test('a client that is closed fails what it was sending, and no other tab sends it', async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const [one] = [await browser.tab(), await browser.tab()];
  const sent = one.thread.send({ contentsType: 'TEXT', data: 'given up' });
  const failed = expect(sent).rejects.toMatchObject({ reason: 'closed' });
  await settle();
  one.client.close();
  await failed;
  await settle();
  expect(server.bodies).toHaveLength(1);
});

test('a frozen leading tab loses the lead within 15 s: what was sent meanwhile arrives, and it follows when it thaws', async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const { clock } = server.platform;
  const [one, two] = [await browser.tab(), await browser.tab()];
  const frozen = server.platform.sockets.latest;
  one.freeze();
  await clock.advance(LEAD_SILENCE_MS);
  const sent = two.thread.send({ contentsType: 'TEXT', data: 'anyone?' });
  await clock.advance(LEAD_ANSWER_MS);
  expect(sockets(browser)).toBe(2);
  expect(two.client.getSnapshot().state).toBe('online');
  server.answer({ serverId: '5003', timestamp: '1795000000002' });
  expect(await sent).toMatchObject({ id: '5003' });
  // The login of the second tab has ended that of the first, which learns of it as of a login elsewhere.
  server.kick(StatisticsOperation.UserLoginAnotherDevice, server.loginReason, frozen);
  await one.thaw();
  for (const { client } of [one, two]) expect(client.getSnapshot().state).toBe('online');
  expect(sockets(browser)).toBe(2);
  expect(one.texts()).toEqual(['anyone?']);
  await two.kill();
  expect(sockets(browser)).toBe(3);
});

test('a token that one tab renews is used by all, whichever connects next', async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const { clock } = server.platform;
  let logins = 0;
  server.onCall('POST', 'token', () => {
    logins += 1;
    server.token = `token ${logins}`;
    server.tokenEndsAt = clock.now() + 100_000;
    return { access_token: server.token, expires_in: 100 };
  });
  const identity = { username: 'ann', password: 'secret' };
  const tabs = [await browser.tab({ identity }), await browser.tab({ identity }), await browser.tab({ identity })];
  await clock.advance(80_000);
  expect(logins).toBe(2);
  await tabs[0]?.kill();
  expect(tabs[1]?.client.getSnapshot().state).toBe('online');
  expect(logins).toBe(2);
});

test('a leading tab that logs out in order hands over, and the others stay', async () => {
  const browser = new FakeBrowser();
  const [one, two] = [await browser.tab(), await browser.tab()];
  one.client.close();
  await settle();
  expect(one.client.getSnapshot().state).toBe('ended');
  expect(two.client.getSnapshot().state).toBe('online');
  expect(sockets(browser)).toBe(2);
});

test('a login elsewhere ends all tabs, each with the reason', async () => {
  const browser = new FakeBrowser();
  const tabs = [await browser.tab(), await browser.tab()];
  browser.server.kick(StatisticsOperation.UserLoginAnotherDevice);
  await settle();
  for (const { client } of tabs) {
    expect(client.getSnapshot()).toMatchObject({ state: 'ended', error: { code: ImErrorCode.LoggedInElsewhere } });
  }
  await tabs[0]?.kill();
  expect(sockets(browser)).toBe(1);
});

test('five attempts fail in all tabs; any of them may try again, for all', async () => {
  const browser = new FakeBrowser();
  const { platform } = browser.server;
  const [one, two] = [await browser.tab(), await browser.tab()];
  platform.sockets.behaviour = 'refuse';
  platform.sockets.latest.serverClose();
  await platform.clock.advance(10_000);
  for (const { client } of [one, two]) {
    expect(client.getSnapshot()).toMatchObject({ state: 'failed', error: { code: ImErrorCode.Disconnected } });
  }
  platform.sockets.behaviour = 'accept';
  const opened = two.client.open();
  await settle();
  await opened;
  expect([one, two].map(({ client }) => client.getSnapshot().state)).toEqual(['online', 'online']);
});

test('a message that no tab can send fails after 15 s, and can be retried', async () => {
  const browser = new FakeBrowser();
  const [one, two] = [await browser.tab(), await browser.tab()];
  const sent = two.thread.send({ contentsType: 'TEXT', data: 'lost' });
  await settle();
  const failed = expect(sent).rejects.toMatchObject({ code: ImErrorCode.SendTimeout });
  await browser.server.platform.clock.advance(15_000);
  await failed;
  // The socket that did not answer is replaced.
  await browser.server.platform.clock.advance(2_000);
  const [message] = two.thread.getSnapshot().messages;
  const retried = two.thread.retry(message?.key ?? '');
  await settle();
  browser.server.answer({ serverId: '5009', timestamp: '1795000000002' });
  expect(await retried).toMatchObject({ id: '5009' });
  await settle();
  expect(one.texts()).toEqual(['lost']);
});
