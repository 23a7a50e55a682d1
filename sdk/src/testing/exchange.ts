import type { AcceptOptions } from '../call/types.js';
import { Calls } from '../call/calls.js';
import type { Call, CallsOptions } from '../call/types.js';
import { ImClient } from '../im/client.js';
import {
  Command,
  CommSyncDL,
  CommSyncUL,
  ConferenceBody,
  decode,
  encode,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
  readExt,
  type Meta,
} from '../im-protocol/index.js';
import { FakeClock, settle } from './clock.js';
import { FakePlatform } from './platform.js';
import type { FakeSocket } from './socket.js';

/** JSON content of a call message. */
export type Content = Readonly<Record<string, unknown>> & { readonly op: number };

/** A relayed message of a call. */
export interface Passed {
  readonly from: string;
  readonly to: string;
  readonly body: ConferenceBody;
  readonly content: Content;
}

const empty = new Uint8Array();

/** One user's device, with a client on its own platform. */
export class Phone {
  readonly client: ImClient;
  readonly calls: Calls;
  /** Events, in order: `ringing ann`, `state connected`, `ended busy remote`, `silent local`. */
  readonly heard: string[] = [];

  constructor(
    readonly name: string,
    readonly platform: FakePlatform,
    options: CallsOptions,
  ) {
    this.client = new ImClient({
      appKey: 'org#app',
      identity: { username: name, token: 'token' },
      restUrl: 'https://rtc.example',
      platform,
    });
    this.calls = new Calls(this.client, options);
    this.calls.on('incoming', (call) => {
      this.heard.push(`ringing ${call.getSnapshot().peer}`);
      this.listen(call);
    });
  }

  listen(call: Call): Call {
    call.on('state', (state) => this.heard.push(`state ${state}`));
    call.on('ended', (reason, by) => this.heard.push(`ended ${reason} ${by}`));
    call.on('networkDisconnected', (side) => this.heard.push(`silent ${side}`));
    return call;
  }

  call(...args: Parameters<Calls['call']>): Call {
    return this.listen(this.calls.call(...args));
  }

  get current(): Call | undefined {
    return this.calls.getSnapshot().current;
  }

  get state(): string | undefined {
    return this.current?.getSnapshot().state;
  }
}

/** A server that answers call requests, and relays the messages of phones (wire-im 5.4). */
export class Exchange {
  readonly clock = new FakeClock();
  readonly phones: Phone[] = [];
  /** Relayed messages of calls. */
  readonly passed: Passed[] = [];
  /** Titles of push messages, with the texts. */
  readonly pushes: (readonly [string, unknown, string | undefined])[] = [];
  /** Callees count as offline even if they have a phone. */
  isCalleeAway = false;
  /** Ops that are dropped. */
  readonly lost = new Set<number>();
  /** Additional fields of replies to requests. */
  reply: Readonly<Record<string, unknown>> = {};
  /** Status in acknowledgements of messages. */
  status: { errorCode?: number; reason?: string } = {};
  #lastId = 0;

  async phone(name: string, options: CallsOptions = {}, more: ConstructorParameters<typeof FakePlatform>[0] = {}) {
    const seed = this.phones.length + 1;
    const platform = new FakePlatform({ clock: this.clock, seed, ...more });
    platform.peers.connects = true;
    const phone = new Phone(name, platform, options);
    platform.sockets.onSocket = (socket) => {
      socket.onServerBytes = (bytes) => this.#onFrame(phone, socket, decode(MSync, bytes));
    };
    this.phones.push(phone);
    await phone.client.open();
    return phone;
  }

  /** Contents of an op that a user sent. */
  said(name: string, op: number): Content[] {
    return this.passed.filter(({ from, content }) => from === name && content.op === op).map(({ content }) => content);
  }

  /** Delivers a message to a user's phones, as from another user. */
  push(to: string, from: string, content: Content, body: ConferenceBody = {}): void {
    const payload = encode(ConferenceBody, { sessionId: 'S', type: 1, content: JSON.stringify(content), ...body });
    const jid = { appKey: 'org#app', name: from, domain: 'easemob.com' };
    const id = String((this.#lastId += 1));
    const meta = { id, from: jid, to: { name: to }, timestamp: '1', ns: NameSpace.Conference, payload };
    for (const phone of this.phones)
      if (phone.name === to) this.#send(phone, { metas: [meta], queue: {}, isLast: true });
  }

  /** Runs pending work of all phones, and advances time by `ms`. */
  async run(ms = 0): Promise<void> {
    for (let round = 0; round < 10; round += 1) await settle();
    await this.clock.advance(ms);
    for (let round = 0; round < 10; round += 1) await settle();
  }

  #send(phone: Phone, sync: CommSyncDL): void {
    const payload = encode(CommSyncDL, { status: {}, ...sync });
    phone.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Sync, payload }));
  }

  #onFrame(phone: Phone, socket: FakeSocket, { command = 0, payload = empty }: MSync): void {
    if (command === Command.Provision) {
      socket.serverSendBytes(encode(MSync, { command, payload: encode(Provision, { status: {} }) }));
    }
    if (command === Command.Unread) socket.serverSendBytes(encode(MSync, { command }));
    const { meta } = command === Command.Sync ? decode(CommSyncUL, payload) : {};
    if (!meta) return;
    if (meta.ns === NameSpace.Conference) this.#pass(phone, meta);
    else if (meta.ns === NameSpace.Chat) this.#push(meta);
    this.#send(phone, { metaId: meta.id ?? '0', serverId: '1', timestamp: '1', status: this.status });
  }

  #pass(phone: Phone, { to, payload = empty }: Meta): void {
    const body = decode(ConferenceBody, payload);
    const content = JSON.parse(body.content ?? '') as Content;
    const callee = to?.name ?? '';
    this.passed.push({ from: phone.name, to: callee, body, content });
    if (this.status.errorCode || this.lost.has(content.op)) return;
    if (content.op !== 0) return this.push(callee, phone.name, content, body);
    const isOnline = !this.isCalleeAway && this.phones.some(({ name }) => name === callee);
    const grant = {
      sessId: 'X',
      rtcCfg: '{"iceServers":[{"urls":"turn:1"}]}',
      rtcCfg2: '{"iceServers":[]}',
      rtKey: 'K',
    };
    const reply = { op: 0, tsxId: content.tsxId, result: 0, online: isOnline ? '1' : '0', ...(isOnline && grant) };
    this.push(phone.name, callee, { ...reply, ...this.reply }, { sessionId: body.sessionId ?? '' });
  }

  #push({ to, payload = empty }: Meta): void {
    const { contents = [], ext = [] } = decode(MessageBody, payload);
    const { em_apns_ext: apns } = readExt(ext) as { em_apns_ext?: { em_push_title?: unknown } };
    this.pushes.push([to?.name ?? '', apns?.em_push_title, contents[0]?.text]);
  }
}

/** Ann calls Ben, whose phone rings. */
export const ringingPhones = async (options: Parameters<Calls['call']>[1] = {}) => {
  const exchange = new Exchange();
  const [ann, ben] = [await exchange.phone('ann'), await exchange.phone('ben')];
  const call = ann.call('ben', options);
  await exchange.run(500);
  return { exchange, ann, ben, call };
};

export const talkingPhones = async (options: Parameters<Calls['call']>[1] = {}, accept: AcceptOptions = {}) => {
  const all = await ringingPhones(options);
  const taken = all.ben.calls.getSnapshot().incoming!;
  await taken.accept(accept);
  await all.exchange.run();
  return { ...all, taken };
};
