import { describe, expect, it } from 'vitest';
import {
  Command,
  CommNotice,
  CommSyncDL,
  CommSyncUL,
  CommUnreadDL,
  decode,
  encode,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
  StatisticsBody,
  StatusCode,
  writeExt,
  type Meta,
  type Status,
} from '../im-protocol/index.js';
import { FakePlatform, settle, type FakeSocket } from '../testing/index.js';
import { ImClient, ImErrorCode, type ImMessage } from './index.js';

const QUEUE = { appKey: 'org#app', name: 'ben', domain: 'easemob.com' };

/** The server's end, as the wire document has it. */
class FakeImServer {
  readonly platform = new FakePlatform();
  readonly received: { readonly command: number; readonly sync: CommSyncUL }[] = [];
  /** What logins are answered with; nothing while undefined. */
  login: Status | undefined = { errorCode: StatusCode.Ok };
  /** What is unread at the next UNREAD. */
  unread: CommUnreadDL = {};
  isDeaf = false;

  constructor() {
    this.platform.sockets.onSocket = (socket) => {
      socket.onServerBytes = (bytes) => this.#onFrame(socket, decode(MSync, bytes));
    };
  }

  get syncs(): CommSyncUL[] {
    return this.received.filter(({ command }) => command === Command.Sync).map(({ sync }) => sync);
  }

  count(command: number): number {
    return this.received.filter((frame) => frame.command === command).length;
  }

  sync(message: CommSyncDL): void {
    const payload = encode(CommSyncDL, { status: {}, ...message });
    this.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Sync, payload }));
  }

  notice(): void {
    const payload = encode(CommNotice, { queue: QUEUE });
    this.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Notice, payload }));
  }

  chat(id: string, body: MessageBody = { contents: [{ type: 0, text: `text ${id}` }] }): Meta {
    const payload = encode(MessageBody, { type: 1, from: { name: 'a liar' }, ...body });
    return { id, from: QUEUE, to: { name: 'ann' }, timestamp: '1795000000000', ns: NameSpace.Chat, payload };
  }

  kick(operation: number): void {
    const payload = encode(StatisticsBody, { operation });
    this.sync({ metas: [{ id: '99', from: {}, ns: NameSpace.Statistic, payload }], queue: {}, isLast: true });
  }

  #onFrame(socket: FakeSocket, { command = 0, payload = new Uint8Array(), auth, guid }: MSync): void {
    this.received.push({ command, sync: command === Command.Sync ? decode(CommSyncUL, payload) : {} });
    if (this.isDeaf) return;
    if (command === Command.Provision && this.login) {
      if (auth !== '$t$token' || guid?.name !== 'ann') throw new Error(`a wrong login: ${auth}, ${guid?.name}`);
      const answer = encode(Provision, { status: this.login, resource: guid?.clientResource ?? '' });
      socket.serverSendBytes(encode(MSync, { command, payload: answer }));
    }
    if (command === Command.Unread) {
      socket.serverSendBytes(encode(MSync, { command, payload: encode(CommUnreadDL, this.unread) }));
      this.unread = {};
    }
  }
}

const setUp = (): { server: FakeImServer; platform: FakePlatform; client: ImClient; messages: ImMessage[] } => {
  const server = new FakeImServer();
  const { platform } = server;
  const client = new ImClient({
    appKey: 'org#app',
    identity: { username: 'ann', token: 'token' },
    restUrl: 'https://rtc.example/base/',
    platform,
  });
  const messages: ImMessage[] = [];
  client.on('message', (message) => messages.push(message));
  return { server, platform, client, messages };
};

const open = async (): Promise<ReturnType<typeof setUp>> => {
  const all = setUp();
  await all.client.open();
  await settle();
  return all;
};

const text = (data: string) => ({ to: 'ben', contentsType: 'TEXT', data }) as const;

describe('logging in', () => {
  it('opens the socket of the server and asks for what is unread', async () => {
    const { client, platform, server } = await open();
    expect(platform.sockets.latest.url).toBe('wss://rtc.example/base/websocket');
    expect(client.getSnapshot()).toMatchObject({ state: 'online', error: undefined });
    expect(server.count(Command.Unread)).toBe(1);
  });

  it('is over when it is refused, with the code that says why', async () => {
    const { client, server, platform } = setUp();
    const errors: unknown[] = [];
    client.on('ended', (error) => errors.push(error.code));
    server.login = { errorCode: StatusCode.Unauthorized, reason: 'who are you' };
    await expect(client.open()).rejects.toMatchObject({ code: ImErrorCode.LoginRefused, message: 'who are you' });
    expect(client.getSnapshot().state).toBe('ended');
    expect(errors).toEqual([ImErrorCode.LoginRefused]);
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
  });

  it('refuses options that cannot work', () => {
    const make = (more: object) => (): ImClient =>
      new ImClient({
        appKey: 'org#app',
        identity: { username: 'a', token: 't' },
        platform: new FakePlatform(),
        ...more,
      });
    expect(make({ appKey: 'org' })).toThrow('org#app');
    expect(make({ identity: { username: 'a', token: '' } })).toThrow('identity');
    expect(make({ socketUrl: 'ftp://x' })).toThrow('socketUrl');
  });
});

