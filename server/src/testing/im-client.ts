import {
  BodyType,
  Command,
  CommNotice,
  CommSyncDL,
  CommSyncUL,
  CommUnreadDL,
  decode,
  encode,
  GROUP_DOMAIN,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
  USER_DOMAIN,
  type Meta,
} from '@lectern/rtc/im-protocol';
import { WebSocket } from 'ws';

const WAIT_MS = 20_000;

export type ImFrame =
  | { readonly command: 'provision'; readonly body: Provision }
  | { readonly command: 'unread'; readonly body: CommUnreadDL }
  | { readonly command: 'notice'; readonly body: CommNotice }
  | { readonly command: 'sync'; readonly body: CommSyncDL };

function readFrame(bytes: Uint8Array): ImFrame {
  const { command = 0, payload = new Uint8Array() } = decode(MSync, bytes);
  if (command === Command.Provision) return { command: 'provision', body: decode(Provision, payload) };
  if (command === Command.Unread) return { command: 'unread', body: decode(CommUnreadDL, payload) };
  if (command === Command.Notice) return { command: 'notice', body: decode(CommNotice, payload) };
  return { command: 'sync', body: decode(CommSyncDL, payload) };
}

export const textOf = (meta: Meta): string | undefined =>
  decode(MessageBody, meta.payload ?? new Uint8Array()).contents?.[0]?.text;

/** A client of the wire protocol: sends frames and waits for matching ones. */
export class ImWire {
  readonly received: ImFrame[] = [];
  /** Frames of SockJS that carry no message. */
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | undefined;
  readonly #waiting = new Set<() => void>();
  #lastId = 0;

  private constructor(
    readonly socket: WebSocket,
    readonly user: string,
  ) {
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.received.push(readFrame(data));
      else this.#onText(data.toString());
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
    socket.on('open', () => this.#wake());
    socket.on('error', () => this.#wake());
  }

  static async open(url: string, user = '', path = '/websocket'): Promise<ImWire> {
    const client = new ImWire(new WebSocket(`${url.replace('http', 'ws')}${path}`), user);
    await client.#until(() => client.socket.readyState !== WebSocket.CONNECTING, 'the socket to open');
    return client;
  }

  /** Opens a socket of SockJS, whose first frame is a greeting. */
  static async openSockJs(url: string, user = ''): Promise<ImWire> {
    const client = await ImWire.open(url, user, '/ws/123/abcdefgh/websocket');
    await client.#until(() => client.texts.length > 0 || client.closed !== undefined, 'a greeting');
    return client;
  }

  /** Opens a socket and logs in. */
  static async enter(url: string, user: string, token: string, resource = 'web'): Promise<ImWire> {
    return (await ImWire.open(url, user)).enter(token, resource);
  }

  async enter(token: string, resource = 'web'): Promise<this> {
    this.logIn(token, { resource });
    const { status } = await this.next('provision');
    if (status?.errorCode) throw new Error(`the login was refused: ${JSON.stringify(status)}`);
    return this;
  }

  logIn(token: string, { resource = 'web', appKey = 'lectern#demo', reason = '' } = {}): void {
    this.frame({
      guid: { appKey, name: this.user, domain: USER_DOMAIN, clientResource: resource },
      auth: `$t$${token}`,
      command: Command.Provision,
      payload: encode(Provision, { resource, reason }),
    });
  }

  frame(message: MSync): void {
    this.raw(encode(MSync, message));
  }

  /** Sends a frame in the format of its transport. */
  raw(bytes: Uint8Array): void {
    this.socket.send(this.texts.length === 0 ? bytes : JSON.stringify([Buffer.from(bytes).toString('base64')]));
  }

  sync(message: CommSyncUL): void {
    this.frame({ command: Command.Sync, payload: encode(CommSyncUL, message) });
  }

  /** Sends a text and resolves with the answer. */
  async write(to: string, text: string, more: Partial<Meta> & { body?: MessageBody } = {}): Promise<CommSyncDL> {
    this.#lastId += 1;
    const { body, ...meta } = more;
    const id = meta.id ?? String(this.#lastId);
    const payload = encode(MessageBody, {
      type: BodyType.Chat,
      from: { name: this.user },
      to: { name: to },
      contents: [{ type: 0, text }],
      ...body,
    });
    const jid = { appKey: 'lectern#demo', name: to, domain: USER_DOMAIN };
    this.sync({ meta: { to: jid, ns: NameSpace.Chat, payload, ...meta, id } });
    return this.next('sync', (answer) => answer.metaId === id);
  }

  /** Sends a text to a group and resolves with the answer. */
  writeToGroup(id: string, text: string, more: Partial<Meta> & { body?: MessageBody } = {}): Promise<CommSyncDL> {
    const to = { appKey: 'lectern#demo', name: id, domain: GROUP_DOMAIN };
    return this.write(id, text, { to, ...more, body: { type: BodyType.Groupchat, ...more.body } });
  }

  /** Lists unread messages, and pulls all of them as deployed clients do. */
  async takeUnread(): Promise<Meta[]> {
    this.frame({ command: Command.Unread });
    const { unread = [] } = await this.next('unread');
    const found: Meta[] = [];
    for (const { queue } of unread) found.push(...(await this.take(queue?.name ?? '', queue?.domain)));
    return found;
  }

  async take(peer: string, domain = USER_DOMAIN): Promise<Meta[]> {
    const queue = { appKey: 'lectern#demo', name: peer, domain };
    const found: Meta[] = [];
    this.sync({ queue });
    for (;;) {
      const { metas = [], nextKey, isLast } = await this.next('sync', (sync) => sync.queue?.name === peer);
      found.push(...metas);
      if (isLast) return found;
      this.sync({ queue, key: nextKey ?? '0' });
    }
  }

  /** The first frame of a command, received or to come, that matches; removed from `received`. */
  async next<C extends ImFrame['command'], B = Extract<ImFrame, { command: C }>['body']>(
    command: C,
    match: (body: B) => boolean = () => true,
  ): Promise<B> {
    const isIt = (frame: ImFrame): boolean => frame.command === command && match(frame.body as B);
    await this.#until(() => this.received.some(isIt) || this.closed !== undefined, `a ${command}`);
    const [found] = this.received.splice(this.received.findIndex(isIt), 1);
    if (found === undefined || !isIt(found)) throw new Error(`the socket closed before a ${command} came`);
    return found.body as B;
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.#until(() => this.closed !== undefined, 'the socket to close');
    return this.closed ?? { code: 0, reason: '' };
  }

  #onText(text: string): void {
    if (!text.startsWith('a')) return void this.texts.push(text);
    for (const message of JSON.parse(text.slice(1)) as string[]) {
      this.received.push(readFrame(Buffer.from(message, 'base64')));
    }
  }

  async #until(done: () => boolean, what: string): Promise<void> {
    while (!done()) {
      await new Promise<void>((wake, fail) => {
        const timer = setTimeout(() => fail(new Error(`waited too long for ${what}`)), WAIT_MS);
        this.#waiting.add(() => {
          clearTimeout(timer);
          wake();
        });
      });
    }
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
