import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Meta } from '../im-protocol/index.js';
import { groupQueue, openFakeChat, userQueue, type FakeImServer } from '../testing/im-server.js';
import { settle } from '../testing/index.js';
import { withMessages } from './merge.js';
import { ImErrorCode, type ImMessage, type ImThread } from './index.js';

const text = (data: string) => ({ contentsType: 'TEXT', data }) as const;

const textsIn = (messages: readonly ImMessage[]): (string | undefined)[] =>
  messages.map((message) => (message.contentsType === 'TEXT' ? message.data : undefined));

const shown = (thread: ImThread): (string | undefined)[] => textsIn(thread.getSnapshot().messages);

/** Messages of Ben, the newest first, as in the history. */
const page = (server: FakeImServer, ...ids: readonly number[]): Meta[] => ids.map((id) => server.chat(String(id)));

describe('the history', () => {
  it('is read upward, page by page, until there is no more', async () => {
    const { client, server } = await openFakeChat();
    const asked = server.onHistory(page(server, 105, 104), page(server, 103, 102), page(server, 101));
    const history = client.history('ben', { pageSize: 2 });
    expect(textsIn(await history.older())).toEqual(['text 104', 'text 105']);
    expect(history.isComplete).toBe(false);
    expect(textsIn(await history.older())).toEqual(['text 102', 'text 103']);
    expect(textsIn(await history.older())).toEqual(['text 101']);
    expect(history.isComplete).toBe(true);
    expect(await history.older()).toEqual([]);
    expect(asked.map(({ body }) => body)).toMatchObject([
      { queue: 'ben@easemob.com', start: -1, pull_number: 2, is_positive: false },
      { start: 'c1' },
      { start: 'c2' },
    ]);
    expect(asked[0]?.headers.Authorization).toBe('Bearer token');
    expect(asked[0]?.url.href).toBe('https://rtc.example/base/org/app/users/ann/messageroaming');
  });

  it('is a list of all messages, the newest first, of a group, too', async () => {
    const { client, server } = await openFakeChat();
    const ofGroup = (id: string): Meta => server.chat(id, undefined, { to: groupQueue('g1') });
    const asked = server.onHistory([ofGroup('3'), ofGroup('2')], [ofGroup('1')]);
    const ids: string[] = [];
    for await (const { id, type, to } of client.history('g1', { type: 'group' })) ids.push(`${type} ${to} ${id}`);
    expect(ids).toEqual(['group g1 3', 'group g1 2', 'group g1 1']);
    expect(asked[0]?.body).toMatchObject({ queue: 'g1@conference.easemob.com', pull_number: 20 });
  });

  it('ends at an empty page, and where the server stays at its cursor', async () => {
    const { client, server } = await openFakeChat();
    server.onCall('POST', 'users/ann/messageroaming', { data: { is_last: false, next_key: '7' } });
    const empty = client.history('ben');
    expect(await empty.older()).toEqual([]);
    expect(empty.isComplete).toBe(true);
    const msgs = [{ msg: 'AAAA' }];
    server.onCall('POST', 'users/ann/messageroaming', { data: { is_last: false, next_key: '7', msgs } });
    const stuck = client.history('ben');
    await stuck.older();
    expect(stuck.isComplete).toBe(false);
    await stuck.older();
    expect(stuck.isComplete).toBe(true);
  });

  it('leaves out what cannot be read, and gives one page to all who ask for it at once', async () => {
    const { client, server } = await openFakeChat();
    const broken = { ...server.chat('3'), payload: Uint8Array.of(10, 99) };
    const asked = server.onHistory([server.chat('4'), broken, { id: '2', ns: 4 }, server.chat('1')]);
    const history = client.history('ben');
    const [first, second] = await Promise.all([history.older(), history.older()]);
    expect(textsIn(first)).toEqual(['text 1', 'text 4']);
    expect(second).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it('reads a page again that could not be read, and says why with a number', async () => {
    const { client, server } = await openFakeChat();
    const history = client.history('ben');
    server.onCall('POST', 'users/ann/messageroaming', { status: 401, body: { error: 'unauthorized' } });
    await expect(history.older()).rejects.toMatchObject({ code: ImErrorCode.TokenInvalid, reason: 'refused' });
    const refusal = { error: 605, error_description: 'group not found' };
    server.onCall('POST', 'users/ann/messageroaming', { status: 404, body: refusal });
    await expect(history.older()).rejects.toMatchObject({ code: 605, message: 'group not found' });
    server.onCall('POST', 'users/ann/messageroaming', { status: 503, body: 'away' });
    await expect(history.older()).rejects.toMatchObject({ code: ImErrorCode.RestFailed, reason: 'network' });
    server.onCall('POST', 'users/ann/messageroaming', { nothing: true });
    await expect(history.older()).rejects.toMatchObject({ reason: 'protocol' });
    server.onHistory(page(server, 1));
    expect(textsIn(await history.older())).toEqual(['text 1']);
  });

  it('gives up a server that does not answer', async () => {
    const { client, platform } = await openFakeChat();
    platform.http.on('POST', 'messageroaming', 'hang');
    const failed = expect(client.history('ben').older()).rejects.toMatchObject({ code: ImErrorCode.RequestTimeout });
    await platform.clock.advance(15_000);
    await failed;
  });

  it('is refused where nobody is named, and for pages that no server gives', async () => {
    const { client } = await openFakeChat();
    expect(() => client.history('')).toThrow('name the user');
    for (const pageSize of [0, 51, 1.5]) expect(() => client.history('ben', { pageSize })).toThrow('pageSize');
  });
});

describe('a thread', () => {
  it('is history and news as one list, each message once, and the same thread for all', async () => {
    const { client, server } = await openFakeChat();
    server.onHistory(page(server, 105, 104), page(server, 104, 103));
    const thread = client.thread('ben');
    expect(client.thread('org#app_ben@easemob.com')).toBe(thread);
    server.push(server.chat('105'), server.chat('106'), server.chat('99', undefined, { from: userQueue('cai') }));
    expect(thread.getSnapshot()).toMatchObject({ older: 'unknown' });
    const first = thread.getSnapshot().messages[0];
    await thread.loadOlder();
    expect(shown(thread)).toEqual(['text 104', 'text 105', 'text 106']);
    // An unchanged message stays the same object, so that it need not be rendered again.
    expect(thread.getSnapshot().messages[1]).toBe(first);
    expect(thread.getSnapshot().older).toBe('more');
    await thread.loadOlder();
    expect(shown(thread)).toEqual(['text 103', 'text 104', 'text 105', 'text 106']);
    expect(thread.getSnapshot().older).toBe('none');
    server.push(server.chat('1000'));
    expect(shown(thread).at(-1)).toBe('text 1000');
    const last = thread.getSnapshot();
    await thread.loadOlder();
    expect(thread.getSnapshot()).toBe(last);
  });

  it('goes on upward over pages of commands, which it does not show', async () => {
    const { client, server } = await openFakeChat();
    const command = server.chat('9', { contents: [{ type: 6, action: 'x' }] });
    server.onHistory([command], [command], page(server, 8), page(server, 7));
    const thread = client.thread('ben');
    await thread.loadOlder();
    expect(shown(thread)).toEqual(['text 8']);
    server.push(server.chat('10', { contents: [{ type: 6, action: 'x' }] }));
    expect(shown(thread)).toEqual(['text 8']);
  });

  it('says that it is loading, and why that failed, and tries again', async () => {
    const { client, platform, server } = await openFakeChat();
    const thread = client.thread('ben');
    const states: string[] = [];
    thread.subscribe(() => states.push(thread.getSnapshot().older));
    platform.http.on('POST', 'messageroaming', 'fail');
    const both = [thread.loadOlder(), thread.loadOlder()];
    for (const each of both) await expect(each).rejects.toMatchObject({ code: ImErrorCode.RestFailed });
    expect(thread.getSnapshot()).toMatchObject({ older: 'failed', error: { code: ImErrorCode.RestFailed } });
    server.onHistory([]);
    await thread.loadOlder();
    expect(thread.getSnapshot()).toEqual({ messages: [], older: 'none', error: undefined });
    expect(states).toEqual(['loading', 'failed', 'loading', 'none']);
  });

  it('shows a message while it is sent, under one key from then on', async () => {
    const { client, server } = await openFakeChat();
    const thread = client.thread('ben');
    const sending = thread.send({ ...text('one'), ext: { name: 'Ann' } });
    const [early] = thread.getSnapshot().messages;
    expect(early).toMatchObject({ id: '', status: 'sending', data: 'one', isOwn: true, ext: { name: 'Ann' } });
    await settle();
    // A received message is sorted before one that has no id yet.
    server.push(server.chat('50'));
    expect(shown(thread)).toEqual(['text 50', 'one']);
    server.answer({ serverId: '49', timestamp: '5' });
    const sent = await sending;
    expect(sent).toMatchObject({ key: early?.key, id: '49', time: 5, status: 'sent' });
    expect(shown(thread)).toEqual(['one', 'text 50']);
    expect(thread.getSnapshot().messages[0]).toBe(sent);
  });

  it('keeps a message that failed, with the reason, until it is sent again under its id or forgotten', async () => {
    const { client, server } = await openFakeChat();
    const thread = client.thread('ben');
    const failing = expect(thread.send(text('one'))).rejects.toMatchObject({ code: ImErrorCode.TooFast });
    await settle();
    const firstId = server.syncs.at(-1)?.meta?.id;
    server.answer({ status: { errorCode: 7, reason: 'traffic limit' } });
    await failing;
    const [failed] = thread.getSnapshot().messages;
    expect(failed).toMatchObject({ status: 'failed', error: true, errorCode: 509, errorText: 'traffic limit' });
    expect(client.getSnapshot().conversations).toEqual([]);

    const again = thread.retry(failed!.key);
    expect(thread.getSnapshot().messages).toMatchObject([{ key: failed!.key, status: 'sending', error: false }]);
    await settle();
    expect(server.syncs.at(-1)?.meta?.id).toBe(firstId);
    server.answer({ serverId: '3' });
    expect(await again).toMatchObject({ key: failed!.key, id: '3', status: 'sent', error: false, errorText: '' });
    await expect(thread.retry(failed!.key)).rejects.toMatchObject({ reason: 'invalid-argument' });

    const second = expect(thread.send(text('two'))).rejects.toMatchObject({ code: ImErrorCode.SocketLost });
    await settle();
    client.close();
    await second;
    const key = thread.getSnapshot().messages[1]!.key;
    thread.discard(key);
    expect(shown(thread)).toEqual(['one']);
    expect(() => thread.discard(key)).toThrow('no message of this key');
  });

  it('shows a message once that the history has before it is acknowledged', async () => {
    const { client, server } = await openFakeChat();
    const thread = client.thread('ben');
    const sending = thread.send(text('text 7'));
    await settle();
    server.onHistory([server.chat('7', undefined, { from: userQueue('ann'), to: userQueue('ben') })]);
    await thread.loadOlder();
    server.answer({ serverId: '7' });
    const { key } = await sending;
    expect(thread.getSnapshot().messages).toMatchObject([{ key, id: '7', data: 'text 7' }]);
  });

  it('refuses what cannot be sent without showing it', async () => {
    const { client } = await openFakeChat();
    const thread = client.thread('ben');
    await expect(thread.send(text(''))).rejects.toThrow('please enter content');
    expect(thread.getSnapshot().messages).toEqual([]);
  });

  it('marks its talk as read', async () => {
    const { client, server } = await openFakeChat();
    server.push(server.chat('1'));
    client.thread('ben').markRead();
    expect(client.getSnapshot().unread).toBe(0);
  });
});

describe('merging', () => {
  const message = (id: number | undefined, key = `k${id}`): ImMessage => ({
    ...{ key, id: id === undefined ? '' : String(id), type: 'single', from: 'ben', to: 'ann', time: 0, ext: {} },
    ...{ isOwn: id === undefined, status: 'sent', error: false, errorCode: 0, errorText: '', onlineState: 3 },
    ...{ contentsType: 'TEXT', data: '' },
  });

  it('has every id once, in order, whatever comes in whatever order and however often', () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 1_200 }), { maxLength: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(pages, fc.nat({ max: 3 }), (all, unsent) => {
        const waiting = Array.from({ length: unsent }, (_, index) => message(undefined, `~${index}`));
        let messages = withMessages([], waiting);
        for (const each of all)
          messages = withMessages(
            messages,
            each.map((id) => message(id)),
          );
        const ids = [...new Set(all.flat())].sort((a, b) => a - b).map(String);
        expect(messages.map(({ id }) => id)).toEqual([...ids, ...waiting.map(() => '')]);
        expect(messages.slice(ids.length)).toEqual(waiting);
      }),
    );
  });
});
