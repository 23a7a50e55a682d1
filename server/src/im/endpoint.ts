import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AddressLimit, type AddressOptions } from '../http/addresses.js';
import { ImConnection, type ImConnectionPorts } from './connection.js';
import type { Framing } from './framing.js';

/**
 * Largest frame of either transport; a message that is too long but fits is refused on its own, without closing the
 * socket.
 */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
const GOING_AWAY = 1001;
const CLOSE_WAIT_MS = 1_000;

/** Accepts sockets of instant messaging. */
export class ImEndpoint {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, clientTracking: true });
  readonly #connections = new Set<ImConnection>();
  readonly #addresses: AddressLimit;
  readonly #stopPings: () => void;

  constructor(
    /** Dependencies of sessions. */
    readonly ports: ImConnectionPorts,
    options: AddressOptions,
  ) {
    this.#addresses = new AddressLimit(options);
    this.#stopPings = ports.clock.every(ports.sockets.pingIntervalMs, () => {
      for (const connection of this.#connections) connection.ping();
      ports.hub.sweep();
    });
  }

  /** Open sockets, logged in or not. */
  get size(): number {
    return this.#connections.size;
  }

  /** Accepts an HTTP upgrade; the caller has checked the path. */
  upgrade(framing: Framing, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#addresses.refuses(request, socket)) {
      this.ports.metrics.dropped.inc({ reason: 'too-many' });
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const forget = this.#addresses.add(request);
      const connection = new ImConnection(webSocket, framing, this.ports);
      this.#connections.add(connection);
      webSocket.once('close', () => {
        this.#connections.delete(connection);
        forget();
      });
    });
  }

  /** Closes every socket; clients may reconnect to the next server. */
  async close(): Promise<void> {
    this.#stopPings();
    for (const connection of this.#connections) connection.close(GOING_AWAY, 'the server is stopping');
    await new Promise<void>((done) => {
      const force = setTimeout(() => {
        for (const client of this.#server.clients) client.terminate();
      }, CLOSE_WAIT_MS);
      this.#server.close(() => {
        clearTimeout(force);
        done();
      });
    });
  }
}
