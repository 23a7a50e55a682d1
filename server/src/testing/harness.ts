import { pino } from 'pino';
import { type ClientOptions, WebSocket } from 'ws';
import { buildServer } from '../app.js';
import type { Clock } from '@lectern/kit/clock';
import { readConfig } from '../config.js';
import type { LecternServer } from '../lectern-server.js';
import { FakeEngine } from '../media/testing/fake-engine.js';
import type { Disk } from '../recording/index.js';
import { MemoryStore } from './memory-store.js';

export const APP_KEY = 'lectern#demo';

export type JsonObject = Record<string, unknown>;

/** Common REST calls of tests. */
export interface ServerCalls {
  readonly url: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: JsonObject }>;
  /** Registers a user and resolves with its token. */
  signUp(user: string): Promise<string>;
  /** A room ticket for a user, who is registered if necessary. */
  ticket(user: string, room?: string, options?: { role?: number; password?: string }): Promise<JsonObject>;
}

export interface TestServer extends ServerCalls {
  readonly server: LecternServer;
  readonly engine: FakeEngine;
  readonly store: MemoryStore;
}

/** Calls to the server at `url`. */
export function callServer(url: string): ServerCalls {
  const tokens = new Map<string, string>();
  const post: ServerCalls['post'] = async (path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  const signUp: ServerCalls['signUp'] = async (user) => {
    const known = tokens.get(user);
    if (known !== undefined) return known;
    await post('/lectern/demo/users', { username: user, password: 'pw' });
    const { body } = await post('/lectern/demo/token', { grant_type: 'password', username: user, password: 'pw' });
    tokens.set(user, String(body.access_token));
    return String(body.access_token);
  };
  const ticket: ServerCalls['ticket'] = async (user, room = 'room', { role = 3, password = '' } = {}) => {
    const uid = `${APP_KEY}_${user}`;
    const token = await signUp(user);
    const opened = await post('/lectern/demo/conferences/room', { roomName: room, password, memName: uid, token });
    const { confrId } = opened.body;
    const { body } = await post('/easemob/rtc/req/ticket', { uid, token, confrId, password, role, terminal: {} });
    return JSON.parse(String(body.ticket)) as JsonObject;
  };
  return { url, post, signUp, ticket };
}

/** The minimum cost of scrypt: tests need no protection from guessing. */
const PASSWORD_COST = 2;

/** A whole server on a free port, with media and store in memory. */
export async function startTestServer(
  env: Record<string, string> = {},
  parts: { store?: MemoryStore; clock?: Clock; disk?: Disk } = {},
): Promise<TestServer> {
  const engine = new FakeEngine();
  const store = parts.store ?? new MemoryStore();
  const defaults = { PORT: '0', HOST: '127.0.0.1', DEMO: 'on', SECRET: 'a secret for tests only' };
  const config = readConfig({ ...defaults, ...env });
  const log = pino({ level: 'silent' });
  const server = await buildServer(config, { passwordCost: PASSWORD_COST, ...parts, engine, store, log });
  const { port } = await server.listen();
  return { server, engine, store, ...callServer(`http://127.0.0.1:${port}`) };
}

let counter = 0;

/** A client of the wire protocol: sends frames and waits for matching ones. */
export class WireClient {
  readonly received: JsonObject[] = [];
  sessId: string | undefined;
  closed: { code: number; reason: string } | undefined;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)) as JsonObject);
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
    socket.on('open', () => this.#wake());
    socket.on('error', () => this.#wake());
  }

  static async open(url: string, options: ClientOptions = {}): Promise<WireClient> {
    const client = new WireClient(new WebSocket(`${url}?${counter++}`, options));
    await client.#until(() => client.socket.readyState !== WebSocket.CONNECTING, 'the socket to open');
    return client;
  }

  /** Opens a socket and enters with a ticket. */
  static async enter(
    ticket: JsonObject,
    more: JsonObject = {},
    options: ClientOptions = {},
  ): Promise<{ client: WireClient; response: JsonObject }> {
    const client = await WireClient.open(String(ticket.url), options);
    const response = await client.request({ op: 200, tkt: ticket, ...more });
    client.sessId = String(response.sessId);
    return { client, response };
  }

  raw(data: string | Buffer): void {
    this.socket.send(data);
  }

  send(frame: JsonObject): void {
    this.raw(JSON.stringify({ sessId: this.sessId, ...frame }));
  }

  async request(frame: JsonObject): Promise<JsonObject> {
    const tsxId = `MSG${counter++}`;
    this.send({ ...frame, tsxId });
    return this.next((entry) => entry.op === 1001 && entry.tsxId === tsxId, `the answer to op ${String(frame.op)}`);
  }

  /** The first frame, received or to come, that matches; removed from `received`. */
  async next(match: (frame: JsonObject) => boolean, what = 'a frame'): Promise<JsonObject> {
    await this.#until(() => this.received.some(match) || this.closed !== undefined, what);
    const index = this.received.findIndex(match);
    const found = this.received[index];
    if (found === undefined) throw new Error(`the socket closed (${JSON.stringify(this.closed)}) before ${what}`);
    this.received.splice(index, 1);
    return found;
  }

  push(op: number): Promise<JsonObject> {
    return this.next((frame) => frame.op === op, `op ${op}`);
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.#until(() => this.closed !== undefined, 'the socket to close');
    return this.closed ?? { code: 0, reason: '' };
  }

  close(): void {
    this.socket.close(1000);
  }

  async #until(done: () => boolean, what: string): Promise<void> {
    while (!done()) {
      await new Promise<void>((wake, fail) => {
        const timer = setTimeout(() => fail(new Error(`waited too long for ${what}`)), 20_000);
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

/** An offer, as far as the fake engine parses it. */
export const offer = (...codecs: string[]): string =>
  JSON.stringify({
    type: 'OFFER',
    sdp: [
      'v=0',
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      ...(codecs.length > 0 ? ['m=video 9 UDP/TLS/RTP/SAVPF 96'] : []),
      ...codecs.map((codec, index) => `a=rtpmap:${96 + index} ${codec}/90000`),
      '',
    ].join('\r\n'),
  });
