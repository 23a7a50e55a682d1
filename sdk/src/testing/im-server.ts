import {
  Command,
  CommNotice,
  CommSyncDL,
  CommSyncUL,
  CommUnreadDL,
  decode,
  encode,
  GROUP_DOMAIN,
  MessageBody,
  Meta,
  MSync,
  NameSpace,
  Provision,
  StatisticsBody,
  StatusCode,
  USER_DOMAIN,
  type Jid,
  type Status,
} from '../im-protocol/index.js';
import { ImClient } from '../im/client.js';
import type { ImClientOptions, ImMessage } from '../im/types.js';
import { settle } from './clock.js';
import type { FakeAnswer, RecordedRequest } from './network.js';
import { FakePlatform } from './platform.js';
import type { FakeSocket } from './socket.js';

/** Queue and address of a user. */
export const userQueue = (name: string): Jid => ({ appKey: 'org#app', name, domain: USER_DOMAIN });

/** Queue and address of a group. */
export const groupQueue = (name: string): Jid => ({ appKey: 'org#app', name, domain: GROUP_DOMAIN });

/** The server's end of Ann's instant messages, according to the wire document; it acknowledges accepted messages. */
export class FakeImServer {
  readonly platform = new FakePlatform();
  readonly received: { readonly command: number; readonly sync: CommSyncUL }[] = [];
  /** Answer to logins; none while undefined. */
  login: Status | undefined = { errorCode: StatusCode.Ok };
  /** The only accepted token. */
  token = 'token';
  /** Token expiry in the answer to the login; omitted while undefined. */
  tokenEndsAt: number | undefined;
  /** Unread messages in the next answer to UNREAD. */
  unread: CommUnreadDL = {};
  /** Reason of the last login, which is sent to the device that it replaces. */
  loginReason = '';
  isDeaf = false;
  /** True if messages are acknowledged automatically. */
  acknowledges = false;
  #lastId = 1_000;

  constructor() {
    this.platform.sockets.onSocket = (socket) => {
      socket.onServerBytes = (bytes) => this.#onFrame(socket, decode(MSync, bytes));
    };
  }

  get syncs(): CommSyncUL[] {
    return this.received.filter(({ command }) => command === Command.Sync).map(({ sync }) => sync);
  }

  /** Bodies of received messages, including receipts and recalls, with their recipients. */
  get bodies(): readonly (MessageBody & { readonly target: Jid | undefined })[] {
    return this.syncs.flatMap(({ meta }) =>
      meta?.ns === NameSpace.Chat && meta.payload ? [{ ...decode(MessageBody, meta.payload), target: meta.to }] : [],
    );
  }

  count(command: number): number {
    return this.received.filter((frame) => frame.command === command).length;
  }

  sync(message: CommSyncDL, socket: FakeSocket = this.platform.sockets.latest): void {
    const payload = encode(CommSyncDL, { status: {}, ...message });
    socket.serverSendBytes(encode(MSync, { command: Command.Sync, payload }));
  }

  /** Acknowledges, or refuses, the last sent message. */
  answer(answer: CommSyncDL): void {
    this.sync({ metaId: this.syncs.at(-1)?.meta?.id ?? '0', ...answer });
  }

  /** Delivers items without a request. */
  push(...metas: readonly Meta[]): void {
    this.sync({ metas, queue: userQueue('ben'), isLast: true });
  }

