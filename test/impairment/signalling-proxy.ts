import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Flow, FlowMode } from './frame-pipe.js';
import {
  makeFrame,
  type Direction,
  type Frame,
  type FrameHold,
  type FramePredicate,
  type FrameRule,
  type FrameTap,
} from './frames.js';
import { forwardHttp } from './http-forward.js';
import { ProxyConnection, type Cut } from './proxy-connection.js';

const DIRECTIONS: readonly Direction[] = ['toServer', 'toClient'];

/** The mutable side of a {@link Flow}. */
class ProxyFlow implements Flow {
  delayMs = 0;
  swallowed = 0;
  readonly rules: FrameRule[] = [];
  #mode: FlowMode = 'pass';
  #waiting: (() => void)[] = [];

  get mode(): FlowMode {
    return this.#mode;
  }

  set mode(mode: FlowMode) {
    this.#mode = mode;
    if (mode === 'stall') return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  onSwallowed(): void {
    this.swallowed += 1;
  }

  async whenFlowing(): Promise<void> {
    while (this.#mode === 'stall') await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }
}

/**
 * A proxy that stands in for a server's origin: HTTP passes unharmed, WebSockets suffer what the test asks for. Clients
 * are given {@link url} as the server's address; in answers the server's WebSocket origin is replaced by the proxy's, and
 * the other way round in what clients send, so that tickets stay what the server issued.
 */
export class SignallingProxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly #server: Server;
  readonly #target: URL;
  /** Local address for new connections to the server; simulates a client that changed its network. */
  sourceAddress: string | undefined;
  readonly #upgrades = new WebSocketServer({ noServer: true, autoPong: false });
  readonly #flows = { toServer: new ProxyFlow(), toClient: new ProxyFlow() };
  readonly #connections = new Set<ProxyConnection>();
  readonly #sockets = new Set<Socket>();
  #admission: 'accept' | 'refuse' = 'accept';
  #attempts = 0;

  /** @param target the server's origin, such as `http://127.0.0.1:8080` */
  static async start(target: string): Promise<SignallingProxy> {
    const server = createServer();
    // Clients must end idle connections first: one that the proxy ends during a new request would make it fail.
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new SignallingProxy(server, new URL(target));
  }

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => {
      if (this.#admission === 'refuse') {
        socket.resetAndDestroy();
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (incoming, outgoing) => {
      forwardHttp(target, incoming, outgoing, (text) => this.#toProxyOrigin(text));
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
    this.#flows.toServer.rules.push((frame) => this.#restoreOrigin(frame));
  }

  /** Open connections, oldest first. */
  get connections(): readonly ProxyConnection[] {
    return [...this.#connections];
  }

  /** WebSocket handshakes seen so far, refused ones not counted. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Frames, pings and endings lost to {@link halfOpen} so far. */
  get swallowed(): number {
    return this.#flows.toServer.swallowed + this.#flows.toClient.swallowed;
  }

  /** Cuts all connections, or one. */
  cut(how: Cut = 'fin', connection?: ProxyConnection): void {
    for (const each of connection === undefined ? this.connections : [connection]) each.cut(how);
  }

  /** Resets every new connection, HTTP too, until {@link restore}. */
  refuse(): void {
    this.#admission = 'refuse';
    // Kept-alive connections would continue to carry requests.
    this.#server.closeIdleConnections();
  }

  /** Delays frames of each direction, in ms; frames in flight keep their delay. */
  delay(delays: Partial<Record<Direction, number>>): void {
    for (const direction of DIRECTIONS) this.#flows[direction].delayMs = delays[direction] ?? 0;
  }

  /** Keeps connections open but drops all frames, including pings and closing handshakes, in one direction or both. */
  halfOpen(direction?: Direction): void {
    this.#setMode('swallow', direction);
  }

  /** Keeps frames back until {@link restore}, as TCP does over a short outage. */
  stall(direction?: Direction): void {
    this.#setMode('stall', direction);
  }

  /** Accepts connections and passes frames again, at once. Rules stay. */
  restore(): void {
    this.#admission = 'accept';
    this.delay({});
    this.#setMode('pass');
  }

  /** Sends a made-up frame to all connections, or to one, bypassing all rules. */
  inject(direction: Direction, data: string | Buffer, connection?: ProxyConnection): void {
    for (const each of connection === undefined ? this.connections : [connection]) each.inject(direction, data);
  }

  /** Records matching frames and passes them on. */
  observe(matches: FramePredicate): FrameTap {
    return this.#tap(matches, (frame) => frame);
  }

  /** Loses matching frames. */
  drop(matches: FramePredicate): FrameTap {
    return this.#tap(matches, () => undefined);
  }

  /** Keeps matching frames back until they are released. */
  hold(matches: FramePredicate): FrameHold {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const tap = this.#tap(matches, async (frame) => {
      await released;
      return frame;
    });
    const end = (): void => {
      tap.remove();
      release();
    };
    return { frames: tap.frames, release: end, remove: end };
  }

  /** Changes frames of both directions; rules apply in the order they were added. */
  rewrite(rule: FrameRule): { remove(): void } {
    for (const direction of DIRECTIONS) this.#flows[direction].rules.push(rule);
    return {
      remove: () => {
        for (const { rules } of Object.values(this.#flows)) {
          const index = rules.indexOf(rule);
          if (index >= 0) rules.splice(index, 1);
        }
      },
    };
  }

  /** Ends everything and frees the port. */
  async close(): Promise<void> {
    this.restore();
    this.cut('fin');
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  #tap(matches: FramePredicate, rule: FrameRule): FrameTap {
    const frames: Frame[] = [];
    const { remove } = this.rewrite((frame) => {
      if (!matches(frame)) return frame;
      frames.push(frame);
      return rule(frame);
    });
    return { frames, remove };
  }

  #setMode(mode: FlowMode, direction?: Direction): void {
    for (const each of direction === undefined ? DIRECTIONS : [direction]) this.#flows[each].mode = mode;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#attempts += 1;
    const path = request.url ?? '/';
    this.#upgrades.handleUpgrade(request, socket, head, (client) => {
      const { origin } = request.headers;
      const server = new WebSocket(`ws://${this.#target.host}${path}`, {
        autoPong: false,
        perMessageDeflate: false,
        ...(origin === undefined ? {} : { origin }),
        ...(this.sourceAddress === undefined ? {} : { localAddress: this.sourceAddress }),
      });
      const connection = new ProxyConnection(path, client, socket, server, this.#flows, (closed) => {
        this.#connections.delete(closed);
      });
      this.#connections.add(connection);
    });
  }

  #toProxyOrigin(text: string): string {
    return text.replaceAll(`ws://${this.#target.host}/`, `${this.url.replace('http', 'ws')}/`);
  }

  #restoreOrigin(frame: Frame): Frame {
    const proxyOrigin = `${this.url.replace('http', 'ws')}/`;
    if (frame.isBinary || !frame.data.includes(proxyOrigin)) return frame;
    const text = frame.data.toString('utf8').replaceAll(proxyOrigin, `ws://${this.#target.host}/`);
    return makeFrame(frame.direction, Buffer.from(text), false);
  }
}
