import { expect, test } from '@playwright/test';
import { PASSWORD, type ChatClient, type SeenError, type SeenMessage } from './chat-client.js';
import { CHAT_VERSIONS, type ChatVersion } from './chat-pages.js';
import { chatSetUp } from './chat-set-up.js';
import { OwnClient } from './own-client.js';

const VERSIONS = Object.keys(CHAT_VERSIONS) as ChatVersion[];
const PAIRS: readonly [ChatVersion, ChatVersion][] = [
  ['3.6.3', '4.21.1'],
  ['4.8.1', '4.7.0'],
];

const FILE = { url: 'https://files.example/1', filename: 'one.png', secret: '', size: { width: 4, height: 3 } };
const EXT = {
  sign: 1,
  headimg: 'https://example.org/a.png?x=1&y=2',
  name: '安 😀',
  image: '',
  flag: true,
  off: false,
  pi: 3.5,
  below: -7,
  nested: { a: [1, { b: 'c' }] },
};

const chat = chatSetUp();

const isOld = ({ version }: ChatClient): boolean => version === '3.6.3';

for (const version of VERSIONS) {
  test(`${version} logs in, and hears why it may not`, async () => {
    const ann = await chat.chatters.enter(version, 'ann');
    expect(await ann.eventNames()).not.toContain('onError');
    const attempt = async (user: string, credentials: { pwd?: string; accessToken?: string }): Promise<SeenError> => {
      const error = await (await chat.chatters.open({ version, user })).logIn(credentials);
      expect(error, 'a login that must fail').toBeDefined();
      return error!;
    };
    const wrong = await attempt(ann.user, { pwd: 'wrong' });
    expect(wrong).toMatchObject({ type: 1 });
    expect(JSON.stringify(wrong)).toContain('invalid password');
    const unknown = await attempt('nobody', { pwd: PASSWORD });
    expect(unknown).toMatchObject({ type: 1 });
    expect(JSON.stringify(unknown)).toContain('user not found');
    expect(await attempt(ann.user, { accessToken: 'YWMtforged' })).toMatchObject({ type: isOld(ann) ? 40 : 2 });

    const token = (await ann.field('token')) as string;
    const phone = await chat.chatters.open({ version, user: ann.user, options: { deviceId: 'phone' } });
    expect(await phone.logIn({ accessToken: token })).toBeUndefined();
    expect(await ann.eventNames()).not.toContain('onClosed');
  });

  test(`${version} finds its hosts, and keeps what users say of themselves`, async () => {
    const user = await chat.chatters.newUser('ann');
    const ann = await chat.chatters.open({ version, user, options: { isHttpDNS: true }, isDiscovering: true });
    expect(await ann.logIn()).toBeUndefined();
    await ann.ask('updateOwnUserInfo', { nickname: 'Ann & 安', avatarurl: 'https://example.org/a.png?x=1', sign: '2' });
    await ann.ask('updateOwnUserInfo', 'ext', '{"a":1}');
    const ben = await chat.chatters.enter(version, 'ben');
    const found = await ben.ask<{ data: object }>('fetchUserInfoById', [user, ben.user]);
    expect(found.data).toEqual({
      [user]: { nickname: 'Ann & 安', avatarurl: 'https://example.org/a.png?x=1', sign: '2', ext: '{"a":1}' },
      [ben.user]: {},
    });
    expect((await ben.ask<{ data: object }>('fetchUserInfoById', user, ['sign'])).data).toEqual({
      [user]: { sign: '2' },
    });
  });
}

