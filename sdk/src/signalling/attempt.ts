import type { Dispose } from '../core/clock.js';
import type { Platform, SocketLike } from '../platform/types.js';
import { CONNECT_TIMEOUT_MS } from '../protocol/index.js';

export interface AttemptHandlers {
  opened(): void;
  received(data: unknown): void;
  /** Called at most once: the socket could not be opened, or has closed. */
  gone(): void;
}

const ignore = (): void => undefined;

/** One socket, from its handshake to its end. No handler is called after `close`. */
export class Attempt {
  readonly #platform: Pick<Platform, 'clock' | 'createSocket'>;
  readonly #url: string;
  readonly #handlers: AttemptHandlers;
  #socket: SocketLike | undefined;
  #stopTimer: Dispose = ignore;

  constructor(platform: Pick<Platform, 'clock' | 'createSocket'>, url: string, handlers: AttemptHandlers) {
    this.#platform = platform;
    this.#url = url;
    this.#handlers = handlers;
  }

  /** Starts the handshake. It fails if it takes longer than 10 s. */
  open(): void {
    let socket: SocketLike;
    try {
      socket = this.#platform.createSocket(this.#url);
    } catch {
      // E.g. an insecure socket in a page served by https. The next attempt shows if that is permanent.
      this.#handlers.gone();
      return;
    }
    this.#socket = socket;
    this.#stopTimer = this.#platform.clock.after(CONNECT_TIMEOUT_MS, () => this.#gone());
    socket.onopen = () => {
      this.#stopTimer();
      this.#handlers.opened();
    };
    socket.onmessage = ({ data }) => this.#handlers.received(data);
    // `close` follows each error.
    socket.onerror = ignore;
    socket.onclose = () => this.#gone();
  }

  /** Detects a socket that is closed or closing without a `close` event. */
  check(): void {
    if (this.#socket && this.#socket.readyState > 1) this.#gone();
  }

  /** False when the socket is not open. */
  send(frame: string | Uint8Array): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(frame);
    return true;
  }

  /** Releases the socket. Idempotent. */
  close(code?: number): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#stopTimer();
    if (!socket) return;
    // Not null: without a listener Node throws the errors of a socket that is closed during its handshake.
    socket.onopen = socket.onmessage = socket.onerror = socket.onclose = ignore;
    if (socket.readyState < 2) socket.close(code);
  }

  #gone(): void {
    if (!this.#socket) return;
    this.close();
    this.#handlers.gone();
  }
}
