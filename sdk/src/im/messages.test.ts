import { describe, expect, it } from 'vitest';
import { NameSpace, readExt, StatusCode, writeExt, type MessageBody } from '../im-protocol/index.js';
import { fakeChat, groupQueue, openFakeChat, userQueue } from '../testing/im-server.js';
import { settle } from '../testing/index.js';
import { attachmentOf, ImErrorCode } from './index.js';

const QUEUE = userQueue('ben');
const [setUp, open] = [fakeChat, openFakeChat];

const text = (data: string) => ({ to: 'ben', contentsType: 'TEXT', data }) as const;

describe('sending', () => {
  it('resolves with the server id and time of every kind of message', async () => {
    const { client, messages, server } = await open();
    const media = { url: 'https://files/1', filename: 'a.png', fileSize: 9, width: 4, height: 3, thumbnailUrl: 't' };
    const drafts = [
      { ...text('hello'), ext: { image: 'i', video: 'v', href: 'h', sign: 1, headimg: 'u', name: 'Ann' } },
      { to: 'ben', contentsType: 'LINK', href: 'https://example.org/?a=1', data: 'look' },
      { to: 'ben', contentsType: 'COMMAND', action: 'typing' },
      { to: 'ben', contentsType: 'IMAGE', ...media },
      { to: 'ben', contentsType: 'VIDEO', ...media, duration: 7 },
    ] as const;
    for (const [index, draft] of drafts.entries()) {
      const sending = client.send(draft);
      await settle();
      const { meta } = server.syncs.at(-1)!;
      expect(meta).toMatchObject({ to: QUEUE, ns: NameSpace.Chat });
      server.answer({ serverId: `188245291463448985${index}`, timestamp: '1795246996531' });
      const sent = await sending;
      expect(sent).toMatchObject({
        ...{ ...draft, id: `188245291463448985${index}`, from: 'ann', isOwn: true, type: 'single', status: 'sent' },
        ...{ time: 1_795_246_996_531, error: false, errorCode: 0, errorText: '', onlineState: 3 },
      });
      // The sent message equals the message that the receiver reads.
      server.push({ ...meta, id: `${index + 1}`, from: { name: 'ben' } });
      const { key, id, from, isOwn, status, time, ...said } = sent;
      expect([key, id, from, isOwn, status, time]).toHaveLength(6);
      expect(messages.at(-1)).toMatchObject({ ...said, from: 'ben', isOwn: false, status: 'received' });
    }
    expect(client.getSnapshot().conversations[0]).toMatchObject({ peer: 'ben', unread: 4 });
  });

  it('goes to a group by the address and in the body of groups', async () => {
    const { client, server } = await open();
    const sent = client.send({ to: 'g1', type: 'group', contentsType: 'TEXT', data: 'all' });
    await settle();
    expect(server.bodies.at(-1)).toMatchObject({ type: 2, to: { name: 'g1' }, target: groupQueue('g1') });
    server.answer({ serverId: '5' });
    expect(await sent).toMatchObject({ type: 'group', to: 'g1' });
    expect(client.getSnapshot().conversations).toMatchObject([{ type: 'group', peer: 'g1', lastMessage: { id: '5' } }]);
  });

  it('takes addresses for names, and adds what every message of the user has', async () => {
    const { client, server } = await open({ ext: { headimg: 'a.png', name: 'Ann', sign: 1 } });
    client
      .send({ to: 'org#app_ben@easemob.com', contentsType: 'TEXT', data: 'x', ext: { name: 'A.' } })
      .catch(() => {});
    await settle();
    const { target, ext } = server.bodies.at(-1)!;
    expect(target).toEqual(QUEUE);
    expect(readExt(ext!)).toEqual({ headimg: 'a.png', name: 'A.', sign: 1 });
  });

  it.each([
    [StatusCode.PermissionDenied, 'traffic limit', ImErrorCode.TooFast],
    [StatusCode.PermissionDenied, 'Sorry, data is too large', ImErrorCode.TooLarge],
    [StatusCode.Fail, 'group not found', ImErrorCode.GroupNotFound],
    [StatusCode.Fail, 'anything', ImErrorCode.ServerUnknown],
    [StatusCode.UserMuted, '', ImErrorCode.Muted],
    [StatusCode.PermissionDeniedExternal, 'the operator says no', ImErrorCode.BlockedByLogic],
    [StatusCode.UnknownCommand, '', ImErrorCode.LoadError],
    [StatusCode.PermissionDenied, 'sensitive words', 501],
    [StatusCode.PermissionDenied, 'blocked by mod_antispam', 501],
    [StatusCode.PermissionDenied, 'user is mute', 219],
    [StatusCode.PermissionDenied, 'something new', 603],
    [StatusCode.Fail, 'blocked', 603],
    [StatusCode.Fail, 'nonroster', 221],
    [StatusCode.Fail, 'not in group or chatroom', 602],
    [StatusCode.Fail, 'not in group or chatroom white list', 506],
    [StatusCode.Fail, 'exceed recall time limit', 504],
    [StatusCode.Fail, 'message recall disabled', 505],
    [StatusCode.Fail, 'group is disabled', 608],
    [StatusCode.Fail, 'held by moderation', 508],
    [StatusCode.Fail, 'Sorry, user not found', 204],
    [StatusCode.Fail, 'constructor', 503],
  ])('rejects with the code of a refusal (status %s, %s: %s)', async (errorCode, reason, code) => {
    const { client, server } = await open();
    const sent = client.send(text('x'));
    await settle();
    server.sync({ metaId: server.syncs.at(-1)!.meta!.id!, status: { errorCode, reason } });
    await expect(sent).rejects.toMatchObject({ code, reason: 'refused' });
  });

  it('goes out again, in order and under the same id, when the socket was lost before the acknowledgement', async () => {
    const { client, platform, server } = await open();
    const both = [client.send(text('one')), client.send(text('two'))];
    await settle();
    const ids = server.syncs.map(({ meta }) => meta?.id);
    platform.sockets.latest.serverClose();
    const third = client.send(text('three'));
    await platform.clock.advance(2_000);
    const again = server.syncs.slice(2).map(({ meta }) => meta!.id!);
    expect(again).toEqual([...ids, again[2]]);
    expect(BigInt(again[2]!)).toBeGreaterThan(BigInt(again[1]!));
    for (const [index, id] of again.entries()) server.sync({ metaId: id, serverId: String(index + 1) });
    expect(await Promise.all([...both, third])).toMatchObject([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('rejects with 512 after 15 s without an acknowledgement, and takes a new socket', async () => {
    const { client, platform } = await open();
    const failed = expect(client.send(text('x'))).rejects.toMatchObject({ code: ImErrorCode.SendTimeout });
    await platform.clock.advance(15_000);
    await failed;
    expect(client.getSnapshot().state).toBe('waiting');
  });

  it('rejects what cannot be sent, before anything is sent', async () => {
    const { client, server } = setUp();
    await expect(client.send(text('x'))).rejects.toMatchObject({ code: ImErrorCode.NotLoggedIn });
    await client.open();
    await expect(client.send(text(''))).rejects.toThrow('please enter content');
    await expect(client.send({ ...text('x'), to: '' })).rejects.toThrow('name the user');
    const link = (href: string) => client.send({ to: 'ben', contentsType: 'LINK', href });
    await expect(link('')).rejects.toThrow('please enter link');
    const foreign = 'other#app_ben@easemob.com';
    await expect(client.send({ ...text('x'), to: foreign })).rejects.toThrow('another application');
    expect(() => client.thread(foreign)).toThrow('another application');
    await expect(link('javascript:alert(1)')).rejects.toMatchObject({ code: ImErrorCode.BadParameter });
    expect(server.syncs).toEqual([]);
    const pending = expect(client.send(text('x'))).rejects.toMatchObject({ code: ImErrorCode.SocketLost });
    client.close();
    await pending;
    await expect(client.send(text('x'))).rejects.toMatchObject({ code: ImErrorCode.NotLoggedIn });
  });
});

describe('receiving', () => {
  it('pulls what was missed, acknowledges it, and tells each message once', async () => {
    const { client, messages, platform, server } = setUp();
    server.unread = { unread: [{ queue: QUEUE, n: 2 }] };
    await client.open();
    await settle();
    expect(server.syncs).toEqual([{ queue: QUEUE }]);
    server.sync({ metas: [server.chat('11'), server.chat('12')], nextKey: '12', queue: QUEUE });
    await settle();
    expect(server.syncs.at(-1)).toEqual({ queue: QUEUE, key: '12' });
    server.sync({ queue: QUEUE, isLast: true });
    // The acknowledgement was lost, so they are sent again.
    platform.sockets.latest.serverClose();
    server.unread = { unread: [{ queue: QUEUE, n: 1 }] };
    await platform.clock.advance(2_000);
    server.sync({ metas: [server.chat('12'), server.chat('13')], nextKey: '13', queue: QUEUE });
    expect(messages.map(({ id }) => id)).toEqual(['11', '12', '13']);
    expect(client.getSnapshot()).toMatchObject({ unread: 3, conversations: [{ peer: 'ben', unread: 3 }] });
    client.markRead('ben');
    expect(client.getSnapshot()).toMatchObject({ unread: 0, conversations: [{ lastMessage: { id: '13' } }] });
  });

  it('pulls one queue at a time, on notice', async () => {
    const { server } = await open();
    server.notice();
    await settle();
    const other = { ...QUEUE, name: 'cai' };
    server.notice(other);
    await settle();
    expect(server.syncs).toEqual([{ queue: QUEUE }]);
    server.sync({ queue: QUEUE, isLast: true });
    await settle();
    expect(server.syncs.at(-1)).toEqual({ queue: other });
  });

  it('tells who sent it by what the server says, and gives the extensions back', async () => {
    const { messages, server } = await open();
    const ext = { sign: 2, name: 'Ben', nested: { deep: [1, null] }, yes: true };
    server.sync({
      metas: [server.chat('7', { contents: [{ type: 0, text: '<b>' }], ext: writeExt(ext) })],
      queue: QUEUE,
      isLast: true,
    });
    expect(messages).toEqual([
      {
        ...{ key: '7', id: '7', type: 'single', contentsType: 'TEXT', data: '<b>', from: 'ben', to: 'ann' },
        ...{ time: 1_795_000_000_000, ext, isOwn: false, status: 'received' },
        ...{ error: false, errorCode: 0, errorText: '', onlineState: 3 },
      },
    ]);
  });

  it('lives through messages that it cannot read, and does not count commands as unread', async () => {
    const { client, messages, server } = await open();
    const broken = { ...server.chat('1'), payload: Uint8Array.of(10, 99) };
    const receipt = server.chat('2', { type: 5 });
    const command = server.chat('3', { contents: [{ type: 6, action: 'go' }] });
    const unknown = server.chat('4', { contents: [{ type: 8 }] });
    server.sync({ metas: [broken, receipt, command, unknown], queue: QUEUE, isLast: true });
    expect(messages.map(({ contentsType }) => contentsType)).toEqual(['COMMAND', 'UNKNOWN']);
    expect(client.getSnapshot().unread).toBe(1);
  });

  it('gives the extensions of the specification their types, and leaves out what has another one', async () => {
    const { messages, server } = await open();
    const ext = {
      image: 7,
      video: { a: 1 },
      href: ['x'],
      headimg: null,
      name: { toString: 'no' },
      sign: '2',
      other: [1],
    };
    server.push(server.chat('7', { contents: [{ type: 0, text: 'x' }], ext: writeExt(ext) }));
    server.push(
      server.chat('8', { contents: [{ type: 0, text: 'x' }], ext: writeExt({ sign: 'x', __proto__: null }) }),
    );
    expect(messages.map((message) => message.ext)).toEqual([{ image: '7', sign: 2, other: [1] }, {}]);
  });

  it('reads links only where they may be followed', async () => {
    const { messages, server } = await open();
    const hrefs = [
      'https://example.org/',
      'javascript:alert(1)',
      'data:text/html,x',
      ' java\nscript:alert(1)',
      '/x',
      '',
    ];
    for (const [index, href] of hrefs.entries()) {
      server.push(server.chat(`${index + 1}`, { contents: [{ type: 0, text: 'go' }], ext: writeExt({ href }) }));
    }
    expect(messages.map(({ contentsType }) => contentsType)).toEqual([
      'LINK',
      ...Array.from({ length: 5 }, () => 'TEXT'),
    ]);
  });

  it('finds picture, video and link of a message in both forms, and no address that is not of the web', async () => {
    const { messages, server } = await open();
    const bodies: readonly MessageBody[] = [
      { contents: [{ type: 1, remotePath: 'https://f/1.png' }] },
      { contents: [{ type: 2, remotePath: 'https://f/2.mp4' }] },
      { contents: [{ type: 0, text: '' }], ext: writeExt({ image: 'https://f/3.png' }) },
      { contents: [{ type: 0, text: '' }], ext: writeExt({ video: 'https://f/4.mp4', image: '' }) },
      { contents: [{ type: 0, text: 'see' }], ext: writeExt({ href: 'https://f/5' }) },
      { contents: [{ type: 0, text: '' }], ext: writeExt({ image: 'javascript:alert(1)' }) },
      { contents: [{ type: 1, remotePath: 'data:text/html,x' }] },
      { contents: [{ type: 0, text: 'plain' }] },
      { contents: [{ type: 5 }] },
    ];
    for (const [index, body] of bodies.entries()) server.push(server.chat(`${index + 1}`, body));
    expect(messages.map(attachmentOf)).toEqual([
      { kind: 'image', url: 'https://f/1.png' },
      { kind: 'video', url: 'https://f/2.mp4' },
      { kind: 'image', url: 'https://f/3.png' },
      { kind: 'video', url: 'https://f/4.mp4' },
      { kind: 'link', url: 'https://f/5' },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('keeps talks in groups apart from talks with users of the same name', async () => {
    const { client, messages, server } = await open();
    server.push(server.chat('1'), server.chat('2', undefined, { to: groupQueue('ben') }));
    expect(messages).toMatchObject([
      { type: 'single', to: 'ann' },
      { type: 'group', from: 'ben', to: 'ben' },
    ]);
    client.markRead('ben');
    expect(client.getSnapshot()).toMatchObject({
      conversations: [
        { type: 'group', peer: 'ben', unread: 1 },
        { type: 'single', peer: 'ben', unread: 0 },
      ],
      unread: 1,
    });
    await settle();
    expect(server.bodies).toMatchObject([{ type: 7, target: QUEUE }]);
    client.markRead('ben', 'group');
    client.markRead('ben', 'group');
    await settle();
    expect(server.bodies.slice(1)).toMatchObject([{ type: 7, target: groupQueue('ben') }]);
  });

  it('tells how a message was delivered where the server says so', async () => {
    const { messages, server } = await open();
    const meta = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const [index, said] of ['{"is_online":1}', '{"is_online":"x"}', 'null', '{', ''].entries()) {
      server.push(server.chat(`${index + 1}`, undefined, { meta: meta(said) }));
    }
    expect(messages.map(({ onlineState }) => onlineState)).toEqual([1, 3, 3, 3, 3]);
  });

  it('shows own messages of another device as own ones', async () => {
    const { client, messages, server } = await open();
    server.push(server.chat('1', undefined, { from: userQueue('ann'), to: QUEUE }));
    expect(messages).toMatchObject([{ isOwn: true, status: 'sent', to: 'ben' }]);
    expect(client.getSnapshot()).toMatchObject({
      unread: 0,
      conversations: [{ peer: 'ben', lastMessage: { id: '1' } }],
    });
  });
});

describe('taking back', () => {
  it('asks the server, and leaves nothing of what the message said', async () => {
    const { client, server } = await open();
    server.acknowledges = true;
    const thread = client.thread('ben');
    const sent = await client.send(text('a secret'));
    await client.recall(sent);
    expect(server.bodies.at(-1)).toMatchObject({ type: 6, ackMessageId: sent.id, target: QUEUE });
    expect(thread.getSnapshot().messages).toMatchObject([{ key: sent.key, contentsType: 'RECALLED', isOwn: true }]);
    expect(JSON.stringify([thread.getSnapshot(), client.getSnapshot()])).not.toContain('secret');
  });

  it('is refused with the code of the server, and for what is not there or of somebody else', async () => {
    const { client, messages, server } = await open();
    server.push(server.chat('1'));
    await expect(client.recall(messages[0]!)).rejects.toMatchObject({ code: ImErrorCode.BadParameter });
    const own = { ...messages[0]!, isOwn: true };
    const recalling = client.recall(own);
    await settle();
    server.answer({ status: { errorCode: StatusCode.Fail, reason: 'exceed recall time limit' } });
    await expect(recalling).rejects.toMatchObject({ code: ImErrorCode.RecallTimeLimit });
  });

  it('of the other side takes effect for its own messages only', async () => {
    const { client, messages, server } = await open();
    const recalls: unknown[] = [];
    client.on('recalled', (recall) => recalls.push(recall));
    server.acknowledges = true;
    const thread = client.thread('ben');
    const own = await client.send(text('mine'));
    server.push(server.chat('5', { contents: [{ type: 0, text: 'oops' }] }));
    server.push(server.chat('6', { type: 6, ackMessageId: '5' }), server.chat('7', { type: 6, ackMessageId: own.id }));
    expect(recalls[0]).toEqual({ id: '5', type: 'single', peer: 'ben', from: 'ben' });
    expect(thread.getSnapshot().messages.map(({ contentsType }) => contentsType)).toEqual(['RECALLED', 'TEXT']);
    expect(client.getSnapshot().conversations[0]?.lastMessage).toMatchObject({ id: '5', contentsType: 'RECALLED' });
    expect(messages).toHaveLength(1);
  });
});

describe('receipts', () => {
  it('are sent for single messages of others, where the application wants them', async () => {
    const { server } = await open({ receipts: true });
    server.push(
      server.chat('1'),
      server.chat('2', undefined, { to: groupQueue('g1') }),
      server.chat('3', undefined, { from: userQueue('ann'), to: QUEUE }),
      server.chat('4', { type: 5, ackMessageId: '9' }),
    );
    await settle();
    expect(server.bodies).toMatchObject([{ type: 5, ackMessageId: '1', target: QUEUE }]);
    const silent = await open();
    silent.server.push(silent.server.chat('1'));
    await settle();
    expect(silent.server.bodies).toEqual([]);
  });

  it('of the other side turn own messages into delivered and read ones', async () => {
    const { client, server } = await open();
    server.acknowledges = true;
    const thread = client.thread('ben');
    const states = (): readonly string[] => thread.getSnapshot().messages.map(({ status }) => status);
    const [, second] = [await client.send(text('1')), await client.send(text('2')), await client.send(text('3'))];
    server.push(server.chat('1', { type: 5, ackMessageId: second.id }));
    expect(states()).toEqual(['sent', 'delivered', 'sent']);
    server.push(server.chat('2', { type: 4, ackMessageId: second.id }));
    expect(states()).toEqual(['read', 'read', 'sent']);
    server.push(server.chat('3', { type: 5, ackMessageId: second.id }), server.chat('4', { type: 7 }));
    expect(states()).toEqual(['read', 'read', 'read']);
  });

  it('of another device of the same user mean that it has read there', async () => {
    const { client, server } = await open();
    server.push(server.chat('1'));
    expect(client.getSnapshot().unread).toBe(1);
    server.push(server.chat('2', { type: 7 }, { from: userQueue('ann'), to: QUEUE }));
    expect(client.getSnapshot().unread).toBe(0);
    expect(server.bodies).toEqual([]);
  });
});
