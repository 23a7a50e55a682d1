import { expect, test } from '@playwright/test';
import { SignallingProxy } from '../impairment/index.js';
import { CHAT_VERSIONS, type ChatVersion } from './chat-pages.js';
import { chatSetUp } from './chat-set-up.js';

const HOUR_MS = 3_600_000;
const versions = Object.keys(CHAT_VERSIONS) as ChatVersion[];

const chat = chatSetUp();

for (const version of versions) {
  test(`${version} is logged out by a second login, and leaves it alone`, async () => {
    const [first, peer] = [await chat.chatters.enter(version, 'ann'), await chat.chatters.enter('4.21.1', 'ben')];
    const second = await chat.chatters.enter(version, 'ann', { user: first.user });
    const errors = await first.told<{ type: number }>('onError');
    expect(errors.map(({ type }) => type)).toContain(206);
    await first.told('onClosed');
    // A reconnection would be announced by `onReconnecting` and followed by `onOpened`.
    const names = await first.eventNames();
    expect(names).not.toContain('onReconnecting');
    expect(names.filter((name) => name === 'onOpened')).toHaveLength(1);
    await peer.say(first.user, 'still there?');
    expect(await second.texts(1)).toEqual(['still there?']);
    expect(await second.eventNames()).not.toContain('onClosed');
    expect(await first.events('onTextMessage')).toEqual([]);
  });
}

test('published clients of all versions come back after their sockets were cut, and get what was said meanwhile', async () => {
  const proxy = await SignallingProxy.start(chat.server.url);
  try {
    const peer = await chat.chatters.enter('4.21.1', 'ben');
    // Enough attempts for any duration of the outage.
    const options = { autoReconnectNumMax: 1_000 };
    const all = await Promise.all(
      versions.map((version) => chat.chatters.enter(version, 'ann', { serverUrl: proxy.url, options })),
    );
    proxy.refuse();
    proxy.cut('reset');
    for (const client of all) {
      const errors = await client.told<{ type: number }>('onError');
      expect(errors[0]).toMatchObject({ type: 16 });
      await peer.say(client.user, 'meanwhile');
    }
    proxy.restore();
    for (const client of all) {
      await client.told('onOpened', 2);
      expect(await client.texts(1)).toEqual(['meanwhile']);
      await client.say(peer.user, `back on ${client.version}`);
    }
    expect(await peer.texts(all.length)).toEqual(versions.map((version) => `back on ${version}`));
  } finally {
    await proxy.close();
  }
});

test('published clients of all versions are logged out when their tokens are revoked, and hear it at the next login', async () => {
  for (const version of versions) {
    const ann = await chat.chatters.enter(version, 'ann');
    const accessToken = String(await ann.field('token'));
    const answer = await fetch(`${chat.server.url}/lectern/demo/token`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(answer.status).toBe(200);
    expect((await ann.told<{ type: number }>('onError')).map(({ type }) => type)).toContain(217);
    await ann.told('onClosed');
    expect(await ann.eventNames()).not.toContain('onReconnecting');
    const again = await chat.chatters.open({ version, user: ann.user });
    expect(await again.logIn({ accessToken })).toMatchObject({ type: version === '3.6.3' ? 40 : 56 });
  }
});

for (const version of versions.filter((each) => each !== '3.6.3')) {
  test(`${version} is told that its token ends`, async () => {
    const ann = await chat.chatters.enter(version, 'ann', { hasOwnClock: true });
    const { page } = ann;
    // Four fifths of a week, and the rest of it.
    await page.clock.fastForward(135 * HOUR_MS);
    await ann.told('onTokenWillExpire');
    expect(await ann.eventNames()).not.toContain('onTokenExpired');
    await page.clock.fastForward(34 * HOUR_MS);
    await ann.told('onTokenExpired');
    await ann.told('onClosed');
  });
}

test('4.x sees who is there', async () => {
  for (const version of versions.filter((each) => each !== '3.6.3')) {
    const [ann, ben] = [await chat.chatters.enter(version, 'ann'), await chat.chatters.enter(version, 'ben')];
    await ann.ask('subscribePresence', { usernames: [ben.user], expiry: 3_600 });
    await ben.ask('publishPresence', { description: 'busy' });
    const changes =
      await ann.told<readonly { readonly userId: string; readonly ext: string }[]>('onPresenceStatusChange');
    expect(changes.flat()).toContainEqual(expect.objectContaining({ userId: ben.user, ext: 'busy' }));
    const { result } = await ann.ask<{ result: readonly { readonly uid: string; readonly ext: string }[] }>(
      'getPresenceStatus',
      { usernames: [ben.user] },
    );
    expect(result).toEqual([expect.objectContaining({ uid: ben.user, ext: 'busy' })]);
  }
});
