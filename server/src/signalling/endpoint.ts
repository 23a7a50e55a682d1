import { MAX_FRAME_BYTES, type WireMessage } from '@lectern/rtc/protocol';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ConferenceHost, SocketPort } from '../conference/host.js';
import { clientAddress } from '@lectern/kit/addresses';
import { AddressLimit, type AddressOptions } from '../http/addresses.js';
import { CloseCode, Connection, type ConnectionPorts } from './connection.js';

/** Path of the signalling socket. */
export const SIGNALLING_PATH = '/rtc/ws';

const CLOSE_POLL_MS = 1_000;

/** The sockets of the node by id; conferences send through this. */
export class SocketTable implements SocketPort {
  readonly #connections = new Map<string, Connection>();

  get size(): number {
    return this.#connections.size;
  }

  get all(): Iterable<Connection> {
    return this.#connections.values();
  }

  add(connection: Connection): void {
    this.#connections.set(connection.id, connection);
  }

  remove(id: string): void {
    this.#connections.delete(id);
  }

  send(socketId: string, frame: WireMessage): void {
    this.#connections.get(socketId)?.send(frame);
  }

  bind(socketId: string, memberId: string, host: ConferenceHost): void {
    this.#connections.get(socketId)?.bind(memberId, host);
  }

  release(socketId: string): void {
    this.#connections.get(socketId)?.release();
  }

  close(socketId: string, code: number, reason: string): void {
    this.#connections.get(socketId)?.close(code, reason);
  }

  charge(socketId: string, frames: number): void {
    this.#connections.get(socketId)?.charge(frames);
  }
}

/** Accepts signalling sockets. */
export class SignallingEndpoint {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, clientTracking: true });
  readonly #stopPings: () => void;
  readonly #addresses: AddressLimit;
  #counter = 0;

  constructor(
    private readonly table: SocketTable,
    private readonly ports: ConnectionPorts,
    private readonly options: AddressOptions,
  ) {
    this.#addresses = new AddressLimit(options);
    this.#stopPings = ports.clock.every(ports.limits.pingIntervalMs, () => {
      for (const connection of table.all) connection.ping();
    });
  }

  /** Accepts an HTTP upgrade; the caller has checked the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#addresses.refuses(request, socket)) {
      this.ports.metrics.dropped.inc({ reason: 'too-many' });
      return;
    }
    const ip = clientAddress(request, this.options.trustProxy);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#counter += 1;
      const id = `S${this.#counter}`;
      const forget = this.#addresses.add(request);
      webSocket.once('close', () => {
        this.table.remove(id);
        forget();
      });
      this.table.add(new Connection(id, webSocket, ip, this.ports));
    });
  }

  /** Closes every socket; clients may reconnect to the next server. */
  async close(): Promise<void> {
    this.#stopPings();
    for (const connection of this.table.all) connection.close(CloseCode.GoingAway, 'the server is stopping');
    await new Promise<void>((done) => {
      const force = setTimeout(() => {
        for (const client of this.#server.clients) client.terminate();
      }, CLOSE_POLL_MS);
      this.#server.close(() => {
        clearTimeout(force);
        done();
      });
    });
  }
}