  notice(queue: Jid = userQueue('ben')): void {
    const payload = encode(CommNotice, { queue });
    this.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Notice, payload }));
  }

  /** A message of Ben to Ann, or to a group. */
  chat(
    id: string,
    body: MessageBody = { contents: [{ type: 0, text: `text ${id}` }] },
    over: Partial<Meta> = {},
  ): Meta {
    const payload = encode(MessageBody, {
      type: over.to?.domain === GROUP_DOMAIN ? 2 : 1,
      from: { name: 'a liar' },
      ...body,
    });
    return {
      ...{ id, from: userQueue('ben'), to: userQueue('ann'), timestamp: '1795000000000', ns: NameSpace.Chat, payload },
      ...over,
    };
  }

  kick(operation: number, reason?: string, socket?: FakeSocket): void {
    const payload = encode(StatisticsBody, { operation, ...(reason !== undefined && { reason }) });
    this.sync({ metas: [{ id: '99', from: {}, ns: NameSpace.Statistic, payload }], queue: {}, isLast: true }, socket);
  }

  /** Answers a call below the app's path; returns the recorded requests. */
  onCall(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    answer: object | ((request: RecordedRequest) => object),
  ): RecordedRequest[] {
    const asked: RecordedRequest[] = [];
    this.platform.http.on(method, `/org/app/${path}`, (request) => {
      asked.push(request);
      const given = typeof answer === 'function' ? (answer as (request: RecordedRequest) => object)(request) : answer;
      return 'status' in given ? (given as FakeAnswer) : { body: given };
    });
    return asked;
  }

  /** Answers the history with pages of metas, the newest first, one per request. */
  onHistory(...pages: readonly (readonly Meta[])[]): RecordedRequest[] {
    return this.onCall('POST', 'users/ann/messageroaming', ({ body }) => {
      const { start } = body as { readonly start: number | string };
      const index = start === -1 ? 0 : Number(String(start).slice(1));
      const page = pages[index] ?? [];
      const msgs = page.map((meta) => ({ msg: base64(encode(Meta, meta)), msg_id: meta.id }));
      const isLast = index >= pages.length - 1;
      return { error: 0, data: { is_last: isLast, msgs, ...(!isLast && { next_key: `c${index + 1}` }) } };
    });
  }

  #onFrame(socket: FakeSocket, { command = 0, payload = new Uint8Array(), auth, guid }: MSync): void {
    const sync = command === Command.Sync ? decode(CommSyncUL, payload) : {};
    this.received.push({ command, sync });
    if (this.isDeaf) return;
    const reply = (answer: Uint8Array): void => socket.serverSendBytes(encode(MSync, { command, payload: answer }));
    if (command === Command.Provision && this.login) {
      if (guid?.name !== 'ann') throw new Error(`a wrong login: ${guid?.name}`);
      this.loginReason = decode(Provision, payload).reason ?? '';
      const isRight = auth === `$t$${this.token}`;
      const wrong = { errorCode: StatusCode.Unauthorized, reason: 'Sorry, token expired' };
      const authToken = JSON.stringify({ expires_in: this.tokenEndsAt });
      reply(
        encode(Provision, {
          status: isRight ? this.login : wrong,
          resource: guid.clientResource ?? '',
          ...(this.tokenEndsAt !== undefined && { authToken }),
        }),
      );
    }
    if (command === Command.Unread) {
      reply(encode(CommUnreadDL, { timestamp: String(this.platform.clock.now()), ...this.unread }));
      this.unread = {};
    }
    if (this.acknowledges && sync.meta?.id !== undefined) {
      this.#lastId += 1;
      const serverId = String(this.#lastId);
      this.sync({ metaId: sync.meta.id, serverId, timestamp: '1795000000999' });
    }
  }
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

export interface FakeChat {
  readonly server: FakeImServer;
  readonly platform: FakePlatform;
  readonly client: ImClient;
  /** Messages that the client emitted. */
  readonly messages: ImMessage[];
}

/** Ann's client on a fake platform, not open yet. */
export const fakeChat = (options: Partial<ImClientOptions> = {}): FakeChat => {
  const server = new FakeImServer();
  const { platform } = server;
  const client = new ImClient({
    appKey: 'org#app',
    identity: { username: 'ann', token: 'token' },
    restUrl: 'https://rtc.example/base/',
    platform,
    ...options,
  });
  const messages: ImMessage[] = [];
  client.on('message', (message) => messages.push(message));
  return { server, platform, client, messages };
};

/** Ann's client, online. */
export const openFakeChat = async (options: Partial<ImClientOptions> = {}): Promise<FakeChat> => {
  const chat = fakeChat(options);
  await chat.client.open();
  await settle();
  return chat;
};
