import type { SocketLike } from '../platform/types.js';
import { decodeFrame, encodeFrame, type WireMessage } from '../protocol/index.js';

/** Network behaviour for a new connection. */
export type ConnectBehaviour = 'accept' | 'refuse' | 'hang';

/** Both ends of one socket: the client's as {@link SocketLike}, the server's as the `server…` methods. */
export class FakeSocket implements SocketLike {
  readonly url: string;
  /** Every frame that the client sent, in order. */
  readonly sent: WireMessage[] = [];
  readyState = 0;
  bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null;
  /** Close code given by the client; `code` is `undefined` if it gave none. */
  closedByClient: { readonly code: number | undefined } | undefined;
  binaryType = 'blob';
  /** Every binary frame that the client sent, in order. */
  readonly sentBytes: Uint8Array[] = [];
  /** Server's handler of binary frames. */
  onServerBytes: ((bytes: Uint8Array) => void) | undefined;
  /** Called when the connection is open. */
  onServerOpen: (() => void) | undefined;
  /** Receives each text unparsed, for a socket that does not carry signalling. */
  onServerText: ((text: string) => void) | undefined;
  /** Server's handler of text frames. */
  onServerMessage: ((message: WireMessage) => void) | undefined;
  /** While true, frames and closes of either side are lost: a half-open connection. */
  isCut = false;

  constructor(url: string) {
    this.url = url;
  }

  send(data: string | Uint8Array): void {
    if (this.readyState !== 1) throw new Error('the socket is not open');
    if (this.isCut) return;
    if (typeof data !== 'string') {
      this.sentBytes.push(data);
      queueMicrotask(() => this.onServerBytes?.(data));
      return;
    }
    const { onServerText } = this;
    if (onServerText) {
      queueMicrotask(() => onServerText(data));
      return;
    }
    const message = decodeFrame(data);
    this.sent.push(message);
    queueMicrotask(() => this.onServerMessage?.(message));
  }

  close(code?: number): void {
    if (this.readyState >= 2) return;
    this.closedByClient = { code };
    this.readyState = 2;
    if (!this.isCut) queueMicrotask(() => this.#closed(code ?? 1005, ''));
  }

  serverAccept(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.();
    this.onServerOpen?.();
  }

  /** Sends a message, or text unchanged. */
  serverSend(message: WireMessage | string): void {
    if (this.readyState !== 1 || this.isCut) return;
    this.onmessage?.({ data: typeof message === 'string' ? message : encodeFrame(message) });
  }

  /** Sends a binary frame in the client's `binaryType`. */
  serverSendBytes(bytes: Uint8Array): void {
    if (this.readyState !== 1 || this.isCut) return;
    const copy = Uint8Array.from(bytes).buffer;
    this.onmessage?.({ data: this.binaryType === 'arraybuffer' ? copy : new Blob([copy]) });
  }

  /** Closes from the server's side; 1006 is a lost connection. */
  serverClose(code = 1006, reason = ''): void {
    if (code === 1006) this.onerror?.(new Error('connection lost'));
    this.#closed(code, reason);
  }

  #closed(code: number, reason: string): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

/** Creates sockets and keeps them; passes each to the test's server. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];
  behaviour: ConnectBehaviour = 'accept';
  /** Called before the connection is accepted. */
  onSocket: ((socket: FakeSocket) => void) | undefined;

  /** The newest one. */
  get latest(): FakeSocket {
    const socket = this.all.at(-1);
    if (!socket) throw new Error('no socket was opened yet');
    return socket;
  }

  /** Sockets that are neither closed nor closing. */
  get open(): readonly FakeSocket[] {
    return this.all.filter((socket) => socket.readyState < 2);
  }

  readonly create = (url: string): SocketLike => {
    const socket = new FakeSocket(url);
    this.all.push(socket);
    this.onSocket?.(socket);
    const { behaviour } = this;
    queueMicrotask(() => {
      if (behaviour === 'accept') socket.serverAccept();
      else if (behaviour === 'refuse') socket.serverClose(1006);
    });
    return socket;
  };
}