describe('reconnecting', () => {
  it('tries five times, 2 s apart, then says that it failed; opening again starts anew', async () => {
    const { client, platform } = await open();
    const errors: unknown[] = [];
    client.on('ended', (error) => errors.push(error.code));
    platform.sockets.behaviour = 'refuse';
    platform.sockets.latest.serverClose();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(client.getSnapshot().state).toBe('waiting');
      await platform.clock.advance(1_999);
      expect(platform.sockets.all).toHaveLength(attempt);
      await platform.clock.advance(1);
      expect(platform.sockets.all).toHaveLength(attempt + 1);
    }
    expect(client.getSnapshot()).toMatchObject({ state: 'failed', error: { code: ImErrorCode.Disconnected } });
    expect(errors).toEqual([ImErrorCode.Disconnected]);
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(6);
    expect(platform.network.listenerCount).toBe(0);
    platform.sockets.behaviour = 'accept';
    await client.open();
    expect(client.getSnapshot()).toMatchObject({ state: 'online', error: undefined });
  });

  it('waits while the machine has no network, and comes back at once with it', async () => {
    const { client, platform } = await open();
    const told: string[] = [];
    client.on('networkLost', () => told.push('lost'));
    client.on('restored', () => told.push('restored'));
    platform.network.set(false);
    expect(client.getSnapshot().state).toBe('offline');
    await platform.clock.advance(120_000);
    expect(platform.sockets.all).toHaveLength(1);
    platform.network.set(true);
    await settle();
    expect(client.getSnapshot().state).toBe('online');
    expect(told).toEqual(['lost', 'restored']);
  });

  it('notices a connection that died silently', async () => {
    const { client, platform, server } = await open();
    await platform.clock.advance(30_000);
    expect(server.count(Command.Unread)).toBe(2);
    platform.sockets.latest.isCut = true;
    await platform.clock.advance(40_000);
    expect(client.getSnapshot().state).toBe('waiting');
    await platform.clock.advance(2_000);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('gives up a server that does not answer the login, and one that talks nonsense', async () => {
    const { client, platform, server } = setUp();
    server.login = undefined;
    const opening = client.open();
    await platform.clock.advance(10_000);
    expect(client.getSnapshot().state).toBe('waiting');
    server.login = {};
    await platform.clock.advance(2_000);
    await opening;
    platform.sockets.latest.serverSendBytes(Uint8Array.of(255, 255));
    expect(client.getSnapshot().state).toBe('waiting');
  });

  it.each([
    [2, ImErrorCode.LoggedInElsewhere],
    [1, ImErrorCode.UserRemoved],
    [3, ImErrorCode.PasswordChanged],
    [4, ImErrorCode.KickedByOtherDevice],
  ])('does not happen after a kick (operation %s, code %s)', async (operation, code) => {
    const { client, platform, server } = await open();
    server.kick(operation);
    platform.sockets.latest.serverClose(4001);
    expect(client.getSnapshot()).toMatchObject({ state: 'ended', error: { code } });
    await platform.clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
    await expect(client.open()).rejects.toMatchObject({ code });
    expect(platform.clock.pendingTimers).toBe(0);
  });
});

describe('sending', () => {
  it('resolves with the server id and time of every kind of message', async () => {
    const { client, server } = await open();
    const media = { url: 'https://files/1', filename: 'a.png', fileSize: 9, width: 4, height: 3, thumbnailUrl: 't' };
    const drafts = [
      { ...text('hello'), ext: { image: 'i', video: 'v', href: 'h', sign: 1, headimg: 'u', name: 'Ann' } },
      { to: 'ben', contentsType: 'COMMAND', action: 'typing' },
      { to: 'ben', contentsType: 'IMAGE', ...media },
      { to: 'ben', contentsType: 'VIDEO', ...media, duration: 7 },
    ] as const;
    for (const [index, draft] of drafts.entries()) {
      const sent = client.send(draft);
      await settle();
      const { meta } = server.syncs.at(-1)!;
      expect(meta).toMatchObject({ to: QUEUE, ns: NameSpace.Chat });
      server.sync({ metaId: meta!.id!, serverId: `188245291463448985${index}`, timestamp: '1795246996531' });
      const expected = {
        ext: {},
        ...draft,
        id: `188245291463448985${index}`,
        from: 'ann',
        isOwn: true,
        type: 'single',
      };
      expect(await sent).toEqual({ ...expected, time: 1_795_246_996_531 });
      // What was written is what a receiver reads.
      server.sync({ metas: [{ ...meta, id: `${index + 1}`, from: { name: 'ben' } }], queue: QUEUE, isLast: true });
    }
    expect(client.getSnapshot().conversations[0]).toMatchObject({ peer: 'ben', unread: 3 });
  });

  it.each([
    [StatusCode.PermissionDenied, 'traffic limit', ImErrorCode.TooFast],
    [StatusCode.PermissionDenied, 'Sorry, data is too large', ImErrorCode.TooLarge],
    [StatusCode.Fail, 'group not found', ImErrorCode.GroupNotFound],
    [StatusCode.Fail, 'anything', ImErrorCode.ServerUnknown],
    [StatusCode.UserMuted, '', ImErrorCode.Muted],
    [StatusCode.PermissionDeniedExternal, 'the operator says no', ImErrorCode.BlockedByLogic],
    [StatusCode.UnknownCommand, '', ImErrorCode.LoadError],
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
    // The acknowledgement was lost, so they come once more.
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
    const payload = encode(CommNotice, { queue: other });
    server.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Notice, payload }));
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
        ...{ id: '7', type: 'single', contentsType: 'TEXT', data: '<b>', from: 'ben', to: 'ann' },
        ...{ time: 1_795_000_000_000, ext, isOwn: false },
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
});

it('leaves nothing behind when it is closed', async () => {
  const { client, platform, server } = await open();
  client.close();
  client.close();
  await settle();
  expect(server.count(Command.Logout)).toBe(1);
  expect(platform.sockets.open).toEqual([]);
  expect([platform.clock.pendingTimers, platform.network.listenerCount]).toEqual([0, 0]);
});
