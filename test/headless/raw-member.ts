import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.js';
import { APP_KEY } from './classroom.js';

type Json = Readonly<Record<string, unknown>>;

const PASSWORD = 'a raw member has no secrets';
const ROOM_PASSWORD = 'room password';
const [ORG, APP] = APP_KEY.split('#') as [string, string];

const post = async (url: string, body: Json): Promise<Json> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Json;
};

/** The server's answer to a request for admission to a room. */
export interface RawAdmission {
  readonly confrId: string;
  readonly roleToken: string;
  readonly ticket: Json;
}

/** Requests admission to a room as any user, and returns the ticket with the rest of the answer. */
export const requestRawAdmission = async (serverUrl: string, room: string, name: string): Promise<RawAdmission> => {
  const account = `${serverUrl}/${ORG}/${APP}`;
  await post(`${account}/users`, { username: name, password: PASSWORD });
  const grant = { grant_type: 'password', username: name, password: PASSWORD };
  const token = (await post(`${account}/token`, grant))['access_token'];
  const uid = `${APP_KEY}_${name}`;
  const { confrId } = await post(`${account}/conferences/room`, {
    roomName: room,
    password: ROOM_PASSWORD,
    memName: uid,
    token,
  });
  const terminal = { browser: 'raw', browserVersion: 1, version: '0', userAgent: 'raw' };
  const request = { uid, token, confrId, password: ROOM_PASSWORD, role: 3, terminal };
  const answer = await post(`${serverUrl}/easemob/rtc/req/ticket`, request);
  if (typeof answer['ticket'] !== 'string') throw new Error(`no ticket: ${JSON.stringify(answer)}`);
  const ticket = JSON.parse(answer['ticket']) as Json;
  return { confrId: String(confrId), roleToken: String(answer['roleToken']), ticket };
};

/** A ticket to a room, as the server issues it to any user. */
export const requestRawTicket = async (serverUrl: string, room: string, name: string): Promise<Json> =>
  (await requestRawAdmission(serverUrl, room, name)).ticket;

/** A signalling connection that sends arbitrary messages. */
export class RawMember {
  readonly received: Json[] = [];
  #closeCode: number | undefined;
  #sessId: unknown;
  #requests = 0;

  /** Opens a socket without entering. */
  static async connect(ticket: Json): Promise<RawMember> {
    const socket = new WebSocket(`${String(ticket['url'])}?0`);
    const member = new RawMember(socket, ticket);
    await once(socket, 'open');
    return member;
  }

  private constructor(
    private readonly socket: WebSocket,
    private readonly ticket: Json,
  ) {
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString()) as Json));
    socket.on('close', (code) => (this.#closeCode = code));
    socket.on('error', () => undefined);
  }

  /** Undefined while it is open. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  /** Enters with its ticket. @returns the server's answer */
  enter(): Promise<Json> {
    return this.enterWith(this.ticket);
  }

  /** Enters with any ticket. @returns the server's answer */
  async enterWith(ticket: unknown): Promise<Json> {
    const answer = await this.request({ op: 200, tkt: ticket, nickName: 'raw', ext: '{}', res: { type: 'RAW' } });
    this.#sessId = answer['sessId'];
    return answer;
  }

  /** Sends a message with session and transaction and waits for its answer. */
  async request(message: Json): Promise<Json> {
    const tsxId = `RAW-${(this.#requests += 1)}`;
    this.send({ sessId: this.#sessId, ...message, tsxId });
    return eventually(
      `an answer to ${JSON.stringify(message).slice(0, 200)}`,
      () => this.received.find((each) => each['op'] === 1001 && each['tsxId'] === tsxId),
      (answer): answer is Json => answer !== undefined,
    );
  }

  send(data: Json | string | Buffer): void {
    this.socket.send(typeof data === 'string' || Buffer.isBuffer(data) ? data : JSON.stringify(data));
  }

  /** Says something with its session, waiting for nothing. */
  say(message: Json): void {
    this.send({ sessId: this.#sessId, tsxId: `RAW-${(this.#requests += 1)}`, ...message });
  }

  close(): void {
    this.socket.terminate();
  }
}
