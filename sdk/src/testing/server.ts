import { Op, type EnterAnswer, type WireMessage } from '../protocol/index.js';
import type { FakeSocket, FakeSockets } from './socket.js';

/** Fields of the answer besides `op` and `tsxId`; `undefined` leaves the request unanswered. */
export type FakeAnswerMembers = Readonly<Record<string, unknown>> | undefined;

export type FakeHandler = (message: WireMessage, socket: FakeSocket) => FakeAnswerMembers;

/** Answer to op 200. */
export interface FakeEnterAnswer extends EnterAnswer {
  readonly result: number;
  readonly msg?: string;
}

/**
 * The server's side of the signalling socket, scripted. Without a handler it answers op 200 with a session, and every
 * other request with result 0.
 */
export class FakeSignallingServer {
  /** Every message of every socket, in order. */
  readonly received: WireMessage[] = [];
  /** Replaced by tests. */
  enterResponse: FakeEnterAnswer = {
    result: 0,
    sessId: 'S1',
    memId: 'MEM_1',
    role: 7,
    vcodes: ['VP8', 'H264'],
    cver: 1,
    mems: [],
    streams: [],
  };
  readonly #handlers = new Map<number, FakeHandler>();
  readonly #sockets: FakeSockets;

  constructor(sockets: FakeSockets) {
    this.#sockets = sockets;
    sockets.onSocket = (socket) => {
      socket.onServerMessage = (message) => this.#receive(message, socket);
    };
  }

  /** Handles an op; the newest handler of an op takes precedence. */
  on(op: number, handler: FakeHandler): this {
    this.#handlers.set(op, handler);
    return this;
  }

  /** Restores the default answer. */
  off(op: number): this {
    this.#handlers.delete(op);
    return this;
  }

  /** Sends a push on the newest socket, with the session unless the message has one. */
  push(message: WireMessage): void {
    const socket = this.#sockets.all.findLast(({ onServerText }) => !onServerText);
    if (!socket) throw new Error('no socket was opened yet');
    socket.serverSend({ sessId: this.enterResponse.sessId, ...message });
  }

  /** Received messages with this op. */
  messages(op: number): readonly WireMessage[] {
    return this.received.filter((message) => message.op === op);
  }

  #receive(message: WireMessage, socket: FakeSocket): void {
    this.received.push(message);
    const handler = this.#handlers.get(message.op) ?? this.#usual;
    const answer = handler(message, socket);
    if (answer && message.tsxId !== undefined) {
      socket.serverSend({ ...answer, op: Op.Response, tsxId: message.tsxId });
    }
  }

  readonly #usual: FakeHandler = ({ op, rtcId, pubS }) => {
    if (op === Op.Enter) return { ...this.enterResponse };
    if (op === Op.Response) return undefined;
    if (op === Op.Init && pubS !== undefined) {
      const id = (pubS as { id?: string }).id;
      return { result: 0, streamId: id ?? `ST_${rtcId ?? ''}`, csrc: 1000, sver: 1 };
    }
    return { result: 0 };
  };
}