for (const [first, second] of PAIRS) {
  test(`${first} and ${second} chat in every kind of message`, async () => {
    const [ann, ben] = [await chat.chatters.enter(first, 'ann'), await chat.chatters.enter(second, 'ben')];
    const { localId, serverId } = await ann.send(ben.user, 'txt', { msg: '<b>hello</b> 你好 😀', ext: EXT });
    expect((await ann.told('onReceivedMessage'))[0]).toMatchObject({ id: localId, mid: serverId, to: ben.user });
    const [text] = await ben.told<SeenMessage>('onTextMessage');
    expect(text).toMatchObject({ id: serverId, type: 'chat', contentsType: 'TEXT', data: '<b>hello</b> 你好 😀' });
    expect(text).toMatchObject({ from: ann.user, to: ben.user, ext: EXT, error: false });
    expect(Number(text?.time)).toBeGreaterThan(1_600_000_000_000);
    await ben.post('read', { id: serverId, to: ann.user });
    expect((await ann.told('onReadMessage'))[0]).toMatchObject({ mid: serverId });
    await ben.post('delivery', { ackId: serverId, to: ann.user });
    expect((await ann.told('onDeliveredMessage'))[0]).toMatchObject({ mid: serverId });

    await ben.send(ann.user, 'img', { body: FILE, ext: EXT });
    expect((await ann.told<SeenMessage>('onPictureMessage'))[0]).toMatchObject({
      ...{ contentsType: 'IMAGE', filename: 'one.png', width: 4, height: 3, ext: EXT },
      url: expect.stringContaining(FILE.url),
    });
    await ann.send(ben.user, 'video', { body: { ...FILE, filename: 'two.mp4', length: 12 }, ext: { video: 'v' } });
    expect((await ben.told<SeenMessage>('onVideoMessage'))[0]).toMatchObject({
      ...{ contentsType: 'VIDEO', filename: 'two.mp4', length: 12, ext: { video: 'v' } },
      url: expect.stringContaining(FILE.url),
    });
    await ben.send(ann.user, 'cmd', { action: 'look', ext: { at: 1 } });
    expect((await ann.told<SeenMessage>('onCmdMessage'))[0]).toMatchObject({ action: 'look', ext: { at: 1 } });

    await ann.ask('recallMessage', { mid: serverId, to: ben.user, type: isOld(ann) ? 'chat' : 'singleChat' });
    expect((await ben.told('onRecallMessage'))[0]).toMatchObject({ mid: serverId, from: ann.user });
  });

  test(`${first} and ${second} get what was said meanwhile, in order, and read it again to its beginning`, async () => {
    const [ann, ben] = [await chat.chatters.enter(first, 'ann'), await chat.chatters.enter(second, 'ben')];
    const all = Array.from({ length: 65 }, (_, index) => `number ${index}`);
    const ids = await ann.sayAll(ben.user, all);
    expect(await ben.texts(all.length)).toEqual(all);
    expect((await ben.told<SeenMessage>('onTextMessage')).map(({ id }) => id)).toEqual(ids);

    await ben.logOut();
    await ann.sayAll(ben.user, ['one', 'two', 'three']);
    const later = await chat.chatters.enter(second, 'ben', { user: ben.user, context: ben.page.context() });
    expect(await later.texts(3)).toEqual(['one', 'two', 'three']);
    await later.logOut();
    const again = await chat.chatters.enter(second, 'ben', { user: ben.user, context: ben.page.context() });
    await ann.say(ben.user, 'four');
    expect(await again.texts(1)).toEqual(['four']);

    const whole = [...all, 'one', 'two', 'three', 'four'];
    for (const [reader, peer] of [
      [ann, again.user],
      [again, ann.user],
    ] as const) {
      expect(await reader.fetchHistory(peer)).toEqual(whole);
      if (!isOld(reader)) expect(await reader.readHistory(peer)).toEqual(whole);
    }
  });
}

test('published clients of all versions and our own read each other', async ({ browser }) => {
  const own = await OwnClient.enter(browser, chat.pages, chat.server.url, chat.chatters.unusedName('own'));
  const all = await Promise.all(VERSIONS.map((version) => chat.chatters.enter(version, 'ann')));
  for (const client of all) {
    await client.send(own.user, 'txt', { msg: `from ${client.version}`, ext: EXT });
    await own.say(client.user, 'from our own', 'single', EXT);
    expect((await client.told<SeenMessage>('onTextMessage'))[0]).toMatchObject({
      ...{ type: 'chat', from: own.user, to: client.user, data: 'from our own', ext: EXT },
    });
    expect(await client.fetchHistory(own.user)).toEqual([`from ${client.version}`, 'from our own']);
    expect(await own.history(client.user)).toEqual([`from ${client.version}`, 'from our own']);
  }
  expect(await own.texts(all.length)).toEqual(VERSIONS.map((version) => `from ${version}`));
  const { sign, headimg, name, nested } = EXT;
  expect((await own.messages())[0]).toMatchObject({ from: all[0]?.user, ext: { sign, headimg, name, nested } });
  await own.close();
});

test('published clients of all versions list their conversations, and are told what is too much', async () => {
  const ben = await chat.chatters.enter('4.21.1', 'ben');
  for (const version of VERSIONS) {
    const ann = await chat.chatters.enter(version, 'ann');
    await ben.say(ann.user, `for ${version}`);
    await ann.texts(1);
    const list = await ann.conversations();
    expect(list).toEqual([{ peer: ben.user, unread: 1, text: `for ${version}` }]);
    const long = ann.say(ben.user, 'x'.repeat(100_000));
    await expect(long).rejects.toThrow(isOld(ann) ? /data is too large/ : /"type":511/);
    await ann.say(ben.user, 'short');
  }
});
